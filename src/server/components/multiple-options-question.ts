import { optionList } from './option-list.ts'

export const multipleOptionsQuestion = optionList(() => 'choices boxed')
