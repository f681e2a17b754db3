import {
  environmentName,
  isVariableName,
  limits,
  readVariables,
  rowsReaderFor,
  variablesFrom,
  type RowsFile,
  type VariableValue,
  type Variables,
  type VariablesOf,
  listNumbers,
} from '../../authoring/authoring.ts'
import { count, misuse } from '../../failure/failure.ts'
import type { Path } from '../../form/value.ts'
import { nearest } from '../../form/words.ts'
import { inGroup, many, text, type Context, type OptionValues } from '../command.ts'
import { refuseKeyInSetting } from '../settings/settings.ts'
import { warningLine } from '../terminal/terminal.ts'
import type { FileReport } from '../../authoring/reports.ts'
import type { DraftForm, ReadForm } from '../../publish/publish.ts'

export const variableOptions = inGroup('Variables', {
  var: many('--var <name=value>', 'the value of ${name} in specs; overrides all others'),
  varFile: many('--var-file <file>', 'a YAML or JSON file of values; a later file overrides an earlier one'),
})

export const rowKeyOption = text(
  '--row-key <column>',
  'the column that identifies a row (default: the first)',
  { needs: ['each'] },
)

export type SpecVariables = {
  /** The variables without a row of `--each`. */
  readonly variables: Variables
  /** The same over values of the project, with those of a row. */
  readonly over: (project: ReadonlyMap<string, VariableValue>, isWhole: boolean) => VariablesOf
  /** The names that `--var` gives. */
  readonly named: readonly string[]
  /** The findings in files of variables. */
  readonly reports: readonly FileReport[]
}

/** Reads the values of variables. Precedence: `--var`, a row, the last `--var-file`, the environment, the project, the spec. */
export async function readVariableOptions(
  { host }: Pick<Context, 'host'>,
  options: OptionValues<typeof variableOptions>,
): Promise<SpecVariables> {
  const named = new Map(options.var.map(parsePair))
  const { values, isWhole, reports } = await readValues(
    { host },
    options.varFile.map((file) => [file]),
  )
  const environment = (name: string): string | undefined => {
    const value = host.env[environmentName(name)]
    // Everyone who opens the form would read it there.
    if (value !== undefined) refuseKeyInSetting({ value, source: environmentName(name) })
    return value
  }
  const over: SpecVariables['over'] = (project, isRead) =>
    variablesFrom({ named, files: values, environment, project, isWhole: isWhole && isRead })
  return { variables: over(new Map(), true)(new Map()), over, named: [...named.keys()], reports }
}

/** The values of files, or of objects at paths in files; a later one overrides an earlier one. */
export async function readValues(
  { host: { files } }: Pick<Context, 'host'>,
  places: readonly (readonly [file: string, ...path: Path])[],
) {
  const reports: FileReport[] = []
  const values = new Map<string, VariableValue>()
  let isWhole = true
  for (const [file, ...path] of places) {
    const bytes = await files.read(file, limits.bytes)
    const read = readVariables(bytes, path)
    for (const [name, value] of read.values) values.set(name, value)
    isWhole &&= read.isWhole
    if (read.findings.length > 0)
      reports.push({ file, text: new TextDecoder().decode(bytes), findings: read.findings })
  }
  return { values, isWhole, reports }
}

function parsePair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  if (!isVariableName(name))
    throw misuse(`--var ${pair}: ${JSON.stringify(name)} cannot be the name of a variable.`)
  if (at === -1) throw misuse(`--var ${name} has no value. Write --var ${name}=<text>.`)
  return [name, pair.slice(at + 1)]
}

/** Warns of each variable of a source that no spec uses: most are misspelt. With `-o json`, stderr holds failures only. */
export async function warnOfUnused(
  named: readonly string[],
  source: string,
  used: ReadonlySet<string>,
  { terminal, globals }: Pick<Context, 'terminal' | 'globals'>,
): Promise<void> {
  if (globals.output === 'json') return
  for (const name of named.filter((one) => !used.has(one))) {
    const near = nearest(name, [...used])
    const help = near ? ` Did you mean ${near.word}?` : ''
    await terminal.warn(warningLine(`No spec uses the variable ${name} of ${source}.${help}`, terminal))
  }
}

/** Reads the rows of `--each`: a CSV table, or a list in YAML or JSON. */
export async function readRowsFile({ host }: Pick<Context, 'host'>, file: string): Promise<RowsFile> {
  const read = rowsReaderFor(file)
  if (read === undefined)
    throw misuse(`${file} is not a table of rows. Its name must end in .csv, .tsv, .yaml, .yml or .json.`)
  return read(await host.files.read(file, limits.bytes))
}

/** Reports the columns that no spec uses: one may be misspelt where the spec has a default. */
export async function reportUnusedColumns(
  allInputs: readonly { readonly rows: RowsFile | undefined; readonly used: ReadonlySet<string> }[],
  { terminal, globals }: Pick<Context, 'terminal' | 'globals'>,
): Promise<void> {
  if (globals.output === 'json') return
  for (const { rows, used } of allInputs) {
    const unused = rows?.columns.filter((name) => !used.has(name)) ?? []
    if (rows && unused.length > 0)
      await terminal.info(`Unused columns of ${rows.file}: ${terminal.plain(unused.join(', '))}.`)
  }
}

/** Lists the forms that the rows will make, before anything is sent. */
export async function reportRowsPlan(
  drafts: readonly DraftForm[],
  tables: string,
  { terminal, globals }: Context,
): Promise<void> {
  if (tables === '' || globals.output === 'json') return
  const planned = drafts.filter(({ row }) => row !== undefined)
  const files = new Set(planned.map(({ file }) => file))
  const lines = planned.map(({ row, file, body }) => {
    const name = terminal.plain(body.name)
    return `  row ${row?.number}: ${files.size > 1 ? `${name} (${terminal.plain(file)})` : name}\n`
  })
  await terminal.info(
    `${count(planned.length, 'form')} from the rows of ${tables}:\n${lines.join('')}`.trimEnd(),
  )
}

/** Warns if several rows give their forms the same name. */
export async function warnOfSameNames(
  forms: readonly ReadForm[],
  { terminal, globals }: Context,
): Promise<void> {
  if (globals.output === 'json') return
  for (const [name, alike] of Map.groupBy(forms, ({ form }) => form.name)) {
    const numbers = alike.flatMap(({ row }) => row?.number ?? [])
    if (numbers.length < 2) continue
    const sentence = `${count(numbers.length, 'form')} would have the name "${name}": rows ${listNumbers(numbers)}.`
    await terminal.warn(warningLine(sentence, terminal))
  }
}
