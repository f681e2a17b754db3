import type { Content } from '../schema.ts'
import { contentNumber } from './answers.ts'
import { defineType, numberFrom } from './define-type.ts'
import { fakeScale, maxPoints, readScale, scaleFrom, within, type Scale } from './choices.ts'

/** The stars of a content. */
export const starsOf = (content: Content): Scale =>
  scaleFrom(content, 1, within(contentNumber(content, 'max'), [3, maxPoints], 5))

export const rating = defineType({
  asks: { summary: 'a number of stars', sample: { '': '4' } },
  answerKind: 'number',
  missing: { text: 'rating' },
  scale: starsOf,
  limits: [numberFrom('max', 3, 10)],
  read: readScale(starsOf),
  fake: fakeScale(starsOf),
})
