import { emailIn, emailProblem } from './texts.ts'
import { lineOf, readText } from './answers.ts'
import { defineType } from './define-type.ts'

export const emailForm = defineType({
  asks: { summary: 'an e-mail address', sample: { '': 'ada@example.com' } },
  answerKind: 'email',
  missing: { text: 'email' },
  contract: { keys: ['question'], isOnlyNamed: true },
  neededText: '',
  cells: 'text',
  figures: 'email',
  isPersonal: true,
  emailMembers: ['value'],
  read: (_, input) =>
    readText(emailIn(lineOf(input.fields, '')), input, (text) => emailProblem(text, input.texts.problems)),
  fake: (_, { person }) => ({ '': person.emailAddress }),
})
