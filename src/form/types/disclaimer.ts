import { defineType } from './define-type.ts'

export const disclaimer = defineType({
  contract: { keys: ['text'] },
  synonyms: 'legal terms note markdown html',
  shownTexts: ['text'],
  neededText: 'text',
})
