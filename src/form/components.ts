/**
 * Every component type: what it asks, and how an answer is read. IdentityInfo is larger than the others and has a file of
 * its own; `schema.ts` has the shapes of contents.
 */
import { emailIn, emailProblem } from './components/addresses.ts'
import {
  contentText,
  lengthProblem,
  lineOf,
  linesOf,
  nothingGiven,
  optionsOf,
  readText,
  type AnswerRead,
  type Given,
  type MembersRead,
} from './components/answers.ts'
import { readAddress } from './components/address.ts'
import { readConsent, consentTitle } from './components/consent.ts'
import { readDate, readTime } from './components/dates.ts'
import { readFiles } from './components/files.ts'
import { readIdentity } from './components/identity-info.ts'
import { readMatrix } from './components/matrix.ts'
import { opinionScale, ratingScale, readNumber, readScale } from './components/numbers.ts'
import { readPhoneNumber } from './components/phones.ts'
import { readRanking } from './components/ranking.ts'
import { offersOther, readChosen } from './components/choices.ts'
import { codeOf, textProblem } from './components/texts.ts'
import { readBooking } from './components/booking.ts'
import { textsOf, type Texts } from './languages.ts'
import { mostFiles } from './response.ts'
import type { Content, TypeName } from './schema.ts'

export { webUrl } from './components/addresses.ts'
export {
  contentNumber,
  contentText,
  optionsOf,
  type AnswerProblem,
  type AnswerRead,
  type Given,
  type Judge,
  type Submitted,
} from './components/answers.ts'
export { addressFields, isNeeded } from './components/address.ts'
export { offersOther, otherValue } from './components/choices.ts'
export { fileLimits, type FileLimits } from './components/files.ts'
export { runsOf } from './components/linked-text.ts'
export { matrixRow } from './components/matrix.ts'
export { rankingOption } from './components/ranking.ts'
export { dateOrder, datePartName } from './components/dates.ts'
export { isDay, isTimeOfDay, typedDate } from './plain-date.ts'
export { awaitedBy, countryField, identityFields } from './components/identity-info.ts'
export { opinionScale, ratingScale, writtenNumber, type Scale } from './components/numbers.ts'
export { phoneCountryField } from './components/phones.ts'
export { lengthHint } from './components/texts.ts'

export type ComponentType = {
  readonly type: TypeName
  /** The question as a person reads it; '' where there is none. */
  readonly headline: (content: Content) => string
  /** Reads an answer; absent on types that ask nothing. */
  readonly answer?: (content: Content, given: Given) => AnswerRead
  /** What is asked, in a few words, and what a person might give for the schema's example content. */
  readonly asks?: { readonly summary: string; readonly sample: Pick<Given, 'fields' | 'files'> }
}

/** The name of a sentence for where nothing was given. */
type MissingText = {
  [Name in keyof Texts['missing']]: Texts['missing'][Name] extends string ? Name : never
}[keyof Texts['missing']]

type Question = {
  readonly summary: string
  /** Sample texts by field ('' for the only one), and sample files. */
  readonly fields?: Readonly<Record<string, string>>
  readonly files?: Given['files']
  /** Default: the content's `question`. */
  readonly headline?: ComponentType['headline']
  /** What to say, and of which field, where an answer is required and there is none. */
  readonly missing?: { readonly field?: string; readonly text: MissingText }
  readonly read: (content: Content, given: Given) => MembersRead
}

/** A type that asks for something. Its answer is of version 2.0 (contract, Answer entry). */
function asking(
  type: TypeName,
  {
    summary,
    fields = {},
    files = [],
    headline = (content) => contentText(content, 'question'),
    missing = { text: 'answer' },
    read,
  }: Question,
): ComponentType {
  const sample = new Map(Object.entries(fields).map(([field, text]) => [field, [text]]))
  return {
    type,
    headline,
    asks: { summary, sample: { fields: sample, files } },
    answer: (content, given) => {
      const { members, problems } = read(content, given)
      if (!members && problems.length === 0 && given.isRequired === true)
        return {
          problems: [{ field: missing.field ?? '', message: textsOf(given.language).missing[missing.text] }],
        }
      if (!members) return { problems }
      const common = { type, headline: headline(content), componentShapeVersion: '2.0' }
      return { response: { ...common, ...members }, problems }
    },
  }
}

type TextQuestion = {
  readonly summary: string
  readonly sample: string
  /** Takes the text from what was sent; by default one line. */
  readonly textIn?: (given: Given, content: Content) => string
  /** What is wrong with a text, if anything. */
  readonly check?: (text: string, content: Content, texts: Texts) => string | undefined
  readonly missing?: MissingText
}

/** A type whose answer is a text: `value`. */
const askingText = (
  type: TypeName,
  { summary, sample, textIn = codeOf, check, missing = 'text' }: TextQuestion,
): ComponentType =>
  asking(type, {
    summary,
    fields: { '': sample },
    missing: { text: missing },
    read: (content, given) =>
      readText(textIn(given, content), given, (text) => check?.(text, content, textsOf(given.language))),
  })

/** A type that lists every option in its answer, ticked or not: `choices`. */
const askingTicks = (type: TypeName, sample: string): ComponentType =>
  asking(type, {
    summary: 'one option, or several with isMulti',
    fields: { '': sample },
    missing: { text: 'option' },
    read: (content, given) => {
      const { chosen, other, problems } = readChosen(content, 'choices', given)
      if (chosen.length === 0 && other === undefined) return { problems }
      const ticked = new Set(chosen)
      const choices = optionsOf(content, 'choices').map((key, index) => ({
        key,
        value: ticked.has(key),
        index,
      }))
      return { members: { choices, selectedOther: false, ...chosenOther(other) }, problems }
    },
  })

/** What an answer says of the option "Other", where it was chosen. */
const chosenOther = (other: string | undefined) => (other === undefined ? {} : { selectedOther: true, other })

/** The calendar of a scheduling provider, under one of its two names; its answer is `booked`. */
const askingTime = (type: TypeName): ComponentType =>
  asking(type, {
    summary: 'whether a time was booked',
    fields: { booked: 'yes' },
    missing: { field: 'booked', text: 'booking' },
    headline: (content) => contentText(content, 'message'),
    read: (_, { fields }) => readBooking(fields),
  })

/** A type that asks nothing. */
const silent = (type: TypeName): ComponentType => ({ type, headline: () => '' })

/** Every component type by its name. */
export const componentTypes: Readonly<Record<TypeName, ComponentType>> = {
  ShortInput: askingText('ShortInput', { summary: 'a line of text', sample: 'Gardener', check: textProblem }),
  LongInput: askingText('LongInput', {
    summary: 'a text of several lines',
    sample: 'Open earlier.\nAnd on Sundays.',
    textIn: ({ fields }) => linesOf(fields, ''),
    check: textProblem,
  }),
  EmailForm: askingText('EmailForm', {
    summary: 'an e-mail address',
    sample: 'ada@example.com',
    textIn: ({ fields }) => emailIn(lineOf(fields, '')),
    check: (text, _, { problems }) => emailProblem(text, problems),
    missing: 'email',
  }),
  Number: asking('Number', {
    summary: 'a number',
    fields: { '': '12' },
    missing: { text: 'number' },
    read: readNumber,
  }),
  Rating: asking('Rating', {
    summary: 'a number of stars',
    fields: { '': '4' },
    missing: { text: 'rating' },
    read: readScale(ratingScale),
  }),
  OpinionScale: asking('OpinionScale', {
    summary: 'a number on a scale',
    fields: { '': '9' },
    missing: { text: 'point' },
    read: readScale(opinionScale),
  }),
  Date: asking('Date', {
    summary: 'a date',
    fields: { '': '2026-05-31' },
    missing: { text: 'date' },
    read: readDate,
  }),
  Time: asking('Time', {
    summary: 'a time of day',
    fields: { '': '14:30' },
    missing: { text: 'time' },
    read: readTime,
  }),
  Phone: asking('Phone', {
    summary: 'a phone number',
    fields: { '': '+442079460958' },
    missing: { text: 'phone' },
    read: readPhoneNumber,
  }),
  // The password itself is never stored, only that there was one.
  PasswordInput: asking('PasswordInput', {
    summary: 'a password',
    fields: { '': '…' },
    missing: { text: 'password' },
    read: (_, given) => {
      const typed = given.fields.get('')?.[0] ?? ''
      if (typed === '') return nothingGiven
      const tooLong = lengthProblem('', typed, given)
      return tooLong ? { problems: [tooLong] } : { members: { provided: true }, problems: [] }
    },
  }),
  FileUploader: asking('FileUploader', {
    summary: `up to ${mostFiles} files`,
    files: [{ name: 'brief.pdf', size: 48_213, contentType: 'application/pdf', url: '/api/v1/files/cl…' }],
    missing: { text: 'file' },
    read: readFiles,
  }),
  IdentityInfo: asking('IdentityInfo', {
    summary: 'personal details, a text for each field',
    fields: { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' },
    // Each field has a label of its own; no question stands above them.
    headline: () => '',
    read: readIdentity,
  }),
  Address: asking('Address', {
    summary: 'a postal address, a text for each part',
    fields: { streetAddress: '12 Garden Street', city: 'Berlin', zipCode: '10115', country: 'Germany' },
    headline: (content) => contentText(content, 'question') || 'Address',
    read: readAddress,
  }),
  Dropdown: asking('Dropdown', {
    summary: 'one option, or several with isMulti',
    fields: { '': 'Berlin' },
    missing: { text: 'option' },
    read: (content, given) => {
      const { chosen, other, problems } = readChosen(content, 'options', given)
      if (chosen.length === 0 && other === undefined) return { problems }
      const selected = content['isMulti'] === true ? chosen : chosen[0]
      const unchosen = offersOther(content) && { selectedOther: false }
      return {
        members: { ...(selected !== undefined && { selected }), ...unchosen, ...chosenOther(other) },
        problems,
      }
    },
  }),
  MultipleOptionsQuestion: askingTicks('MultipleOptionsQuestion', '2 to 10'),
  GraphicOptions: askingTicks('GraphicOptions', 'Speed'),
  Matrix: asking('Matrix', {
    summary: 'one option for each row',
    fields: { r0: 'Partly', r1: 'Very' },
    read: readMatrix,
  }),
  Ranking: asking('Ranking', {
    summary: 'the options in order',
    fields: { o0: '2', o1: '1', o2: '3' },
    read: readRanking,
  }),
  Consent: asking('Consent', {
    summary: 'whether a person agrees',
    fields: { '': 'yes' },
    headline: consentTitle,
    read: readConsent,
  }),
  SchedulerScreen: askingTime('SchedulerScreen'),
  Scheduler: askingTime('Scheduler'),
  NextButton: silent('NextButton'),
  Header: silent('Header'),
  Disclaimer: silent('Disclaimer'),
  Statement: silent('Statement'),
}
