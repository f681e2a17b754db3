import { textsOf } from '../languages.ts'
import { plainText } from '../plain-text.ts'
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
export function readPhoneNumber(content: Content, given: Given): MembersRead {
  const { fields, judge, language } = given
  const { problems } = textsOf(language)
  const input = plainText(lineOf(fields, ''))
  if (input === '') return nothingGiven
  const tooLong = lengthProblem('', input, given)
  if (tooLong) return { problems: [tooLong] }
  const isChosen = content['includeDialCode'] === true
  const country = (
    isChosen ? lineOf(fields, phoneCountryField) : contentText(content, 'defaultCountry')
  ).toUpperCase()
  const value = judge.phoneNumber(input, country === '' ? undefined : country)
  if (value === undefined)
    return problemOf(
      country !== '' || input.startsWith('+')
        ? problems.phone
        : isChosen
          ? problems.phoneCountry
          : problems.phoneInternational,
    )
  return /^\+\d+$/.test(value)
    ? { members: { value, input }, problems: [] }
    : problemOf(problems.phoneExtension)
}
