/** Signs that a program sent a response. They only set flags; no response is dropped. */
import { hkdfSync } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import type { Submission } from './submission.ts'
import { memoized } from '../../form/value.ts'
import { isConditional } from './form-steps.ts'
import { stepsOf } from '../../form/form-path.ts'
import type { PageDeps } from '../deps.ts'
import type { Session } from './session.ts'

/** The name of a field that people do not see and programs fill in. */
const honeypotField = 'website'

/** The shortest time that a person takes, from the first page to the last button. */
const minSeconds = 3

/** The hidden field that only programs see. */
export function honeypot(language: string | undefined): Html {
  const label = textsOf(language).page.leaveEmpty
  const own = { name: honeypotField, tabindex: -1, autocomplete: 'off' }
  return html`
    <div class="visually-hidden" aria-hidden="true">
      <label>${label} <input ${attributes(own)} /></label>
    </div>
  `
}

/**
 * The flags of a response: `honeypot`, the hidden field is filled in; `too-fast`, the response took less than 3 seconds; `no-proof`, the
 * browser did not solve its task. `at` is ISO 8601.
 */
export async function flagsOf(
  form: PublishedForm,
  submission: Submission,
  session: Session,
  { isFinished, at }: { readonly isFinished: boolean; readonly at: string },
  deps: Pick<PageDeps, 'secret'>,
): Promise<readonly string[]> {
  const isHoneypotFilled = submission.fields.get(honeypotField)?.some((value) => value !== '') === true
  // Without a page before, the session begins with this post.
  const since = session.since ?? (session.isNew ? Date.parse(at) : 0)
  // A change of a finished response may be fast.
  const isTooFast = isFinished && session.isChange !== true && Date.parse(at) - since < minSeconds * 1000
  const solution = submission.fields.get(workField)?.[0] ?? ''
  const isUnproven = isFinished && needsProof(form, session) && !(await isProof(solution, session, deps))
  return [
    ...(isHoneypotFilled ? ['honeypot'] : []),
    ...(isTooFast ? ['too-fast'] : []),
    ...(isUnproven ? ['no-proof'] : []),
  ]
}

/** The name of the hidden field with the task, and with the solution once the script has found it. */
export const workField = 'work'

/** A key costs a common phone about 5 ms; on average half of the keys are tried. */
const cost = { iterations: 5000, maxKeys: 400 }

/** Whether a response needs a solution. One that is changed had it before. */
const needsProof = ({ settings }: PublishedForm, { isChange }: Session): boolean =>
  settings?.proofOfWork === true && isChange !== true

/** The task of a response, as base64, for a step with which the form may end; undefined where none is needed. */
export async function taskFor(
  { form, session, stepIndex }: { form: PublishedForm; session: Session; stepIndex: number },
  { secret }: Pick<PageDeps, 'secret'>,
): Promise<string | undefined> {
  const mayEnd = isConditional(form) || stepIndex === stepsOf(form).asking.length - 1
  if (!mayEnd || !needsProof(form, session)) return undefined
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: cost.iterations,
    counter: randomInt(cost.maxKeys),
    data: { responseId: session.responseId },
    deriveKey,
    hmacSignatureSecret: keyOf(secret).text,
  })
  return Buffer.from(JSON.stringify({ challenge })).toString('base64')
}

async function isProof(
  sent: string,
  { responseId }: Session,
  { secret }: Pick<PageDeps, 'secret'>,
): Promise<boolean> {
  try {
    // It may have any shape: the signature is checked first, and a task without a solution throws.
    const { challenge, solution } = JSON.parse(Buffer.from(sent, 'base64').toString()) as Payload
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: keyOf(secret).text,
    })
    return verified && challenge.parameters.data?.['responseId'] === responseId
  } catch {
    return false
  }
}

const keyOf = memoized((secret: Uint8Array) => ({
  text: Buffer.from(hkdfSync('sha256', secret, '', 'proof of work', 32)).toString('hex'),
}))
