import { optionsQuestion } from './answers.ts'
import type { ComponentType } from './component-type.ts'

/** A choice from options drawn as cards; answered as a MultipleOptionsQuestion. */
export const graphicOptions: ComponentType = optionsQuestion('GraphicOptions', 'Speed')
