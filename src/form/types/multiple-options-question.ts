import { fakeChoice, fullTicks, readTicks } from './choices.ts'
import { defineType } from './define-type.ts'

export const multipleOptionsQuestion = defineType({
  asks: { summary: 'one option, or several with isMulti', sample: { '': '2 to 10' } },
  answerKind: 'choices',
  missing: { text: 'option' },
  contract: { keys: ['question', 'choices', 'options', 'subheading', 'isMulti'] },
  aliases: { options: 'choices' },
  fullAnswer: fullTicks,
  read: readTicks,
  fake: (content, faker) => fakeChoice(content, 'choices', faker),
})
