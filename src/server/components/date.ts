import { writtenDay } from '../../form/languages.ts'
import { isDay, typedDate } from '../../form/typed-values.ts'
import type { FieldValues } from '../../form/read-answer.ts'
import { dateBounds, dateOrder, datePartName } from '../../form/types/date.ts'
import { attributes, html } from '../../html/html.ts'
import { describe, fieldGroup, labellingOf } from './controls.ts'
import type { PageComponent } from './page-component.ts'

const dateCss = `
.parts{display:flex;flex-wrap:wrap;gap:.6rem}
.parts label{display:grid;gap:.25rem;width:4.5rem;font-weight:400}
.parts label:has([name$=year]){width:6.5rem}
`

/** A field for each part of a date. A field of type date would lose incomplete and invalid input. */
export const date: PageComponent = {
  draw(drawing) {
    const { content, language } = drawing
    const whole = partsOf(drawing.values()[0])
    const parts = dateOrder(language).map((part) => {
      const { described, problem } = describe(drawing, { label: '', field: part })
      const own = {
        id: drawing.id(part),
        name: drawing.name(part),
        value: drawing.values(part)[0] ?? whole.get(part)?.[0],
        inputmode: 'numeric',
        autocomplete: content['dateOfBirth'] === true ? `bday-${part}` : 'off',
        dir: 'ltr',
      }
      const drawn = html`<label
        >${datePartName(part, language)} <input type="text" ${attributes({ ...own, ...described })}
      /></label>`
      return { problem, drawn }
    })
    const body = html`${parts.map(({ problem }) => problem)}
      <div class="parts" id="${drawing.id()}">${parts.map(({ drawn }) => drawn)}</div>`
    return fieldGroup(drawing, labellingOf(drawing, dateBounds), { body })
  },
  refill: ({ value }) => partsOf(typeof value === 'string' ? value : undefined),
  lines: ({ value }, { language }) =>
    typeof value === 'string' && isDay(value) ? [writtenDay(value, language)] : [String(value)],
  labels: ({ language }) => new Map(dateOrder(language).map((part) => [part, datePartName(part, language)])),
  rules: () => [dateCss],
}

/** The fields of a date like 2026-05-31. */
const partsOf = (text = ''): FieldValues =>
  new Map(Object.entries(typedDate(() => text, [])?.parts ?? {}).map(([part, typed = '']) => [part, [typed]]))
