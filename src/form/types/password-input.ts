import { lengthProblem, nothingGiven } from './answers.ts'
import { defineType } from './define-type.ts'

/** The password itself is never stored, only that there was one. */
export const passwordInput = defineType({
  asks: { summary: 'a password', sample: { '': '…' } },
  answerKind: 'secret',
  missing: { text: 'password' },
  contract: { keys: ['question'], isOnlyNamed: true },
  neededText: '',
  trueMember: 'provided',
  cells: 'text',
  figures: 'password',
  isPrefillable: false,
  read(_, input) {
    const typed = input.fields.get('')?.[0] ?? ''
    if (typed === '') return nothingGiven
    const tooLong = lengthProblem('', typed, input)
    return tooLong ? { problems: [tooLong] } : { members: { provided: true }, problems: [] }
  },
  fake: () => ({ '': 'fake' }),
})
