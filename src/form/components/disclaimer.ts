import type { ComponentType } from './component-type.ts'

/** A disclaimer or legal text; asks nothing. */
export const disclaimer: ComponentType = {
  type: 'Disclaimer',
  headline: () => '',
}
