import { defineType } from './define-type.ts'

export const header = defineType({
  isHeading: true,
  contract: { keys: ['title', 'subheading'] },
  synonyms: 'heading title headline h1 h2',
  shownTexts: ['title'],
  neededText: 'title',
})
