import { mostOfForm } from '../../client/responses.ts'
import { count, thousands } from '../../failure.ts'

/** One read that a service answered to the end, and how many responses came. */
type Read =
  | { readonly operation: 'form'; readonly formId: string; readonly returned: number }
  | { readonly operation: 'environment'; readonly returned: number }

/** Something that nobody can prove complete, and why. */
export type Doubt = {
  readonly code: 'partials-unannounced' | 'form-not-in-environment' | 'beyond-environment'
  readonly sentence: string
}

/** How completely the responses that were asked for have been read, as far as that can be known. */
export type Coverage = {
  readonly reads: readonly Read[]
  /** Responses of which the read of their form had a newer state than that of the environment, which came later. */
  readonly newerInForm: number
  readonly doubts: readonly Doubt[]
}

/** A saved reply is all that there is. */
export const savedCoverage: Coverage = { reads: [], newerInForm: 0, doubts: [] }

/** Whether the read of one form may have left some out: it gives its ten newest (contract, Limits). */
export const mayBeMore = (returned: number): boolean => returned >= mostOfForm

/** Which reads there were and what follows from each, in sentences. */
export function coverageWords({ reads, newerInForm }: Coverage, withPartials: boolean): readonly string[] {
  const [kind, finishedOrNot] = withPartials ? ['response', ', finished or not'] : ['finished response', '']
  const forms = reads.filter((read) => read.operation === 'form')
  const open = forms.filter(({ returned }) => mayBeMore(returned))
  const whole = forms.filter(({ returned }) => !mayBeMore(returned))
  const environment = reads.find((read) => read.operation === 'environment')
  const every = open.length > 0 ? `Ten came of ${named(open)}, and there may be more: so every` : 'Every'
  return [
    ...(whole.length > 0
      ? [`Fewer than ten came of ${listed(whole)}, so no ${kind} is missing${finishedOrNot}.`]
      : []),
    ...(environment
      ? [
          `${every} ${kind} of the environment was read${finishedOrNot}, ${thousands(environment.returned)} in all.`,
        ]
      : []),
    ...(newerInForm > 0
      ? [`Of ${count(newerInForm, 'response')}, the read of the form had a newer state, which was taken.`]
      : []),
  ]
}

type FormRead = Extract<Read, { operation: 'form' }>

const mostNamed = 3

const named = (reads: readonly FormRead[]): string => inWords(reads.map(({ formId }) => formId))

const listed = (reads: readonly FormRead[]): string =>
  inWords(reads.map(({ formId, returned }) => `${formId} (${returned})`))

const inWords = (names: readonly string[]): string =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${count(names.length - mostNamed, 'more form')}`
    : names.join(', ')

/** The contract leaves open whether the read of the environment knows `returnPartials`; a service may announce it. */
export const partialsUnannounced: Doubt = {
  code: 'partials-unannounced',
  sentence:
    'The service does not say whether its read of a whole environment holds every partial response: some may be missing.',
}

/** What the newest of a form tell of the read of the environment that should have held them. */
export function doubtsOf(
  forms: readonly { readonly formId: string; readonly found: number; readonly missed: number }[],
): readonly Doubt[] {
  const strangers = forms.filter(({ found, missed }) => found === 0 && missed > 0)
  const missed = forms.reduce((sum, form) => sum + (form.found === 0 ? 0 : form.missed), 0)
  return [
    ...strangers.map(({ formId, missed: newest }): Doubt => ({
      code: 'form-not-in-environment',
      sentence: `The read of the environment held no response of ${formId}: is the form of another one? Only its ${newest} newest were taken; older ones may be missing.`,
    })),
    ...(missed === 0
      ? []
      : [
          {
            code: 'beyond-environment',
            sentence: `${count(missed, 'response')} came with the newest of a form but not with those of the environment. ${missed === 1 ? 'It was' : 'They were'} taken; older ones like ${missed === 1 ? 'it' : 'them'} may be missing.`,
          } as const,
        ]),
  ]
}
