import { type Answer, type AnswerEntry, type ResponseRecord, fingerprintOf } from '../../form/response.ts'
import { basisField, fieldId, fieldName, type StepComponent } from './form-steps.ts'
import { attributes, html, type Html } from '../../html/html.ts'

/** A question whose sent answer contradicts a stored one that is newer than the page it was sent from. */
export type Conflict = { readonly questionId: string; readonly sent: readonly AnswerEntry[] }

/** What the person has to do about a conflict, for a place away from the question. */
export function conflictMessage({ type, content }: StepComponent): string {
  const headline = type.headline(content)
  return `${headline === '' ? 'An answer' : `“${headline}”`} was changed in another tab or window. Choose which answer to keep.`
}

/**
 * A question in conflict: both answers as radio buttons. Each button sends a basis that lets `applySave` decide as the
 * person chose: that of the stored answer makes the sent one a change of it; that of the sent answer makes it no
 * change at all. Without a choice the page's own basis stands, and the conflict is there again.
 */
export function conflictChoice(
  component: StepComponent,
  { questionId, sent }: Conflict,
  record: ResponseRecord | undefined,
): Html {
  const stored = (record?.data ?? []).filter((entry) => entry.questionId === questionId)
  const basisOf = (entries: readonly AnswerEntry[]): string =>
    fingerprintOf(record?.id ?? '', questionId, entries)
  const id = fieldId(component, '')
  const group = { role: 'radiogroup', 'aria-describedby': `${id}-problem`, 'aria-invalid': 'true' }
  const headline = component.type.headline(component.content)
  return html`
    <fieldset class="field" ${attributes(group)}>
      <legend dir="auto">${headline === '' ? 'Your answer' : headline}</legend>
      <p class="problem" id="${id}-problem">
        <span class="unseen">Error: </span>
        This answer was changed in another tab or window after this page was opened. Choose which one to keep.
      </p>
      <div class="choices boxed">
        ${version(component, { id, label: 'What you sent now', basis: basisOf(stored), answer: sent[0]?.response })}
        ${version(component, { label: 'What was saved before', basis: basisOf(sent), answer: stored[0]?.response })}
      </div>
      ${resent(component, sent[0]?.response)}
    </fieldset>
  `
}

type Version = {
  readonly id?: string
  readonly label: string
  readonly basis: string
  readonly answer: Answer | undefined
}

const version = (
  { questionId, page, content }: StepComponent,
  { id, label, basis, answer }: Version,
): Html => html`
  <label class="choice"
    ><input ${attributes({ type: 'radio', id, name: basisField(questionId), value: basis })} />
    <span class="version"
      ><span class="hint">${label}</span>
      ${linesOf(answer && page.refill?.(answer), page.labels?.(content)).map((line) => html`<span dir="auto">${line}</span>`)}</span
    ></label
  >
`

/** An answer as a person reads it: what each of its fields holds, behind the field's label where it has one. */
function linesOf(
  fields: ReadonlyMap<string, readonly string[]> = new Map(),
  labels: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const lines = [...fields].flatMap(([field, values]) => {
    const text = values.join(', ')
    const label = labels.get(field) ?? ''
    return text === '' ? [] : [label === '' ? text : `${label}: ${text}`]
  })
  return lines.length === 0 ? ['No answer'] : lines
}

const resent = ({ questionId, page }: StepComponent, answer: Answer | undefined): readonly Html[] =>
  [...(answer === undefined ? [] : (page.refill?.(answer) ?? []))].flatMap(([field, values]) =>
    values.map(
      (value) => html`<input ${attributes({ type: 'hidden', name: fieldName(questionId, field), value })} />`,
    ),
  )
