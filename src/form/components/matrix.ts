import { textsOf } from '../languages.ts'
import type { Content } from '../schema.ts'
import {
  optionsOf,
  shorten,
  unifyBreaks,
  type AnswerProblem,
  type Given,
  type MembersRead,
} from './answers.ts'

/** The field of a row, counted from 0. */
export const matrixRow = (index: number): string => `r${index}`

/** Reads a table of choices: `rows` with the option of each row that was answered. */
export function readMatrix(
  content: Content,
  { fields, isRequired = false, language, say = (text) => text }: Given,
): MembersRead {
  const texts = textsOf(language)
  const columns = optionsOf(content, 'columns')
  const problems: AnswerProblem[] = []
  const rows = optionsOf(content, 'rows').flatMap((row, i) => {
    const field = matrixRow(i)
    const [sent = ''] = fields.get(field) ?? []
    const value = columns.find((column) => unifyBreaks(column) === unifyBreaks(sent))
    if (value !== undefined && sent !== '') return [{ row, value }]
    if (sent !== '') problems.push({ field, message: texts.problems.notAnOption(shorten(sent)) })
    else if (isRequired) problems.push({ field, message: texts.missing.row(shorten(say(row))) })
    return []
  })
  return { ...(problems.length === 0 && rows.length > 0 && { members: { rows } }), problems }
}
