import { count } from '../../failure.ts'
import type { DraftForm, ReadForm } from '../../publish/publish.ts'
import type { Context } from '../command.ts'
import { sayNumbers } from './say-numbers.ts'

/** Says what will be created of the rows of a file, before anything is sent. */
export async function sayPlan(
  planned: readonly DraftForm[],
  each: string | undefined,
  { terminal, globals }: Context,
): Promise<void> {
  if (each === undefined || globals.output === 'json') return
  const files = new Set(planned.map(({ file }) => file))
  const lines = planned.map(({ row, file, body }) => {
    const name = terminal.plain(body.name)
    return `  row ${row?.number}: ${files.size > 1 ? `${name} (${terminal.plain(file)})` : name}\n`
  })
  await terminal.say(
    `${count(planned.length, 'form')} from the rows of ${each}:\n${lines.join('')}`.trimEnd(),
  )
}

/** Warns of names that several rows give: nobody could tell those forms apart. */
export async function warnOfSameNames(
  forms: readonly ReadForm[],
  { terminal, globals }: Context,
): Promise<void> {
  if (globals.output === 'json') return
  const rows = new Map<string, number[]>()
  for (const { form, row } of forms)
    if (row) rows.set(form.name, [...(rows.get(form.name) ?? []), row.number])
  for (const [name, numbers] of rows) {
    if (numbers.length < 2) continue
    const said = `${count(numbers.length, 'form')} would have the name "${name}": rows ${sayNumbers(numbers)}.`
    await terminal.warn(`${terminal.err.yellow('warning')}: ${terminal.plain(said)}`)
  }
}
