import { contentNumber, contentText, lengthHint } from '../../form/components.ts'
import { textsOf } from '../../form/languages.ts'
import type { Content } from '../../form/schema.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { input, labelled, refillValue } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

const mostOf = (content: Content): number | undefined => contentNumber(content, 'maxLength')

const longCss = 'textarea{display:block;resize:vertical;min-height:8.5rem}'

const counterCss = `
.count{margin-top:.3rem;min-height:1.5em}
@media (scripting:none){.count{display:none}}
`

const counterRules = ({ content }: Pick<Drawing, 'content'>): readonly string[] =>
  mostOf(content) === undefined ? [] : [counterCss]

export const shortInput: PageComponent = {
  draw: (drawing) => html`${input(drawing, labellingOf(drawing), typed(drawing))}${counter(drawing)}`,
  refill: refillValue,
  scripts: (content) => (mostOf(content) === undefined ? [] : ['counter']),
  rules: counterRules,
}

export const longInput: PageComponent = {
  draw: (drawing) =>
    html`${labelled(drawing, labellingOf(drawing), (described) => {
      const { value, ...rest } = typed(drawing)
      const own = { id: drawing.id(), name: drawing.name(), rows: 5, dir: 'auto' }
      return html`<textarea ${attributes({ ...own, ...rest, ...described })}>${value}</textarea>`
    })}${counter(drawing)}`,
  refill: refillValue,
  scripts: (content) => (mostOf(content) === undefined ? [] : ['counter']),
  rules: (drawing) => [longCss, ...counterRules(drawing)],
}

export const emailForm: PageComponent = {
  draw(drawing) {
    const label = contentText(drawing.content, 'question') || textsOf(drawing.language).words.email
    const mail = { autocomplete: 'email', inputmode: 'email', spellcheck: 'false', autocapitalize: 'none' }
    return input(drawing, { label }, { type: 'email', ...mail, ...typed(drawing) })
  },
  refill: refillValue,
  unnamed: 'email',
}

const labellingOf = ({ content, language }: Drawing) => ({
  label: contentText(content, 'question'),
  hint: lengthHint(content, textsOf(language)),
})

const typed = ({ content, values }: Drawing) => ({
  value: values()[0] ?? (contentText(content, 'default') || undefined),
  placeholder: contentText(content, 'placeholder') || undefined,
  'data-most': mostOf(content),
})

/** Where a script shows how many characters are left. */
const counter = (drawing: Drawing): Html =>
  mostOf(drawing.content) === undefined
    ? nothing
    : html`<p
        ${attributes({ class: 'hint count', id: `${drawing.id()}-count`, 'data-text': textsOf(drawing.language).words.charactersLeft })}
      ></p>`
