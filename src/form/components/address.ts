import { textsOf } from '../languages.ts'
import { plainText } from '../plain-text.ts'
import type { Content } from '../schema.ts'
import { lengthProblem, lineOf, type AnswerProblem, type Given, type MembersRead } from './answers.ts'

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

/** Reads an address: a text for each part that was given. */
export function readAddress(content: Content, given: Given): MembersRead {
  const { fields, isRequired = false } = given
  const { missing } = textsOf(given.language)
  const members: Partial<Record<AddressKey, string>> = {}
  const problems: AnswerProblem[] = []
  for (const field of addressFields(content)) {
    const typed = lineOf(fields, field)
    const text = field === 'zipCode' ? plainText(typed) : typed
    const isMissing = isRequired && text === '' && isNeeded(field)
    const message = isMissing ? missing[field] : lengthProblem(field, text, given)?.message
    if (message !== undefined) problems.push({ field, message })
    else if (text !== '') members[field] = text
  }
  const isAnswer = problems.length === 0 && Object.keys(members).length > 0
  return { ...(isAnswer && { members }), problems }
}
