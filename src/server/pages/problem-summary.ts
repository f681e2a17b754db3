/** What stands above a step that holds something to correct. */
import { textsOf } from '../../form/languages.ts'
import type { Shown } from '../components/page-component.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { fieldId, type StepComponent } from './form-steps.ts'

/** A problem to correct: that of an answer, or a conflict. */
export type PageProblem = { readonly id: string; readonly message: string; readonly status: number }

/** The problems as links to their fields. It takes the focus, so each link says by itself which question it means. */
export const problemSummary = (problems: readonly PageProblem[], { components, shown }: Named): Html => html`
  <div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary">
    <h2 id="summary">${summaryTitle(problems, shown)}</h2>
    <ul>
      ${problems.map(({ id, message }) => {
        const name = nameAt(id, { components, shown })
        return html`<li>
          <a ${attributes({ href: `#${id}` })}><bdi>${name}</bdi> ${message}</a>
        </li>`
      })}
    </ul>
  </div>
`

type Named = { readonly components: readonly StepComponent[]; readonly shown: Shown }

function summaryTitle(problems: readonly PageProblem[], { language }: Shown): string {
  const { haveTwoVersions, needCorrecting } = textsOf(language).page
  const isConflict = problems.every(({ status }) => status === 409)
  return (isConflict ? haveTwoVersions : needCorrecting)(problems.length)
}

function nameAt(id: string, { components, shown }: Named): string {
  const component = components.find((one) => id === fieldId(one, '') || id.startsWith(`${fieldId(one, '')}-`))
  return component ? ended(nameOf(component, shown, id)) : ''
}

/** A question as people know it, and the field with that id where it has several; a question without text goes by its fields. */
export function nameOf(component: StepComponent, shown: Shown, id = ''): string {
  const { type, content, page } = component
  const labels = [...(page.labels?.({ content, ...shown }) ?? [])]
  const label = labels.find(([field]) => fieldId(component, field) === id)?.[1] ?? ''
  const { words, page: texts } = textsOf(shown.language)
  // One without a question of its own.
  const isUnnamed = page.unnamed !== undefined && type.headline(content) === type.headline({})
  const question = isUnnamed ? words[page.unnamed] : type.headline(content)
  const names = [question, label].filter((name) => name.trim() !== '')
  if (names.length > 0)
    return names.map((name, i) => (i < names.length - 1 ? ended(name, ',') : name)).join(' ')
  return labels.map(([, name]) => name).join(', ') || texts.yourAnswer
}

/** A name before more words: one that ends a sentence by itself needs no other sign. */
const ended = (name: string, sign = ':'): string =>
  /[\p{Sentence_Terminal}:…]$/u.test(name.trim()) ? name.trim() : `${name.trim()}${sign}`

/** What stands above a step: what is to be corrected, or a notice. */
export const calloutCss = `
.summary,.notice{margin-bottom:var(--gap);padding:1rem 1.25rem;border:1px solid var(--error);border-inline-start-width:.375rem;border-radius:var(--corner);background:var(--background)}
.summary:focus{outline:2px solid var(--error);outline-offset:0}
.notice{border-color:var(--accent)}
.summary h2{font-size:1.125rem}
.summary ul{margin-block:.25rem -.35rem;list-style:none}
.summary a{color:var(--error);font-weight:600;line-height:1.35}
.summary a,.notice a{display:inline-block;padding-block:.625rem}
`
