import { optionsQuestion } from './answers.ts'
import type { ComponentType } from './component-type.ts'

/** A choice from options that all stand on the page. */
export const multipleOptionsQuestion: ComponentType = optionsQuestion('MultipleOptionsQuestion', '2 to 10')
