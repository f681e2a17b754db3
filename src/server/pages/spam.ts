/** Signs that a program sent a response. They are noted, and nothing is dropped. */
import { textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import type { Submission } from './multipart-body.ts'
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
  readonly submission: Submission
  readonly session: Session
  readonly isFinished: boolean
  /** ISO 8601. */
  readonly at: string
}

/** What speaks for a program: `honeypot`, the hidden field is filled in; `too-fast`, the response took less than 3 seconds. */
export function flagsOf({ submission, session, isFinished, at }: Sent): readonly string[] {
  const isTrapped = submission.fields.get(trapField)?.some((value) => value !== '') === true
  // Without a page before, the session begins with what is sent.
  const since = session.since ?? (session.isNew ? Date.parse(at) : 0)
  // What is changed was there before.
  const isTooFast = isFinished && session.isChange !== true && Date.parse(at) - since < leastSeconds * 1000
  return [...(isTrapped ? ['honeypot'] : []), ...(isTooFast ? ['too-fast'] : [])]
}
