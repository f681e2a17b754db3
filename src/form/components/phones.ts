import type { Content } from '../schema.ts'
import {
  contentText,
  lengthProblem,
  lineOf,
  nothingGiven,
  problemOf,
  type Given,
  type MembersRead,
} from './answers.ts'

/** The field beside the number of a Phone that holds the country whose dial code was chosen. */
export const phoneCountryField = 'country'

/** Reads a phone number: `value` in E.164, and `input` as it was typed. */
export function readPhoneNumber(content: Content, { fields, judge }: Given): MembersRead {
  const input = lineOf(fields, '')
  if (input === '') return nothingGiven
  const tooLong = lengthProblem('', input)
  if (tooLong) return { problems: [tooLong] }
  const isChosen = content['includeDialCode'] === true
  const country = (
    isChosen ? lineOf(fields, phoneCountryField) : contentText(content, 'defaultCountry')
  ).toUpperCase()
  const value = judge.phoneNumber(input, country === '' ? undefined : country)
  if (value === undefined)
    return problemOf(
      country !== '' || input.startsWith('+')
        ? 'This is not a phone number. Check its digits and its country code.'
        : isChosen
          ? 'Choose the country code of this number.'
          : 'Write the number with its country code, like +44 20 7946 0958.',
    )
  return /^\+\d+$/.test(value)
    ? { members: { value, input }, problems: [] }
    : problemOf('Write the number without its extension.')
}
