/** Columns as statistics programs have them, with labels and codes. */
import { otherOption } from './cell-values.ts'
import { isTick, type Column, type Member } from './columns.ts'
import { columnTitle, fieldColumnName, partsOfName } from './columns/header.ts'
import type { questionFinder } from './questions.ts'
import type { Code, TableColumn, Variable } from './table.ts'

type Details = {
  readonly textInFile: (text: string) => string
  readonly redacted: Pick<ReadonlyMap<Column, unknown>, 'has'>
  readonly askedOf: ReturnType<typeof questionFinder>
  /** What a column without a source is called. */
  readonly labelOf: (column: TableColumn) => string
  /** Whether the cells of a column of times cannot be read as times. */
  readonly isText: (column: number) => boolean
  /** The options of a column whose cells hold one, in the order of the form; none where they hold anything else. */
  readonly optionsOf: (source: Column) => readonly string[]
}

const yesOrNo: readonly Code[] = [
  { value: 0, label: 'no', text: 'false' },
  { value: 1, label: 'yes', text: 'true' },
]
const chosenOrNot: readonly Code[] = [
  { value: 0, label: 'not chosen' },
  { value: 1, label: 'chosen' },
]

/** The variables of a table. Single choices are codes from 1, in the order of the form. */
export function variablesOf(columns: readonly TableColumn[], details: Details): readonly Variable[] {
  const { textInFile, redacted, askedOf, labelOf, isText, optionsOf } = details
  const ticks = Map.groupBy(columns, ({ source }) => source && singleChoice(source))
  return columns.flatMap((one, column): Variable[] => {
    const { source, name, type: asked } = one
    const type = asked === 'time' && isText(column) ? 'text' : asked
    const shown = {
      header: textInFile(name),
      name: fieldColumnName(name, 'sql'),
      label: labelOf(one),
      column,
    }
    if (type === 'boolean') return [{ ...shown, type: 'code', codes: yesOrNo }]
    if (source?.holds.kind !== 'answer' || redacted.has(source)) return [{ ...shown, type, codes: [] }]
    const { member } = source.holds
    const same = ticks.get(singleChoice(source)) ?? []
    if (singleChoice(source) && same.length === member.options.size) {
      if (same[0] !== one) return []
      const codes = same.map((tick, i) => ({
        value: i + 1,
        label: (tick.source?.holds.kind === 'answer' && tick.source.holds.option) || tick.name,
        text: '1',
        column: columns.indexOf(tick),
      }))
      const [header = name, label = name] = [name, columnTitle(source)].map(
        (text) => partsOfName(text, source).list[0],
      )
      const other = codes.length + 1
      const shared = { header, name: fieldColumnName(header, 'sql'), label, column, type: 'code' } as const
      return member.question.members.has('selectedOther')
        ? [{ ...shared, codes: [...codes, { value: other, label: otherOption }], other }]
        : [{ ...shared, codes }]
    }
    if (isTick(source)) return [{ ...shown, type, codes: chosenOrNot }]
    const options = type === 'text' && member.hasLists !== true ? optionsOf(source) : []
    if (options.length > 0) {
      const codes = options.map((label, i) => ({ value: i + 1, label, text: textInFile(label) }))
      const other = options.indexOf(otherOption) + 1
      return [{ ...shown, type: 'code', codes, ...(other > 0 && { other }) }]
    }
    const { min, max, lowLabel, highLabel } = askedOf(member.question).at(-1)?.about ?? {}
    const ends = [
      { value: Number(min), label: String(lowLabel ?? '') },
      { value: Number(max), label: String(highLabel ?? '') },
    ]
    return [{ ...shown, type, codes: type === 'integer' ? ends.filter(({ label }) => label !== '') : [] }]
  })
}

/** The member of an option's column if its answers choose one option. */
const singleChoice = ({ holds }: Column): Member | undefined =>
  holds.kind === 'answer' && isTick({ holds }) && holds.member.hasLists !== true ? holds.member : undefined
