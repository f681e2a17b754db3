import { defineType } from './define-type.ts'

export const nextButton = defineType({
  isButton: true,
  contract: { keys: ['label', 'buttonText'] },
  aliases: { label: 'buttonText' },
  synonyms: 'button submit submitbutton continue next',
  shownTexts: ['buttonText', 'label'],
})
