import type { ResponseCapabilities, Collect } from '../client/client.ts'
import { maxResponsesPerFormRead } from '../wire/wire.ts'
import { count, Failure, thousands } from '../failure/failure.ts'
import { sumOf } from '../form/value.ts'

/** A complete read of a service, and how many responses it returned. */
type Read =
  | { readonly operation: 'form'; readonly formId: string; readonly returned: number }
  | { readonly operation: 'environment'; readonly returned: number }
  /** The pages of a form (extension `responses-paging`); there may be more where only the newest were wanted. */
  | {
      readonly operation: 'pages'
      readonly formId: string
      readonly returned: number
      readonly mayBeMore: boolean
    }

/** A reason why the responses may not be complete. */
export type Doubt = {
  readonly code:
    | 'partials-unannounced'
    | 'form-not-in-environment'
    | 'beyond-environment'
    | 'beyond-pages'
    | 'other-forms'
    | 'without-form'
    | 'fewer-than-announced'
    | 'round-number'
    | 'more-follow'
    | 'newest-only'
    | 'unchecked'
  readonly sentence: string
}

/** How completely the requested responses were read, as far as that can be known. */
export type Coverage = {
  readonly reads: readonly Read[]
  /** Responses that were newer in the read of their form than in the later read of the environment. */
  readonly newerInForm: number
  /** Responses of other forms in the reply to a read of one form; they were left out. */
  readonly ofOtherForms: number
  /** Responses without a formId in a read of forms; they were left out. */
  readonly withoutForm: number
  readonly doubts: readonly Doubt[]
  /**
   * What the reads were compared with. `limit`: the read of a form returned fewer than it may; `newest`: the read of the
   * environment holds the newest of each form; `announced`: it holds as many responses as the service announced before.
   */
  readonly checks: readonly Check[]
}

type Check = 'limit' | 'newest' | 'announced'

/** Passes all responses of a source to `collect`; returns its result and how complete they were. */
export type ReadEvery = <T>(
  collect: Collect<T>,
) => Promise<{ readonly result: T; readonly coverage: Coverage }>

/** What a saved reply says of itself. */
export type SavedFacts = {
  /** The member that says that more responses follow, or may; '' if another says that none do; undefined: nothing says either. */
  readonly more: string | undefined
  /** The forms with as many responses as the read of one form returns at most. */
  readonly fullForms: readonly string[]
}

/** A saved reply has no reads of a service, so nothing is checked. */
export const savedCoverage = ({ more, fullForms }: SavedFacts): Coverage => ({
  reads: [],
  newerInForm: 0,
  ofOtherForms: 0,
  withoutForm: 0,
  doubts: more
    ? doubtIf(
        true,
        'more-follow',
        `The saved reply is not all: its ${more} says that more responses ${more.startsWith('may') ? 'may ' : ''}follow. Save the other pages, too, or export from the service.`,
      )
    : doubtIf(
        more === undefined && fullForms.length > 0,
        'newest-only',
        `The saved reply holds ${maxResponsesPerFormRead} responses ${fullForms.length === 1 ? 'of form' : 'each of the forms'} ${fullForms.join(' and ')}, the most that a read of one form returns: they may be only the ${maxResponsesPerFormRead} newest.`,
      ),
  checks: [],
})

/** Whether the form may have more responses than its read returned: at most the ten newest (contract, Limits). */
export const mayBeMore = (returned: number): boolean => returned >= maxResponsesPerFormRead

/** The contract does not say whether the read of the environment supports `returnPartials`; a service may announce it. */
export const partialsUnannounced: Doubt = {
  code: 'partials-unannounced',
  sentence:
    'The service does not say whether its read of a whole environment holds every partial response: some may be missing.',
}

/** Whether all responses were read, as far as a comparison can show: what came is never proof of itself. */
export const isComplete = ({ reads, doubts, checks }: Coverage): boolean =>
  checks.length > 0 && doubts.length === 0 && reads.every((read) => isWhole(read, reads))

const isWhole = (read: Read, reads: readonly Read[]): boolean =>
  read.operation === 'environment' ||
  (read.operation === 'pages' && !read.mayBeMore) ||
  (read.operation === 'form' && (!mayBeMore(read.returned) || reads.some((later) => continues(later, read))))

const continues = (later: Read, { formId }: { readonly formId: string }): boolean =>
  later.operation === 'environment' || (later.operation === 'pages' && later.formId === formId)

/** Fails with `not-complete` if completeness is required and not shown. */
export function refuseIncomplete(
  { requireComplete }: { readonly requireComplete: boolean },
  coverage: Coverage,
): void {
  if (requireComplete && !isComplete(coverage))
    throw Failure.of('not-complete', { reason: coverage.doubts[0]?.sentence ?? 'there may be more.' })
}

/** How many responses a read of the environment returned, of all forms or of the one named. */
type ReturnedCount = { readonly formId?: string; readonly returned: number }

/** Compares a read of the environment with the numbers that the service announced before it. */
export function compareWithAnnounced(
  read: readonly ReturnedCount[],
  { counts, partials }: ResponseCapabilities,
  withPartials: boolean,
): Pick<Coverage, 'doubts' | 'checks'> {
  const total = ({ complete, partial }: { readonly complete: number; readonly partial: number }): number =>
    complete + (withPartials && partials ? partial : 0)
  const announced = ({ formId }: ReturnedCount): number | undefined => {
    if (!counts) return undefined
    if (formId === undefined) return [...counts.values()].reduce((sum, one) => sum + total(one), 0)
    const one = counts.get(formId)
    return one && total(one)
  }
  const numbers = read.map((one) => ({ ...one, announced: announced(one) }))
  const doubts = numbers.flatMap(({ formId, returned, announced: expected = 0 }) =>
    doubtIf(
      returned < expected,
      'fewer-than-announced',
      `The service announces ${count(expected, 'response')}${formId === undefined ? '' : ` of ${formId}`} and sent ${thousands(returned)}: ${thousands(expected - returned)} are missing.`,
    ),
  )
  const areAll = numbers.every((one) => one.announced !== undefined)
  return { doubts, checks: areAll && doubts.length === 0 ? ['announced'] : [] }
}

/** Doubts about a read of the environment that no announced number confirms. */
export const sizeDoubts = (returned: number): readonly Doubt[] =>
  doubtIf(
    // Numbers at which services cut lists: 100, 200, 250, 500, 1,000 and so on.
    returned >= 100 && /^(?:1|2|25|5)0+$/.test(String(returned)),
    'round-number',
    `The read of the environment returned exactly ${count(returned, 'response')}, which may be a limit of the service: others may be missing.`,
  )

/** Nothing was there to compare with. */
export const unchecked: Doubt = {
  code: 'unchecked',
  sentence: 'The service announces no numbers, so nothing shows whether this is all.',
}

/** Doubts about responses that the service should not have sent: it may have sent them instead of others. */
export const foreignDoubts = ({
  ofOtherForms,
  withoutForm,
}: Pick<Coverage, 'ofOtherForms' | 'withoutForm'>): readonly Doubt[] => [
  ...doubtIf(
    ofOtherForms > 0,
    'other-forms',
    `The service was asked for one form and sent ${count(ofOtherForms, 'response')} of other forms: ${ofOtherForms === 1 ? 'it was' : 'they were'} left out.`,
  ),
  ...doubtIf(
    withoutForm > 0,
    'without-form',
    `The service sent ${count(withoutForm, 'response')} without a formId: ${withoutForm === 1 ? 'it was' : 'they were'} left out.`,
  ),
]

/** Doubts about a later read, of the environment or of pages, that lacked some of the newest responses of a form. */
export function doubtsOf(
  forms: readonly { readonly formId: string; readonly found: number; readonly missed: number }[],
  later: 'environment' | 'pages',
): readonly Doubt[] {
  const isStranger = ({ found, missed }: (typeof forms)[number]): boolean =>
    later === 'environment' && found === 0 && missed > 0
  const missed = sumOf(forms.map((form) => (isStranger(form) ? 0 : form.missed)))
  const [were, them] = missed === 1 ? ['It was', 'it'] : ['They were', 'them']
  return [
    ...forms.filter(isStranger).map(({ formId, missed: newest }): Doubt => ({
      code: 'form-not-in-environment',
      sentence: `The read of the environment returned no response of ${formId}: is the form of another one? Only its ${newest} newest were taken; older ones may be missing.`,
    })),
    ...doubtIf(
      missed > 0,
      `beyond-${later}`,
      `${count(missed, 'response')} came with the newest of a form but not with ${later === 'pages' ? 'its pages' : 'those of the environment'}. ${were} taken; older ones like ${them} may be missing.`,
    ),
  ]
}

const doubtIf = (isDoubtful: boolean, code: Doubt['code'], sentence: string): readonly Doubt[] =>
  isDoubtful ? [{ code, sentence }] : []

/** How completely responses were read, for manifests and reports. */
export const coverageJson = ({
  coverage,
  coverage: { reads, newerInForm, ofOtherForms, withoutForm, doubts, checks },
}: {
  readonly coverage: Coverage
}): unknown => ({
  complete: isComplete(coverage),
  checkedBy: checks,
  reads: reads.map((read) =>
    read.operation === 'form' ? { ...read, mayBeMore: mayBeMore(read.returned) } : read,
  ),
  newerInForm,
  ofOtherForms,
  withoutForm,
  notProven: doubts,
})
