/**
 * The specs of a run and what fills them in: the variables and the table of the command line, and those that the project
 * lists for a spec under `forms:` in its `formctl.yaml`.
 */
import { relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  keysOfRows,
  readYamlValue,
  type PlacedFinding,
  type RowsBudget,
  type RowsFile,
  type VariablesOf,
} from '../../authoring/authoring.ts'
import type { FileReport } from '../../authoring/reports.ts'
import { Failure, misuse } from '../../failure/failure.ts'
import { pathText, type Path } from '../../form/value.ts'
import type { Context, OptionValues } from '../command.ts'
import type { Entry } from '../generated/config.ts'
import { shellWord } from '../option-values.ts'
import { findProjectFile, readProjectFile, type ConfigFile } from '../settings/config-file.ts'
import { loadProfile } from '../settings/load.ts'
import { projectFileName } from '../settings/settings.ts'
import { namedSpecs, specFiles, stdinName, type SpecFile } from './spec-files.ts'
import {
  readRowsFile,
  readValues,
  readVariableOptions,
  warnOfUnused,
  type SpecVariables,
  type variableOptions,
} from './variable-options.ts'

/** What fills in some of the specs of a run. */
type SpecInputs = {
  readonly variablesOf: VariablesOf
  readonly rows: RowsFile | undefined
  /** The keys of the rows by their numbers, where they are asked for. */
  readonly rowKeys: ReadonlyMap<number, string> | undefined
  readonly budget: RowsBudget
  readonly inRows: PlacedFinding[]
  /** The names of the variables that its specs use. */
  readonly used: Set<string>
}

/** A spec of a run, with what fills it in. */
export type ReadSpec = { readonly file: string; readonly bytes: Uint8Array; readonly inputs: SpecInputs }

export type SpecRun = {
  readonly specs: AsyncIterable<SpecFile & { readonly inputs: SpecInputs }>
  /** What fills in the specs so far, each once. */
  readonly allInputs: () => readonly SpecInputs[]
  /** The findings in the files of variables and the `vars` so far. */
  readonly reports: () => readonly FileReport[]
  /** Whether the run covers the spec at a whole path, even if it does not exist. */
  readonly isNamed: (path: string) => boolean
  /** Whether it does all that the project lists. */
  readonly isWhole: boolean
  /** The failure for a spec that cannot be read: with its line in the project file, if that names it. */
  readonly explain: (failure: Failure, word: string) => Promise<Failure>
  readonly warnOfUnused: () => Promise<void>
}

type RunOptions = OptionValues<typeof variableOptions> & {
  readonly each?: string | undefined
  /** The column that identifies rows; undefined: the first. Absent: nothing has to identify them. */
  readonly rowKey?: string | undefined
}

/** The specs that the arguments name, or else all that the project lists. */
export async function openSpecs(
  context: Context,
  args: readonly string[],
  options: RunOptions,
  noFiles: string,
): Promise<SpecRun> {
  const { files } = context.host
  const isWhole = args.length === 0
  const project = await readProjectFile(context.host)
  const entries = project ? await entriesOf(project, context) : []
  if (isWhole && entries.length === 0)
    throw misuse(
      `${project?.config.forms ? `forms: in ${project.name} is empty. ` : ''}${noFiles} Or list them under forms: in ${projectFileName}.`,
    )
  const words = isWhole ? entries.flatMap(({ paths }) => paths) : args
  const given = await readVariableOptions(context, options)
  const each = options.each === undefined ? undefined : await readRowsFile(context, options.each)
  const profile = await loadProfile(context, project)
  const ofProfile = project?.config.profiles?.[profile]?.vars
  const fill = async (entry: ProjectEntry | undefined): Promise<ProjectInputs> => {
    const read = await readValues(context, [
      ...(entry?.varFiles ?? []).map((file) => [file] as const),
      ...(project && entry?.vars ? [[project.name, ...entry.at, 'vars'] as const] : []),
      ...(project && ofProfile ? [[project.name, 'profiles', profile, 'vars'] as const] : []),
    ])
    const rows = each ?? (entry?.each === undefined ? undefined : await readRowsFile(context, entry.each))
    const rowKey = options.rowKey ?? (each ? undefined : entry?.rowKey)
    const hasKeys = rowKey !== undefined || 'rowKey' in options
    const keyed = rows && hasKeys ? keysOfRows(rows, keyColumn(rows, rowKey)) : undefined
    return {
      variablesOf: given.over(read.values, read.isWhole),
      rows,
      rowKeys: keyed?.keys,
      budget: { weight: 0, findings: 0 },
      inRows: [...(keyed?.findings ?? [])],
      used: new Set(),
      reports: read.reports,
    }
  }
  const allInputs = new Map<ProjectEntry | undefined, ProjectInputs>()
  const inputsOf = async (entry: ProjectEntry | undefined): Promise<SpecInputs> => {
    const inputs =
      allInputs.get(entry) ??
      (await fill(entry).catch(async (error: unknown) => {
        throw entry && error instanceof Failure ? await entryFailure(entry, error.message, context) : error
      }))
    allInputs.set(entry, inputs)
    return inputs
  }
  // The findings in its values come before those of specs.
  for (const entry of isWhole ? entries : []) await inputsOf(entry)
  const ignored = [project?.config.ignore ?? []].flat().map((path) => inProject(project, path, context))
  const data = entries.flatMap(({ each: table = [], varFiles }) => [table, varFiles].flat())
  const isIgnored = await namedSpecs(files, [...ignored, ...data])
  // The project of a folder is looked for once.
  const ofProject = new Set<string>()
  async function* specs(): SpecRun['specs'] {
    for await (const spec of specFiles(context.host, words, isIgnored)) {
      const path = spec.file === stdinName ? undefined : files.resolve(spec.file)
      const entry = path === undefined ? undefined : await entryFor(path, entries, context)
      const folder = files.resolve(path ?? '.', '..')
      if (path !== undefined && !('failure' in spec) && !ofProject.has(folder)) {
        await refuseOther(path, project, context)
        ofProject.add(folder)
      }
      const inputs = await inputsOf(entry)
      yield { ...spec, inputs, file: isWhole && path !== undefined ? nameOf(context, path) : spec.file }
    }
  }
  const isArgument = await namedSpecs(files, words)
  return {
    specs: specs(),
    allInputs: () => [...allInputs.values()],
    reports: () => {
      const all = [given, ...allInputs.values()].flatMap(({ reports }) => reports)
      // Several entries may share a file, and all share the profile.
      return [...new Map(all.map((report) => [JSON.stringify(report), report])).values()]
    },
    isNamed: (path) =>
      isArgument(path) && (!isIgnored(path) || words.some((word) => files.resolve(word) === path)),
    isWhole,
    explain: async (failure, word) => {
      const isAbsent = ['no-match', 'no-specs', 'file-not-found'].includes(failure.code)
      const entry = entries.find(({ paths }) => isWhole && isAbsent && paths.includes(word))
      return entry ? entryFailure(entry, failure.message, context) : failure
    },
    warnOfUnused: async () => {
      const used = new Set(Array.from(allInputs.values()).flatMap((inputs) => Array.from(inputs.used)))
      await warnOfUnused(given.named, '--var', used, context)
      const vars = Object.assign({}, ofProfile, ...entries.map((entry) => entry.vars))
      if (isWhole && project) await warnOfUnused(Object.keys(vars), project.name, used, context)
    },
  }
}

type ProjectInputs = SpecInputs & Pick<SpecVariables, 'reports'>

/** An entry of `forms:`, its paths as seen from the working folder. */
type ProjectEntry = Pick<Entry, 'vars'> & {
  readonly project: ConfigFile
  /** Its path in the project file. */
  readonly at: Path
  readonly paths: readonly string[]
  readonly covers: (path: string) => boolean
  readonly each: string | undefined
  readonly rowKey: string | undefined
  readonly varFiles: readonly string[]
}

const entriesOf = (project: ConfigFile, context: Context): Promise<readonly ProjectEntry[]> =>
  Promise.all(
    (project.config.forms ?? []).map(async (form, i): Promise<ProjectEntry> => {
      const { files } = context.host
      const written: Entry = typeof form === 'string' ? { path: form } : form
      const [paths = [], tables = [], varFiles = []] = [written.path, written.each, written.var_file].map(
        (names) => [names ?? []].flat().map((name) => inProject(project, name, context)),
      )
      const { row_key: rowKey, vars } = written
      const covers = await namedSpecs(files, paths)
      const entry = { project, at: ['forms', i], paths, covers, each: tables[0], rowKey, varFiles, vars }
      // What a pattern finds is looked at when it is found.
      const isOutside = (place: string) =>
        !files.leadsInto(project.folder, place.replace(/[*?[{].*$/s, '') || '.')
      const outside = [...paths, ...tables, ...varFiles].find(isOutside)
      if (outside === undefined) return entry
      throw await entryFailure(
        entry,
        `${outside} leads out of the project. Name what is in its folder.`,
        context,
      )
    }),
  )

/** The entry that lists a spec: one that names the file itself beats folders and patterns. */
async function entryFor(
  path: string,
  entries: readonly ProjectEntry[],
  context: Context,
): Promise<ProjectEntry | undefined> {
  const { files } = context.host
  const naming = entries.filter(({ paths }) => paths.some((each) => files.resolve(each) === path))
  const [first, ...others] = naming.length > 0 ? naming : entries.filter(({ covers }) => covers(path))
  const inputsOf = ({ each, rowKey, varFiles, vars = {} }: ProjectEntry) => [each, rowKey, varFiles, vars]
  const other = first && others.find((entry) => !isDeepStrictEqual(inputsOf(entry), inputsOf(first)))
  if (!first || !other) return first
  const { line } = readYamlValue(await files.read(first.project.path)).place(first.at, 'value')
  const reason = `${nameOf(context, path)} is listed in line ${line}, too, with another table or other variables. Keep one.`
  throw await entryFailure(other, reason, context)
}

/** The failure for an entry that cannot be used, with its line. */
async function entryFailure(
  { project, at }: ProjectEntry,
  reason: string,
  { host }: Context,
): Promise<Failure> {
  const { configFailure } = await import('../settings/config-faults.ts')
  const problem = { path: at, marks: 'value', sentence: `${pathText(at)} cannot be used: ${reason}` } as const
  return configFailure(project, await host.files.read(project.path), async () => [problem], project.config)
}

/** A whole path as seen from the working folder. */
export const nameOf = ({ host: { files } }: Context, path: string): string =>
  relative(files.resolve('.'), path).replaceAll(sep, '/') || '.'

/** A path of the project file as seen from the working folder. */
const inProject = (project: ConfigFile | undefined, path: string, context: Context): string =>
  nameOf(context, context.host.files.resolve(project?.folder ?? '.', path))

/** Fails for a spec of another project than the one in force, whose settings and lock file would not count. */
async function refuseOther(spec: string, project: ConfigFile | undefined, context: Context): Promise<void> {
  const { files } = context.host
  const nearest = await findProjectFile({ files: files.within(files.resolve(spec, '..')) })
  if (!nearest || (project && files.realPath(nearest.path) === files.realPath(project.path))) return
  const inForce = project
    ? `the settings in force are those of ${project.name}`
    : 'no project is in force here'
  const [name, file, folder] = [spec, nearest.path, nearest.folder].map((path) => nameOf(context, path))
  throw misuse(
    `${name} belongs to the project of ${file}, and ${inForce}. Run formctl -C ${shellWord(folder ?? '')} … instead.`,
  )
}

/** The column whose values identify rows from run to run. */
function keyColumn({ file, columns, rows }: RowsFile, asked: string | undefined): string {
  const column = asked ?? columns[0] ?? ''
  if (rows.length === 0 || columns.includes(column)) return column
  throw misuse(`${file} has no column ${column} for the row key. It has ${columns.join(', ')}.`)
}
