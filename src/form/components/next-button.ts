import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'

/** The button that leads to the next step; asks nothing. */
export const nextButton: ComponentType = {
  type: 'NextButton',
  ...contentShapes.NextButton,
  headline: () => '',
}
