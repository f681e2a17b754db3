import { textsOf, type Texts } from '../../form/languages.ts'
import { filesOf } from '../../form/response.ts'
import { contentText } from '../../form/types/answers.ts'
import { sizeText } from '../../form/typed-values.ts'
import { fileLimits, type FileLimits } from '../../form/types/file-uploader.ts'
import { attributes, html, nothing } from '../../html/html.ts'
import { endingsOf, kindsText } from '../file-types.ts'
import { labelled } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** A place for files, and those that were sent before, each with a box that removes it. */
export const fileUploader: PageComponent = {
  draw(drawing) {
    const limits = fileLimits(drawing.content)
    const texts = textsOf(drawing.language)
    const labelling = {
      label: contentText(drawing.content, 'question') || texts.words.files,
      hint: hintOf(limits, texts),
    }
    return labelled(drawing, labelling, (described) => {
      const own = {
        type: 'file',
        multiple: limits.maxFiles > 1,
        id: drawing.id(),
        name: drawing.name(),
        // A browser offers `.jpeg` only where it is named beside `.jpg`.
        accept: limits.accept.flatMap((kind) => [kind].concat(endingsOf(kind))).join(',') || undefined,
        'data-sending': texts.words.sendingFiles,
        'data-remove': texts.words.remove,
      }
      return html`${sentFiles(drawing)}<input ${attributes({ ...own, ...described })} />`
    })
  },
  lines: (answer) => filesOf(answer).map(({ name }) => name),
  rules: () => [fileCss],
  scripts: () => ['upload'],
  // The script shows the chosen pictures.
  images: () => ['blob:'],
  unnamed: 'files',
}

function hintOf({ maxFiles, maxMiB, accept }: FileLimits, { hints }: Texts): string {
  const amount = hints.files(maxFiles, maxMiB)
  return accept.length === 0 ? amount : `${amount} ${hints.accepted(kindsText(accept, hints))}`
}

/** The field whose values are the addresses of files to take out of the answer. */
export const removeField = 'remove'

function sentFiles(drawing: Drawing) {
  const files = filesOf(drawing.saved)
  if (files.length === 0) return nothing
  return html`
    <ul class="files">
      ${files.map(
        ({ name, size, url }) => html`
          <li>
            <span dir="auto">${name}</span>
            <span class="hint">${sizeText(size, textsOf(drawing.language).locale)}</span>
            <label class="remove"
              ><input ${attributes({ type: 'checkbox', name: drawing.name(removeField), value: url })} />
              ${textsOf(drawing.language).words.remove}<span class="visually-hidden" dir="auto">
                ${name}</span
              ></label
            >
          </li>
        `,
      )}
    </ul>
  `
}

const fileCss = `
input[type=file]{padding:1rem;border-style:dashed;background:var(--wash);cursor:pointer}
input[type=file]::file-selector-button{font:inherit;font-weight:600;margin-inline-end:1rem;padding:.4rem 1rem;border:1px solid var(--border);border-radius:calc(var(--corner)*.75);background:var(--background);color:var(--text)}
.files{list-style:none;display:grid;gap:.4rem}
.files li{position:relative;display:flex;align-items:center;gap:.75rem;min-height:3.75rem;padding:.35rem .85rem;overflow:hidden;border:1px solid var(--line);border-radius:var(--corner)}
.remove{display:flex;align-items:center;gap:.5rem;margin-inline-start:auto;font-weight:400;min-height:2.75rem}
.remove input{flex:none;width:1.2rem;height:1.2rem;margin:0}
.files img{width:2.75rem;height:2.75rem;object-fit:cover;border-radius:min(var(--corner),.3rem)}
.files li>:is(bdi,[dir]){flex:1;min-width:0}
.files .hint{flex:none}
.files progress{position:absolute;inset:auto 0 0;width:100%;height:.25rem;border-radius:0;accent-color:var(--accent)}
`
