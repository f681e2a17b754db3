import type { Texts } from '../languages.ts'
import type { Content } from '../schema.ts'
import { contentNumber } from './answers.ts'
import { defineType, numberFrom } from './define-type.ts'
import { fakeScale, maxPoints, readScale, scaleFrom, within, type Scale } from './choices.ts'

/** The scale of a content; with words of ours at the ends of a Net Promoter Score that has none. */
export function pointsOf(
  content: Content,
  words: Pick<Texts['words'], 'lowLabel' | 'highLabel'> = { lowLabel: '', highLabel: '' },
): Scale {
  const isNps = content['preset'] === 'nps'
  const min = isNps ? 0 : within(contentNumber(content, 'min'), [0, 1], 1)
  const max = isNps ? maxPoints : within(contentNumber(content, 'max'), [2, maxPoints], maxPoints)
  const scale = scaleFrom(content, min, max)
  if (!isNps) return scale
  return {
    ...scale,
    lowLabel: scale.lowLabel || words.lowLabel,
    highLabel: scale.highLabel || words.highLabel,
  }
}

export const opinionScale = defineType({
  asks: { summary: 'a number on a scale', sample: { '': '9' } },
  answerKind: 'number',
  missing: { text: 'point' },
  scale: pointsOf,
  limits: [numberFrom('min', 0, 1), numberFrom('max', 2, 10)],
  read: readScale(pointsOf),
  fake: fakeScale(pointsOf),
})
