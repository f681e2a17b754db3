import { contentText, runsOf } from '../../form/components.ts'
import { textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { describe, requiredMark, tickCss, titled } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A text whose links open beside the page, so that nothing typed is lost. */
const linked = (text: string): readonly Html[] =>
  runsOf(text).map(({ text: run, url }) =>
    url === undefined
      ? html`${run}`
      : html`<a ${attributes({ href: url, target: '_blank', rel: 'noopener noreferrer' })}>${run}</a>`,
  )

/** A box to tick beside the text that is agreed to. */
export const consentBox: PageComponent = {
  draw(drawing) {
    const question = contentText(drawing.content, 'question')
    const { described, hint, problem } = describe(drawing, { label: question })
    const own = { type: 'checkbox', id: drawing.id(), name: drawing.name(), value: 'yes' }
    const state = { checked: drawing.values().includes('yes'), ...described }
    return html`
      <fieldset class="field">
        <legend ${attributes({ class: question === '' ? 'unseen' : undefined })} dir="auto">
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

/** A text to read. */
export const statement: PageComponent = {
  draw({ content }) {
    const [title, text] = [contentText(content, 'title'), contentText(content, 'text')]
    return html`
      <div class="heading">
        ${title !== '' && html`<h2 dir="auto">${title}</h2>`}
        ${text !== '' && html`<p class="lines" dir="auto">${linked(text)}</p>`}
      </div>
    `
  },
}
