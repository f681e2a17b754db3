import type { ComponentType } from './component-type.ts'

/** The button that leads to the next step; asks nothing. */
export const nextButton: ComponentType = {
  type: 'NextButton',
  headline: () => '',
}
