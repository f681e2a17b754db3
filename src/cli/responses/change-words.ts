import type { Change, HeldColumns } from '../../table/contract.ts'
import { count } from '../../failure/failure.ts'
import type { OpenColumns } from '../../export/files/columns-file.ts'

/** A sentence on a columns file; what may break a reader of the data is a warning. */
export type ColumnsRemark = { readonly sentence: string; readonly isWarning: boolean }

/** In words, in what an export found its columns other than the columns file has them. */
export function changeWords(
  { path, bytes, isRecovered }: OpenColumns,
  { changes, absent, next }: HeldColumns,
): readonly ColumnsRemark[] {
  const remarks: ColumnsRemark[] = []
  const add = (sentence: string, isWarning = false): void => void remarks.push({ sentence, isWarning })
  if (isRecovered)
    add(`An earlier run ended before it could write ${path}; the columns that it noted were taken over.`)
  const added = changes.flatMap((change) => (change.change === 'added' ? [change.column] : []))
  if (bytes === undefined && !isRecovered) add(`${path} begins with ${count(next.columns.length, 'column')}.`)
  else if (added.length > 0)
    add(`${path}: ${count(added.length, 'new column')} at the end: ${listed(added)}.`)
  const others = changes.filter((change) => change.change !== 'added')
  for (const change of others.slice(0, mostTold))
    add(`${path}: ${wordsOf(change)}`, change.change === 'type' && change.from !== undefined)
  if (others.length > mostTold) add(`${path}: ${count(others.length - mostTold, 'more change')}.`)
  if (absent.length > 0)
    add(
      `${count(absent.length, 'column')} of ${path} ${absent.length === 1 ? 'stays' : 'stay'} though nothing of these responses stands there: ${listed(absent)}.`,
    )
  return remarks
}

const mostTold = 5

function listed(names: readonly string[]): string {
  const told = names.slice(0, mostTold).map((name) => `"${name}"`)
  const rest = names.length - told.length
  return `${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function wordsOf(change: Exclude<Change, { readonly change: 'added' }>): string {
  if (change.change === 'headline')
    return `a question is now "${change.to}" and was "${change.from}"; its columns keep their names.`
  const { column, from, to } = change
  return from === undefined
    ? `column "${column}" held nothing so far, and is of type ${to} now.`
    : `column "${column}" was of type ${from} so far, and is ${to} now, which its values need.`
}
