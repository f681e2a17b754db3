import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'

/** A heading at the top of a step; asks nothing. */
export const header: ComponentType = { type: 'Header', ...contentShapes.Header, headline: () => '' }
