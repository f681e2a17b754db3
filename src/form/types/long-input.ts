import { linesOf, readText } from './answers.ts'
import { defineType } from './define-type.ts'
import { fakeText } from './fake.ts'
import { lengthLimits, textProblem } from './texts.ts'

export const longInput = defineType({
  asks: { summary: 'a text of several lines', sample: { '': 'Open earlier.\nAnd on Sundays.' } },
  answerKind: 'text',
  missing: { text: 'text' },
  contract: { keys: ['question'] },
  limits: lengthLimits,
  read: (content, input) =>
    readText(linesOf(input.fields, ''), input, (text) => textProblem(text, content, input.texts)),
  fake: (content, faker) => ({ '': fakeText(content, faker, true) }),
})
