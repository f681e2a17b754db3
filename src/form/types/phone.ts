import { plainText } from '../typed-values.ts'
import { contentText, lengthProblem, lineOf, nothingGiven, problemOf } from './answers.ts'
import { defineType } from './define-type.ts'

export const phone = defineType({
  asks: { summary: 'a phone number', sample: { '': '+442079460958' } },
  answerKind: 'phone',
  missing: { text: 'phone' },
  neededText: '',
  dialCodeLists: ({ includeDialCode }) => (includeDialCode === true ? 1 : 0),
  cells: 'text',
  figures: 'contact',
  isPersonal: true,

  /** Reads a phone number: `value` in E.164, and `input` as it was typed. */
  read(content, input) {
    const { fields, referenceData, texts } = input
    const { problems } = texts
    const typed = plainText(lineOf(fields, ''))
    if (typed === '') return nothingGiven
    const tooLong = lengthProblem('', typed, input)
    if (tooLong) return { problems: [tooLong] }
    const isChosen = content['includeDialCode'] === true
    const country = (
      isChosen ? lineOf(fields, phoneCountryField) : contentText(content, 'defaultCountry')
    ).toUpperCase()
    const value = referenceData.phoneNumber(typed, country === '' ? undefined : country)
    if (value === undefined)
      return problemOf(
        country !== '' || typed.startsWith('+')
          ? problems.phone
          : isChosen
            ? problems.phoneCountry
            : problems.phoneInternational,
      )
    return /^\+\d+$/.test(value)
      ? { members: { value, input: typed }, problems: [] }
      : problemOf(problems.phoneExtension)
  },

  fake: (_, { person }) => ({ '': person.phoneNumber }),
})

/** The field beside the number of a Phone that holds the country whose dial code was chosen. */
export const phoneCountryField = 'country'
