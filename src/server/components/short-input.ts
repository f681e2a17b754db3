import { contentText } from '../../form/components.ts'
import { input, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A line of text. */
export const shortInput: PageComponent = {
  draw: (drawing) => input(drawing, { label: contentText(drawing.content, 'question') }, {}),
  refill: refillValue,
}
