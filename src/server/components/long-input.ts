import { contentText } from '../../form/components.ts'
import { attributes, html } from '../../html/html.ts'
import { labelled, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A text area. */
export const longInput: PageComponent = {
  draw: (drawing) =>
    labelled(drawing, { label: contentText(drawing.content, 'question') }, (described) => {
      const own = { id: drawing.id(), name: drawing.name(), rows: 5, dir: 'auto' }
      return html`<textarea ${attributes({ ...own, ...described })}>${drawing.values()[0]}</textarea>`
    }),
  refill: refillValue,
}
