import type { ComponentType } from './component-type.ts'

/** A heading at the top of a step; asks nothing. */
export const header: ComponentType = { type: 'Header', headline: () => '' }
