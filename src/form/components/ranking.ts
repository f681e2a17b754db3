import { textsOf, type Texts } from '../languages.ts'
import type { Content } from '../schema.ts'
import { lineOf, optionsOf, shorten, type AnswerProblem, type Given, type MembersRead } from './answers.ts'

/** The field that holds the place of an option, counted from 0. */
export const rankingOption = (index: number): string => `o${index}`

/** Reads a ranking: `ranking`, the options in the order of their places. Options without a place are left out. */
export function readRanking(
  content: Content,
  { fields, isRequired = false, language, say = (text) => text }: Given,
): MembersRead {
  const texts = textsOf(language)
  const options = optionsOf(content, 'options')
  const problems: AnswerProblem[] = []
  const places = new Map<number, string>()
  for (const [i, option] of options.entries()) {
    const field = rankingOption(i)
    const text = lineOf(fields, field)
    const place = Number(text)
    const before = places.get(place)
    const message = placeProblem(
      {
        text,
        place,
        option: say(option),
        before: before === undefined ? undefined : say(before),
        last: options.length,
        isRequired,
      },
      texts,
    )
    if (message !== undefined) problems.push({ field, message })
    else if (text !== '') places.set(place, option)
  }
  const ranking = [...places].toSorted(([a], [b]) => a - b).map(([, option]) => option)
  return { ...(problems.length === 0 && ranking.length > 0 && { members: { ranking } }), problems }
}

type Place = {
  readonly text: string
  readonly place: number
  readonly option: string
  /** The option that has this place already. */
  readonly before: string | undefined
  /** The last place. */
  readonly last: number
  readonly isRequired: boolean
}

function placeProblem(
  { text, place, option, before, last, isRequired }: Place,
  { missing, problems }: Texts,
): string | undefined {
  if (text === '') return isRequired ? missing.place(shorten(option)) : undefined
  if (!/^\d{1,3}$/.test(text) || place < 1 || place > last) return problems.place(last)
  if (before === undefined) return undefined
  return problems.placeTaken(place, shorten(before))
}
