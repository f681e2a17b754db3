import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'

/** A disclaimer or legal text; asks nothing. */
export const disclaimer: ComponentType = {
  type: 'Disclaimer',
  ...contentShapes.Disclaimer,
  headline: () => '',
}
