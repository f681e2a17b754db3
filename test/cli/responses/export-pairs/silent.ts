import type { Setting } from './settings.ts'

/** Settings that change nothing of what is written, beside these others; `*`: whatever is beside them. */
type Silent = {
  readonly setting: readonly string[]
  readonly beside: readonly string[] | '*'
  readonly because: string
}

/** Where an option rightly changes nothing; every other one has to. */
const silent: readonly Silent[] = [
  { setting: ['csv', 'multi joined'], beside: '*', because: 'it is what is usual' },
  { setting: ['keep duplicates'], beside: '*', because: 'no response comes twice' },
  { setting: ['types text'], beside: '*', because: 'lines of cells have no types' },
  { setting: ['stdin'], beside: '*', because: 'the same bytes come another way' },
  { setting: ['force'], beside: '*', because: 'the file that is in the way would not be there otherwise' },
  { setting: ['since'], beside: ['by updatedAt', 'by dataUpdatedAt'], because: 'it is a part of these' },
  { setting: ['all', 'require complete'], beside: ['partials'], because: 'it is a part of it' },
  { setting: ['all'], beside: ['require complete'], because: 'it is a part of it' },
  { setting: ['require complete'], beside: '*', because: 'all responses come' },
  { setting: ['form'], beside: ['form of the service'], because: 'it is the same form' },
  { setting: ['until'], beside: ['where time'], because: 'what is left was created before' },
  { setting: ['multi json', 'multi columns'], beside: ['other form'], because: 'that form asks for no list' },
  { setting: ['bom', 'line end'], beside: ['for excel'], because: 'they are a part of it' },
  { setting: ['formulas'], beside: ['other form', 'columns'], because: 'there is no formula' },
  {
    setting: ['drop', 'hash', 'key file', 'zone', 'offset'],
    beside: ['columns'],
    because: 'what they change is not among the columns',
  },
  { setting: ['key file'], beside: ['long'], because: 'what it hashes is not among the usual columns' },
]

/** Whether a setting may leave what another one gives as it is. */
export const isSilent = (setting: Setting, beside: Setting): boolean =>
  // With --check nothing is written that an option could change.
  beside.options.isChecked === true ||
  silent.some(
    (entry) =>
      entry.setting.includes(setting.id) && (entry.beside === '*' || entry.beside.includes(beside.id)),
  )
