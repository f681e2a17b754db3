import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { input, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a time of day. A field of type time would lose incomplete input. */
export const time: PageComponent = {
  draw(drawing) {
    const { content, language } = drawing
    const { time: example } = textsOf(language).problems
    const hint = drawing.problem() === example ? '' : example
    return input(
      drawing,
      { label: contentText(content, 'question'), hint },
      { dir: 'ltr', autocomplete: 'off', class: 'time' },
    )
  },
  refill: refillValue,
  rules: () => ['.time{max-width:8rem}'],
}
