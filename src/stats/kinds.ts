/** What kind of answer a question has, in plain words: people do not know the names of component types. */
import type { MemberStats } from './member-figures.ts'
import { asksToRate } from './scale.ts'
import { isMain } from '../table/answers.ts'

const words = {
  nps: 'Net Promoter Score',
  rating: 'Rating',
  number: 'Number',
  'single-choice': 'Single choice',
  'multiple-choice': 'Multiple choice',
  'yes-no': 'Yes or no',
  date: 'Date',
  text: 'Text',
  email: 'Email address',
  matrix: 'Table of choices',
  ranking: 'Ranking',
  consent: 'Consent',
  password: 'Password',
  contact: 'Contact details',
  files: 'Files',
  appointment: 'Appointment',
  other: 'Other answers',
} as const

export type Kind = keyof typeof words

export const kindWords = (kind: Kind): string => words[kind]

/** Types that say more than their answers do. */
const ofTypes: ReadonlyMap<string, Kind> = new Map([
  ['EmailForm', 'email'],
  ['PasswordInput', 'password'],
  ['IdentityInfo', 'contact'],
  ['Phone', 'contact'],
  ['Address', 'contact'],
  ['Matrix', 'matrix'],
  ['Ranking', 'ranking'],
  ['Consent', 'consent'],
  ['FileUploader', 'files'],
  ['SchedulerScreen', 'appointment'],
  ['Scheduler', 'appointment'],
])

export function kindOf({
  headline,
  type,
  answers,
}: {
  readonly headline: string
  readonly type: string
  readonly answers: readonly MemberStats[]
}): Kind {
  const ofType = ofTypes.get(type)
  if (ofType !== undefined) return ofType
  const main = answers.find(({ member }) => isMain(member)) ?? answers[0]
  if (main === undefined) return 'other'
  const { options, numbers, dates, texts, flags } = main
  if (numbers?.nps) return 'nps'
  if (numbers && (options || (numbers.scale && asksToRate(type, headline)))) return 'rating'
  if (numbers) return 'number'
  if (options) return options.chosen > options.choosers ? 'multiple-choice' : 'single-choice'
  if (dates) return 'date'
  return flags ? 'yes-no' : texts ? 'text' : 'other'
}
