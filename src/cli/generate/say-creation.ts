import { count, Failure } from '../../failure.ts'
import type { Row } from '../../spec/rows.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../failure-line.ts'
import { absoluteUrl, embeddedFolder } from '../form-url.ts'
import type { Created } from './create-form.ts'
import type { Creation, Stop } from './create-forms.ts'
import { placeOf, type PlannedForm } from './plan-forms.ts'
import { sayReports } from './read-specs.ts'

/** Prints what was created and says what was not; throws the failure that the run ends with, if any. */
export async function sayCreation(creation: Creation, context: Context, baseUrl: string): Promise<void> {
  const { created, stop } = creation
  if (created.length > 0) await printCreated(creation, context, baseUrl)
  // The ids are out: from here on a second run is a new wish.
  await creation.settle()
  if (!stop) return saySuccess(created, context, baseUrl)
  const { failure, report, notSent } = stop
  if (report) await sayReports([report], { context, isFatal: true })
  // Whoever runs this again must first look for that form, whatever else was done.
  const isWhole = created.length === 0 || failure.code === 'outcome-unknown'
  if (!isWhole) await sayStop(stop, context)
  await sayNotSent(notSent, context)
  if (isWhole) throw failure
  throw Failure.of('partly-done', { done: created.length, left: 1 + notSent.length })
}

async function sayStop({ at, failure }: Stop, { terminal, globals }: Context): Promise<void> {
  const subject = `"${at.body.name}" (${placeOf(at)}) was not created.`
  await (globals.output === 'json'
    ? terminal.warn(failureLine(failure, { terminal, isJson: true }))
    : terminal.warn(`${terminal.err.red('error')}: ${terminal.plain(`${subject} ${failure.message}`)}`))
}

async function sayNotSent(notSent: readonly PlannedForm[], { terminal, globals }: Context): Promise<void> {
  if (globals.output === 'json') return
  for (const planned of notSent)
    await terminal.warn(`Not sent: ${terminal.plain(`"${planned.body.name}" (${placeOf(planned)})`)}.`)
}

async function printCreated(
  { created, stop }: Creation,
  { terminal, globals }: Context,
  baseUrl: string,
): Promise<void> {
  const forms = created.map(({ file, row, name, id, url }) => {
    return { file, ...rowOf(row), name, id, url, absoluteUrl: absoluteUrl(baseUrl, url) }
  })
  if (globals.output === 'json') {
    const left = stop && { left: [leftOver(stop.at, stop.failure.code), ...stop.notSent.map(leftUnsent)] }
    return terminal.printJson({ schema_version: 1, forms, ...left })
  }
  const ofRows = created.some(({ row }) => row !== undefined)
  return terminal.table(
    ['name', 'id', 'url', 'file'].concat(ofRows ? 'row' : []),
    forms.map(({ row, name, id, url, absoluteUrl: whole, file }) =>
      [name, id, whole ?? url, file].concat(ofRows ? String(row) : []),
    ),
  )
}

const rowOf = (row: Row | undefined): { readonly row?: number } => (row ? { row: row.number } : {})

const leftOver = ({ file, row, body }: PlannedForm, code: string): object => ({
  file,
  ...rowOf(row),
  name: body.name,
  code,
})
const leftUnsent = (planned: PlannedForm): object => leftOver(planned, 'not-sent')

async function saySuccess(
  created: readonly Created[],
  { terminal, globals }: Context,
  baseUrl: string,
): Promise<void> {
  if (globals.output === 'json') return
  await terminal.say(`Created ${count(created.length, 'form')}.`)
  const folder = embeddedFolder(baseUrl)
  if (folder !== undefined)
    await terminal.say(
      `To fill ${created.length === 1 ? 'it' : 'them'} in, run formctl serve --data ${folder}.`,
    )
}
