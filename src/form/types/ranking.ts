import { shortened } from '../words.ts'
import type { Texts } from '../languages.ts'
import { lineOf, optionsOf, type AnswerProblem } from './answers.ts'
import { defineType } from './define-type.ts'
import { inFakeOrder } from './fake.ts'

export const ranking = defineType({
  asks: { summary: 'the options in order', sample: { o0: '2', o1: '1', o2: '3' } },
  answerKind: 'ranking',
  // Each option has a list of places.
  drawnOptions: ([length = 0]) => length ** 2,
  fullAnswer: (content) => ({ ranking: optionsOf(content, 'options') }),
  figures: 'ranking',

  /** Reads a ranking: `ranking`, the options in the order of their places. Options without a place are left out. */
  read(content, { fields, isRequired = false, texts, translate = (text) => text }) {
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
          option: translate(option),
          before: before === undefined ? undefined : translate(before),
          last: options.length,
          isRequired,
        },
        texts,
      )
      if (message !== undefined) problems.push({ field, message })
      else if (text !== '') places.set(place, option)
    }
    const ranked = [...places].toSorted(([a], [b]) => a - b).map(([, option]) => option)
    return problems.length === 0 && ranked.length > 0
      ? { members: { ranking: ranked }, problems }
      : { problems }
  },

  fake(content, faker) {
    const options = optionsOf(content, 'options')
    const order = inFakeOrder(options, faker)
    return Object.fromEntries(
      options.map((option, i) => [rankingOption(i), String(order.indexOf(option) + 1)]),
    )
  },
})

/** The field that holds the place of an option, counted from 0. */
export const rankingOption = (index: number): string => `o${index}`

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
  if (text === '') return isRequired ? missing.place(shortened(option)) : undefined
  if (!/^\d{1,3}$/.test(text) || place < 1 || place > last) return problems.place(last)
  if (before === undefined) return undefined
  return problems.placeTaken(place, shortened(before))
}
