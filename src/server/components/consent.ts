import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { runsOf } from '../../form/types/texts.ts'
import { attributes, html } from '../../html/html.ts'
import { describe, linked, requiredMark, tickCss, titled } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A box to tick beside the text that is agreed to. */
export const consent: PageComponent = {
  draw(drawing) {
    const question = contentText(drawing.content, 'question')
    const { described, hint, problem } = describe(drawing, { label: question })
    const own = { type: 'checkbox', id: drawing.id(), name: drawing.name(), value: 'yes' }
    const state = { checked: drawing.values().includes('yes'), ...described }
    return html`
      <fieldset class="field">
        <legend ${attributes({ class: question === '' ? 'visually-hidden' : undefined })} dir="auto">
          ${titled(drawing, html`${question || textsOf(drawing.language).words.consent}`)}
        </legend>
        ${hint}${problem}
        <label class="choice"
          ><input ${attributes({ ...own, ...state })} />
          <span class="lines" dir="auto"
            >${linked(contentText(drawing.content, 'text'))}${drawing.isRequired === true && requiredMark(drawing)}</span
          ></label
        >
      </fieldset>
    `
  },
  refill: ({ value }) => new Map(value === true ? [['', ['yes']]] : []),
  lines({ value }, { content, language }) {
    const { yes } = textsOf(language).after
    const text = runsOf(contentText(content, 'text')).map((run) => run.text)
    // Without a question of its own, the text is the question.
    const isAsked = contentText(content, 'question') !== '' && text.length > 0
    return value === true ? [isAsked ? `${yes}: ${text.join('')}` : yes] : []
  },
  rules: () => [tickCss],
}
