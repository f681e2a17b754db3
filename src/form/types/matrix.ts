import { shortened } from '../words.ts'
import { optionsOf, unifyBreaks, type AnswerProblem } from './answers.ts'
import { typicalOption } from './choices.ts'
import { defineType } from './define-type.ts'
import { favourite } from './fake.ts'

export const matrix = defineType({
  asks: { summary: 'one option for each row', sample: { r0: 'Partly', r1: 'Very' } },
  answerKind: 'rows',
  // The cells of a table.
  drawnOptions: (lengths) => lengths.reduce((product, length) => product * length, 1),
  fields: (content) => optionsOf(content, 'rows'),
  fullAnswer(content) {
    const value = typicalOption(optionsOf(content, 'columns'))
    return { rows: optionsOf(content, 'rows').map((row) => ({ row, value })) }
  },
  figures: 'matrix',

  /** Reads a table of choices: `rows` with the option of each row that was answered. */
  read(content, { fields, isRequired = false, texts, translate = (text) => text }) {
    const columns = optionsOf(content, 'columns')
    const problems: AnswerProblem[] = []
    const rows = optionsOf(content, 'rows').flatMap((row, i) => {
      const field = matrixRow(i)
      const [sent = ''] = fields.get(field) ?? []
      const value = columns.find((column) => unifyBreaks(column) === unifyBreaks(sent))
      if (value !== undefined && sent !== '') return [{ row, value }]
      if (sent !== '') problems.push({ field, message: texts.problems.notAnOption(shortened(sent)) })
      else if (isRequired) problems.push({ field, message: texts.missing.row(shortened(translate(row))) })
      return []
    })
    return problems.length === 0 && rows.length > 0 ? { members: { rows }, problems } : { problems }
  },

  fake: (content, faker) =>
    Object.fromEntries(
      optionsOf(content, 'rows').map((_, i) => [
        matrixRow(i),
        favourite(optionsOf(content, 'columns'), faker),
      ]),
    ),
})

/** The field of a row, counted from 0. */
export const matrixRow = (index: number): string => `r${index}`
