import { plainText } from '../typed-values.ts'
import type { Content } from '../schema.ts'
import { contentText, lengthProblem, lineOf, type AnswerProblem } from './answers.ts'
import { defineType } from './define-type.ts'
import { mayLackPostalCode } from './postal-codes.ts'

export const address = defineType({
  asks: {
    summary: 'a postal address, a text for each part',
    sample: { streetAddress: '12 Garden Street', city: 'Berlin', zipCode: '10115', country: 'Germany' },
  },
  answerKind: 'fields',
  headline: (content) => contentText(content, 'question') || 'Address',
  neededText: '',
  fields: addressFields,
  fullAnswer: (content) => Object.fromEntries(addressFields(content).map((key) => [key, ''])),
  cells: 'text',
  figures: 'contact',
  isPersonal: true,

  /** Reads an address: a text for each part that was given. */
  read(content, input) {
    const { fields, isRequired = false, texts } = input
    const members: Partial<Record<AddressKey, string>> = {}
    const problems: AnswerProblem[] = []
    for (const field of addressFields(content)) {
      const typed = lineOf(fields, field)
      const text = field === 'zipCode' ? plainText(typed) : typed
      const isMissing =
        isRequired &&
        text === '' &&
        isNeeded(field) &&
        !(field === 'zipCode' && mayLackPostalCode(lineOf(fields, 'country'), input.language))
      const message = isMissing ? texts.missing[field] : lengthProblem(field, text, input)?.message
      if (message !== undefined) problems.push({ field, message })
      else if (text !== '') members[field] = text
    }
    const isAnswer = problems.length === 0 && Object.keys(members).length > 0
    return isAnswer ? { members, problems } : { problems }
  },

  fake: (content, { person }) =>
    Object.fromEntries(addressFields(content).map((part) => [part, person[part]])),
})

const parts = ['streetAddress', 'aptSuiteEtc', 'city', 'zipCode', 'state', 'country'] as const

/** A part of a postal address; it has the name of the identity key. */
export type AddressKey = (typeof parts)[number]

/** The parts without which mail does not arrive. */
const needed = ['streetAddress', 'city', 'zipCode', 'country'] as const

/** Whether a required address has to have this part. */
export const isNeeded = (part: AddressKey): part is (typeof needed)[number] =>
  needed.some((one) => one === part)

/** The parts that a content asks for, in the author's order; by default all but the apartment. */
export function addressFields(content: Content): readonly AddressKey[] {
  const listed: unknown = content['fields']
  if (!Array.isArray(listed)) return parts.filter((part) => part !== 'aptSuiteEtc')
  return [...new Set(listed.flatMap((key: unknown) => parts.find((part) => part === key) ?? []))]
}
