import { defineType } from './define-type.ts'

export const nextButton = defineType({
  isButton: true,
  contract: { keys: ['label', 'buttonText'] },
  aliases: { label: 'buttonText' },
  shownTexts: ['buttonText', 'label'],
})
