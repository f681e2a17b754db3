import { readText } from './answers.ts'
import { defineType } from './define-type.ts'
import { fakeText } from './fake.ts'
import { codeOf, lengthLimits, textProblem } from './texts.ts'

export const shortInput = defineType({
  asks: { summary: 'a line of text', sample: { '': 'Gardener' } },
  answerKind: 'text',
  missing: { text: 'text' },
  contract: { keys: ['question'] },
  limits: lengthLimits,
  read: (content, input) =>
    readText(codeOf(input, content), input, (text) => textProblem(text, content, input.texts)),
  fake: (content, faker) => ({ '': fakeText(content, faker, false) }),
})
