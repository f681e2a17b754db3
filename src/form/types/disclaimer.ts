import { defineType } from './define-type.ts'

export const disclaimer = defineType({
  contract: { keys: ['text'] },
  shownTexts: ['text'],
  neededText: 'text',
})
