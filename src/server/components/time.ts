import { timeHint } from '../../form/types/time.ts'
import { input, labellingOf, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a time of day. A field of type time would lose incomplete input. */
export const time: PageComponent = {
  draw(drawing) {
    return input(drawing, labellingOf(drawing, timeHint), { dir: 'ltr', autocomplete: 'off', class: 'time' })
  },
  refill: refillValue,
  rules: () => ['.time{max-width:8rem}'],
}
