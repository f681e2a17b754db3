import { html } from '../../html/html.ts'
import { input, refillValue, counter, counterRules, counterScripts, labellingOf, typed } from './controls.ts'
import type { PageComponent } from './page-component.ts'
export const shortInput: PageComponent = {
  draw: (drawing) => html`${input(drawing, labellingOf(drawing), typed(drawing))}${counter(drawing)}`,
  refill: refillValue,
  scripts: counterScripts,
  rules: counterRules,
}
