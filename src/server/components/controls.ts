import type { Answer } from '../../form/response.ts'
import { isObject } from '../../form/value.ts'
import { textsOf, type Texts } from '../../form/languages.ts'
import type { FieldValues } from '../../form/read-answer.ts'
import { otherValue } from '../../form/types/choices.ts'
import { addressMeant } from '../../form/types/mistyped-email.ts'
import { emailIn, runsOf, lengthHint } from '../../form/types/texts.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import type { Drawing, ScriptName } from './page-component.ts'
import type { Content } from '../../form/schema.ts'
import { contentNumber, contentText } from '../../form/types/answers.ts'

/** Sent beside a password, so that it is never shown again, even if its form is gone. */
export const secretField = 'secret'

export type FieldLabel = {
  readonly label: string
  /** Whether only screen readers get the label. */
  readonly isLabelHidden?: boolean
  readonly hint?: string
  /** The field inside the component; absent: the only one. */
  readonly field?: string
  /** Whether this field must be filled in; absent: as the component says. */
  readonly isRequired?: boolean
}

/** A label, hint, problem and the one control that they belong to. */
export function labelled(
  drawing: Drawing,
  labelling: FieldLabel,
  control: (described: AriaState) => Html,
): Html {
  const id = drawing.id(labelling.field)
  const { described, hint, problem } = describe(drawing, labelling)
  const own = attributes({ for: id })
  const text = labelText(drawing, labelling)
  const label = html`<label ${labelClass(labelling)} ${own} dir="auto">${text}</label>`
  return html`
    <div class="field" id="${id}-field">
      ${labelling.field === undefined ? titled(drawing, label) : label} ${hint}${problem}
      ${control(described)}
    </div>
  `
}

/** The name of a question, as the heading of the page if it is that. */
export const titled = ({ isHeading }: Drawing, name: Html): Html =>
  isHeading ? html`<h1>${name}</h1>` : name

/** The attributes that tie a control to its hint and its problem. */
type AriaState = {
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': string | undefined
  readonly 'aria-required': string | undefined
}

export function input(
  drawing: Drawing,
  labelling: FieldLabel,
  more: Readonly<Record<string, string | number | undefined>>,
): Html {
  const { field } = labelling
  const own = { id: drawing.id(field), name: drawing.name(field), value: drawing.values(field)[0] }
  return labelled(drawing, labelling, (described) => {
    const typed = { dir: directionTyped(more['type']), type: 'text', ...own, ...more }
    const line = html`<input ${attributes({ ...typed, ...described })} />`
    if (more['type'] !== 'email') return line
    const meant = addressMeant(emailIn(own.value ?? ''))
    return html`${line}${meant && html`<p class="hint">${textsOf(drawing.language).hints.addressMeant(meant)}</p>`}`
  })
}

/** The direction of the text of a field: addresses and numbers run from the left, also in Arabic and Hebrew. */
const directionTyped = (type: unknown): 'ltr' | 'auto' =>
  type === 'email' || type === 'tel' || type === 'url' ? 'ltr' : 'auto'

type Choices = {
  readonly options: readonly string[]
  readonly isMulti: boolean
  /** Names of its classes. */
  readonly look: string
  /** The picture of an option. */
  readonly figure?: (option: string) => Html
  /** Above the list. */
  readonly before?: Html
  /** After the options. */
  readonly last?: Html
  /** Attributes of the list for a script. */
  readonly data?: Readonly<Record<string, string>>
}

/** All options on the page: radio buttons, or checkboxes for several. */
export function choiceGroup(
  drawing: Drawing,
  labelling: FieldLabel,
  { options, isMulti, look, figure, before, last, data }: Choices,
): Html {
  const invalid = drawing.problem(labelling.field) === undefined ? undefined : 'true'
  const chosen = drawing.values()
  const choices = options.map((value, i) => {
    const own = { id: i === 0 ? drawing.id() : undefined, name: drawing.name(), value }
    const state = { checked: chosen.includes(value), 'aria-invalid': isMulti ? invalid : undefined }
    return html`
      <label class="choice"
        ><input ${attributes({ type: isMulti ? 'checkbox' : 'radio', ...own, ...state })} />
        ${figure?.(value)}<span dir="auto">${drawing.translate(value)}</span>${keyOf(drawing, i)}</label
      >
    `
  })
  const body = html`${before}
    <div ${attributes({ class: look, ...data })}>${choices} ${last}</div>
    ${!isMulti && noAnswer(drawing)}`
  return fieldGroup(drawing, labelling, { isRadioGroup: !isMulti, body })
}

/** The letter that chooses an option, counted from 0. */
export const keyOf = ({ step }: Pick<Drawing, 'step'>, i: number): Html =>
  step.hasKeys && i < 26
    ? html`<kbd class="by-key" aria-hidden="true">${String.fromCharCode(65 + i)}</kbd>`
    : nothing

/** A legend, hint and problem around several fields. */
export function fieldGroup(
  drawing: Drawing,
  labelling: FieldLabel,
  { isRadioGroup = false, body }: { readonly isRadioGroup?: boolean; readonly body: Html },
): Html {
  const { described, hint, problem } = describe(drawing, labelling)
  const group = isRadioGroup
    ? { role: 'radiogroup', ...described }
    : { 'aria-describedby': described['aria-describedby'] }
  return html`
    <fieldset class="field" ${attributes(group)}>
      <legend ${labelClass(labelling)} dir="auto">${titled(drawing, labelText(drawing, labelling))}</legend>
      ${hint}${problem} ${body}
    </fieldset>
  `
}

/**
 * The radio button that takes an optional answer back, as an empty value does. CSS hides it until something is chosen.
 * `row`: the field of a row, and the id of its name.
 */
export function noAnswer(drawing: Drawing, row?: { readonly field: string; readonly nameId: string }): Html {
  if (drawing.isRequired === true) return nothing
  const id = row && `${row.nameId}-none`
  const own = { type: 'radio', name: drawing.name(row?.field), value: '' }
  return html`<label class="choice none"
    ><input ${attributes({ ...own, 'aria-labelledby': row && `${row.nameId} ${id}` })} />
    <span ${attributes({ id })}>${textsOf(drawing.language).page.noAnswer}</span></label
  >`
}

export const refillValue = ({ value }: Answer): FieldValues =>
  new Map(typeof value === 'string' ? [['', [value]]] : [])

export function refillChoices({ choices, other }: Answer): FieldValues {
  const ticked = (Array.isArray(choices) ? choices : [])
    .filter(isObject)
    .flatMap(({ key, value }) => (value === true && typeof key === 'string' ? [key] : []))
  return refillChosen(ticked, other)
}

/** The fields of chosen options, and of "Other" if there is a text for it. */
export const refillChosen = (options: readonly string[], other: unknown): FieldValues =>
  typeof other === 'string'
    ? new Map([
        ['', [...options, otherValue]],
        ['other', [other]],
      ])
    : new Map([['', options]])

/** The hint and the problem of a control, and what ties it to them. */
export function describe(
  drawing: Drawing,
  labelling: FieldLabel,
): { readonly described: AriaState; readonly hint: Html; readonly problem: Html } {
  const { field, hint } = labelling
  const id = drawing.id(field)
  const problem = drawing.problem(field)
  // A description belongs to the only field of a question.
  const description = field === undefined ? drawing.description : undefined
  const ids = [
    description ? `${id}-description` : '',
    hint ? `${id}-hint` : '',
    problem === undefined ? '' : `${id}-problem`,
  ].filter(Boolean)
  return {
    described: {
      'aria-describedby': ids.join(' ') || undefined,
      'aria-invalid': problem === undefined ? undefined : 'true',
      'aria-required': isRequired(drawing, labelling) ? 'true' : undefined,
    },
    hint: html`${description && html`<p class="hint lines" id="${id}-description" dir="auto">${linked(description)}</p>`}
    ${hint && html`<p class="hint" id="${id}-hint" dir="auto">${linked(hint)}</p>`}`,
    problem: problem === undefined ? nothing : problemText(drawing, `${id}-problem`, problem),
  }
}

const isRequired = (drawing: Drawing, labelling: FieldLabel): boolean =>
  labelling.isRequired ?? drawing.isRequired === true

const labelClass = ({ label, isLabelHidden }: FieldLabel) =>
  attributes({ class: isLabelHidden || label === '' ? 'visually-hidden' : undefined })

/** Every control has a label for screen readers, even if the author wrote none. */
const labelText = (drawing: Drawing, labelling: FieldLabel): Html =>
  html`${labelling.label || textsOf(drawing.language).page.yourAnswer}${isRequired(drawing, labelling) && requiredMark(drawing)}`

/** The mark of a question that must be answered, in words: a star means nothing to many people. */
export const requiredMark = ({ language }: Pick<Drawing, 'language'>): Html =>
  html` <span class="mark">${textsOf(language).page.required}</span>`

/** A problem beside its field. */
export function problemText({ language }: Pick<Drawing, 'language'>, id: string, problem: string): Html {
  const { error } = textsOf(language).page
  return html`<p class="problem" id="${id}"><span class="visually-hidden">${error} </span>${problem}</p>`
}

/** A text whose links open beside the page, so that nothing typed is lost. */
export const linked = (text: string): readonly Html[] =>
  runsOf(text).map(({ text: run, url }) =>
    url === undefined
      ? html`${run}`
      : html`<a ${attributes({ href: url, target: '_blank', rel: 'noopener noreferrer' })}>${run}</a>`,
  )

/** Radio buttons and boxes to tick, each in its label. */
export const tickCss = `
.choice{display:flex;align-items:center;gap:.75rem;font-weight:400;cursor:pointer;min-height:2.75rem}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:0}
@media not (forced-colors:active){
[type=checkbox],[type=radio]{appearance:none;display:grid;place-items:center;border:1px solid var(--border);border-radius:min(var(--corner),.3rem);background:var(--background)}
[type=radio]{border-radius:50%}
:is([type=checkbox],[type=radio]):checked{border-color:var(--accent);background:var(--accent)}
[type=radio]:checked{border-width:.375rem;background:var(--accent-text)}
[type=checkbox]:checked::before{content:"";width:.375rem;height:.7rem;margin-top:-.15rem;border:solid var(--accent-text);border-width:0 2px 2px 0;transform:rotate(45deg)}
}
.none{width:fit-content;font-size:.875rem;color:var(--muted)}
.field:not(:has(:checked)) .none,tr:not(:has(:checked)) .none{display:none}
`

/** Choices below each other, each in a box. */
export const boxedCss = `
.choices{display:grid;gap:.6rem}
.boxed .choice{padding:.65rem 1rem;min-height:3.125rem;border:1px solid var(--border);border-radius:var(--corner)}
.boxed .choice:hover{border-color:var(--accent);background:var(--wash)}
.boxed .choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);background:var(--wash)}
.boxed .choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
@supports selector(:has(*)){.boxed .choice :focus-visible{outline:0}}
[aria-invalid]>.boxed .choice{border-color:var(--error)}
`

/** A list that opens, with an arrow of its own at its end. */
export const selectCss = `
select{appearance:none;padding-inline-end:2.5rem;text-overflow:ellipsis;background:linear-gradient(45deg,#0000 42%,var(--muted) 42% 58%,#0000 58%) right 1.24rem center/.4rem .4rem no-repeat,linear-gradient(-45deg,#0000 42%,var(--muted) 42% 58%,#0000 58%) right .9rem center/.4rem .4rem no-repeat var(--background)}
select:dir(rtl){background-position:left .9rem center,left 1.24rem center}
@media (forced-colors:active){select{appearance:auto;background:none}}
`

const maxLengthOf = (content: Content): number | undefined => contentNumber(content, 'maxLength')

const counterCss = `
.count{margin:.3rem 0 -.75em;min-height:1.5em}
@media (scripting:none){.count{display:none}}
`

export const counterRules = ({ content }: Pick<Drawing, 'content'>): readonly string[] =>
  maxLengthOf(content) === undefined ? [] : [counterCss]

/** The script that counts along. */
export const counterScripts = (content: Content): readonly ScriptName[] =>
  maxLengthOf(content) === undefined ? [] : ['counter']

/** A question with its bounds, as `hintOf` writes them. The problem beside the field often repeats them. */
export function labellingOf(
  { content, language, problem }: Drawing,
  hintOf: (content: Content, texts: Texts, language?: string) => string = lengthHint,
): FieldLabel & { readonly hint: string } {
  const hint = hintOf(content, textsOf(language), language)
  return { label: contentText(content, 'question'), hint: problem() === hint ? '' : hint }
}

export const typed = ({ content, values }: Drawing) => ({
  value: values()[0] ?? (contentText(content, 'default') || undefined),
  placeholder: contentText(content, 'placeholder') || undefined,
  'data-most': maxLengthOf(content),
})

/** Where a script shows how many characters are left. */
export const counter = (drawing: Drawing): Html =>
  maxLengthOf(drawing.content) === undefined
    ? nothing
    : html`<p
        ${attributes({ class: 'hint count', id: `${drawing.id()}-count`, 'data-text': textsOf(drawing.language).words.charactersLeft })}
      ></p>`
