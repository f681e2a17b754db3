/** Signs that a program sent a response. They are noted, and nothing is dropped. */
import { hkdfSync } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import type { Submission } from './multipart-body.ts'
import { remembered } from '../remember.ts'
import { stepsOf } from './form-steps.ts'
import { isConditional } from './way.ts'
import type { PageWorld } from '../world.ts'
import type { Session } from './session.ts'

/** The name of a field that people do not see. Programs fill it in. */
const trapField = 'website'

/** How long a person takes at least, from the first page to the last button. */
const leastSeconds = 3

/** A field that only programs see. */
export function trap(language: string | undefined): Html {
  const label = textsOf(language).page.leaveEmpty
  const own = { name: trapField, tabindex: -1, autocomplete: 'off' }
  return html`
    <div class="unseen" aria-hidden="true">
      <label>${label} <input ${attributes(own)} /></label>
    </div>
  `
}

type Sent = {
  readonly form: PublishedForm
  readonly submission: Submission
  readonly session: Session
  readonly isFinished: boolean
  /** ISO 8601. */
  readonly at: string
}

/**
 * What speaks for a program: `honeypot`, the hidden field is filled in; `too-fast`, the response took less than 3 seconds; `no-proof`,
 * the browser did not solve its task.
 */
export async function flagsOf(
  { form, submission, session, isFinished, at }: Sent,
  world: Pick<PageWorld, 'secret'>,
): Promise<readonly string[]> {
  const isTrapped = submission.fields.get(trapField)?.some((value) => value !== '') === true
  // Without a page before, the session begins with what is sent.
  const since = session.since ?? (session.isNew ? Date.parse(at) : 0)
  // What is changed was there before.
  const isTooFast = isFinished && session.isChange !== true && Date.parse(at) - since < leastSeconds * 1000
  const sent = submission.fields.get(workField)?.[0] ?? ''
  const isUnproven = isFinished && (await lacksProof({ form, session, sent }, world))
  return [
    ...(isTrapped ? ['honeypot'] : []),
    ...(isTooFast ? ['too-fast'] : []),
    ...(isUnproven ? ['no-proof'] : []),
  ]
}

/** The name of the hidden field that holds the task, and the solution once its script has found it. */
export const workField = 'work'

/** A key costs a usual phone about 5 ms, and half as many are tried on average. */
const cost = { iterations: 5000, mostKeys: 400 }

/** Whether a response has to bring a solution. One that is changed brought it before. */
const isAsked = ({ settings }: PublishedForm, { isChange }: Session): boolean =>
  settings?.proofOfWork === true && isChange !== true

/** The task of a response, as base64, for a step with which the form may end; undefined where none is asked for. */
export async function taskFor(
  { form, session, stepIndex }: { form: PublishedForm; session: Session; stepIndex: number },
  { secret }: Pick<PageWorld, 'secret'>,
): Promise<string | undefined> {
  const mayEnd = isConditional(form) || stepIndex === stepsOf(form).asking.length - 1
  if (!mayEnd || !isAsked(form, session)) return undefined
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: cost.iterations,
    counter: randomInt(cost.mostKeys),
    data: { responseId: session.responseId },
    deriveKey,
    hmacSignatureSecret: keyOf(secret).text,
  })
  return Buffer.from(JSON.stringify({ challenge })).toString('base64')
}

/** Whether a response lacks the solution that its form asks for. */
async function lacksProof(
  { form, session, sent }: { readonly form: PublishedForm; readonly session: Session; readonly sent: string },
  { secret }: Pick<PageWorld, 'secret'>,
): Promise<boolean> {
  if (!isAsked(form, session)) return false
  try {
    // Of any shape: the signature is checked first, and a task without a solution throws.
    const { challenge, solution } = JSON.parse(Buffer.from(sent, 'base64').toString()) as Payload
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: keyOf(secret).text,
    })
    return !verified || challenge.parameters.data?.['responseId'] !== session.responseId
  } catch {
    return true
  }
}

const keyOf = remembered((secret: Uint8Array) => ({
  text: Buffer.from(hkdfSync('sha256', secret, '', 'proof of work', 32)).toString('hex'),
}))
