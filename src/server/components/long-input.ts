import { attributes, html } from '../../html/html.ts'
import {
  labelled,
  refillValue,
  counter,
  counterRules,
  counterScripts,
  labellingOf,
  typed,
} from './controls.ts'
import type { PageComponent } from './page-component.ts'
export const longInput: PageComponent = {
  draw: (drawing) =>
    html`${labelled(drawing, labellingOf(drawing), (described) => {
      const { value, ...rest } = typed(drawing)
      const own = { id: drawing.id(), name: drawing.name(), rows: 5, dir: 'auto' }
      return html`<textarea ${attributes({ ...own, ...rest, ...described })}>${value}</textarea>`
    })}${counter(drawing)}`,
  refill: refillValue,
  scripts: counterScripts,
  rules: (drawing) => [longCss, ...counterRules(drawing)],
}

const longCss = 'textarea{display:block;resize:vertical;min-height:8.5rem}'
