import { fakeChoice, fullTicks, readTicks } from './choices.ts'
import { defineType } from './define-type.ts'

export const graphicOptions = defineType({
  asks: { summary: 'one option, or several with isMulti', sample: { '': 'Speed' } },
  answerKind: 'choices',
  missing: { text: 'option' },
  contract: { keys: ['question', 'choices', 'options', 'subheading', 'isMulti'], isOnlyNamed: true },
  aliases: { options: 'choices' },
  inner: { kind: 'image', key: 'images', definition: 'OptionImage', noun: 'the picture of an option' },
  fullAnswer: fullTicks,
  read: readTicks,
  fake: (content, faker) => fakeChoice(content, 'choices', faker),
})
