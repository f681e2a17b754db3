/** What kind of answer a question has, in plain words: people do not know the names of component types. */
import { typeNamed } from '../form/components.ts'
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

export function kindOf({
  headline,
  type,
  answers,
}: {
  readonly headline: string
  readonly type: string
  readonly answers: readonly MemberStats[]
}): Kind {
  const ofType = typeNamed(type)?.figures
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
