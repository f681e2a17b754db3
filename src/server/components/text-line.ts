/** What lines and boxes for a text share. */
import { textsOf } from '../../form/languages.ts'
import type { Content } from '../../form/schema.ts'
import { contentNumber, contentText } from '../../form/types/answers.ts'
import { lengthHint } from '../../form/types/texts.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import type { Drawing, ScriptName } from './page-component.ts'

const mostOf = (content: Content): number | undefined => contentNumber(content, 'maxLength')

const counterCss = `
.count{margin-top:.3rem;min-height:1.5em}
@media (scripting:none){.count{display:none}}
`

export const counterRules = ({ content }: Pick<Drawing, 'content'>): readonly string[] =>
  mostOf(content) === undefined ? [] : [counterCss]

/** The script that counts along. */
export const counterScripts = (content: Content): readonly ScriptName[] =>
  mostOf(content) === undefined ? [] : ['counter']

export const labellingOf = ({ content, language }: Drawing) => ({
  label: contentText(content, 'question'),
  hint: lengthHint(content, textsOf(language)),
})

export const typed = ({ content, values }: Drawing) => ({
  value: values()[0] ?? (contentText(content, 'default') || undefined),
  placeholder: contentText(content, 'placeholder') || undefined,
  'data-most': mostOf(content),
})

/** Where a script shows how many characters are left. */
export const counter = (drawing: Drawing): Html =>
  mostOf(drawing.content) === undefined
    ? nothing
    : html`<p
        ${attributes({ class: 'hint count', id: `${drawing.id()}-count`, 'data-text': textsOf(drawing.language).words.charactersLeft })}
      ></p>`
