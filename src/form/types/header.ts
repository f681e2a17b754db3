import { defineType } from './define-type.ts'

export const header = defineType({
  isHeading: true,
  contract: { keys: ['title', 'subheading'] },
  shownTexts: ['title'],
  neededText: 'title',
})
