import { contentNumber, contentText, isDay, isTimeOfDay } from '../../form/components.ts'
import { textsOf } from '../../form/languages.ts'
import { input, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** As wide as what is typed into it. */
const narrowCss = 'input:is([type=date],[type=time]){max-width:14rem}'

/** The browser's own field for a date; where it has none, a line that takes YYYY-MM-DD. */
export const date: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    // The browser's today may be another day than ours, so only fixed days are given to it.
    const [min, max] = ['min', 'max'].map((key) => boundOf(contentText(content, key), isDay))
    return input(drawing, { label: contentText(content, 'question') }, { type: 'date', min, max })
  },
  refill: refillValue,
  lines: ({ value }, { language }) =>
    typeof value === 'string' && isDay(value)
      ? [new Date(value).toLocaleDateString(textsOf(language).locale, { dateStyle: 'long', timeZone: 'UTC' })]
      : [],
  rules: () => [narrowCss],
}

/** The browser's own field for a time of day. */
export const time: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    const [min, max] = ['min', 'max'].map((key) => boundOf(contentText(content, key), isTimeOfDay))
    const minutes = contentNumber(content, 'step') ?? 1
    return input(
      drawing,
      { label: contentText(content, 'question') },
      { type: 'time', min, max, step: minutes > 1 ? minutes * 60 : undefined },
    )
  },
  refill: refillValue,
  rules: () => [narrowCss],
}

const boundOf = (text: string, isOne: (text: string) => boolean): string | undefined =>
  isOne(text) ? text : undefined
