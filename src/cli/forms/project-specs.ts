/**
 * The specs of a run and what fills them in: the variables and the table of the command line, and those that the project
 * lists for a spec under `forms:` in its `formctl.yaml`.
 */
import { relative, sep } from 'node:path'
import {
  limits,
  readVariables,
  textOfValue,
  type PlacedFinding,
  type RowsBudget,
  type RowsFile,
  type VariablesOf,
  type VariableValue,
} from '../../authoring/authoring.ts'
import { ignoreFailure, misuse, type Failure } from '../../failure/failure.ts'
import { pathText } from '../../form/value.ts'
import type { ValueProblem } from '../../form/shape-problems.ts'
import type { FileReport } from '../../authoring/reports.ts'
import type { Context, OptionValues } from '../command.ts'
import type { Entry } from '../generated/config.ts'
import { shellWord } from '../option-values.ts'
import { foldersUp, readProjectFile, type ConfigFile } from '../settings/config-file.ts'
import { projectFileName } from '../settings/settings.ts'
import { namedSpecs, specFiles, stdinName, type SpecFile } from './spec-files.ts'
import { readRowsFile, readVariableOptions, warnOfUnused, type variableOptions } from './variable-options.ts'

/** What fills in some of the specs of a run. */
export type Filling = {
  readonly variablesOf: VariablesOf
  readonly rows: RowsFile | undefined
  /** The keys of the rows by their numbers, where they are asked for. */
  readonly rowKeys: ReadonlyMap<number, string> | undefined
  readonly budget: RowsBudget
  readonly inRows: PlacedFinding[]
  /** The names of the variables that its specs use. */
  readonly used: Set<string>
}

export type SpecRun = {
  readonly specs: AsyncIterable<SpecFile & { readonly filling: Filling }>
  /** The fillings of the specs so far. */
  readonly fillings: () => readonly Filling[]
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
  const { host } = context
  const { files } = host
  const project = await readProjectFile(host)
  const isWhole = args.length === 0
  if (isWhole && !project?.config.forms?.length)
    throw misuse(`${noFiles} Or list them under forms: in ${projectFileName}.`)
  const entries = project ? await entriesOf(project, context) : []
  const words = isWhole ? entries.flatMap(({ paths }) => paths) : args
  const given = await readVariableOptions(context, options)
  const reports = new Map(given.reports.map((report) => [report.file, report]))
  /** The values of a file, or of an object in it. */
  const valuesIn = async (file: string, path: readonly (string | number)[] = []) => {
    const bytes = await files.read(file, limits.bytes)
    const { values, findings, isWhole: isRead } = readVariables(bytes, path)
    const found = [...(reports.get(file)?.findings ?? []), ...findings]
    if (findings.length > 0)
      reports.set(file, { file, text: new TextDecoder().decode(bytes), findings: found })
    return { values, isRead }
  }
  // Settings with errors do not keep a spec from being checked.
  const profile = (await context.settings().catch(ignoreFailure))?.profile.value ?? 'default'
  const ofProfile =
    project?.config.profiles?.[profile]?.vars && (await valuesIn(project.name, ['profiles', profile, 'vars']))
  const each = options.each === undefined ? undefined : await readRowsFile(context, options.each)
  const makeFilling = async (
    entry: ProjectEntry | undefined,
  ): Promise<Filling & { readonly vars: readonly string[] }> => {
    const values = new Map<string, VariableValue>()
    const vars = entry?.vars ? [await valuesIn(project?.name ?? '', [...entry.at, 'vars'])] : []
    const layers = [...(await Promise.all((entry?.varFiles ?? []).map((file) => valuesIn(file)))), ...vars]
    for (const layer of [...layers, ...(ofProfile ? [ofProfile] : [])])
      for (const [name, value] of layer.values) values.set(name, value)
    const rows = each ?? (entry?.each === undefined ? undefined : await readRowsFile(context, entry.each))
    const rowKey = options.rowKey ?? (each ? undefined : entry?.rowKey)
    if (
      project &&
      entry &&
      rows &&
      rowKey !== undefined &&
      rowKey === entry.rowKey &&
      !rows.columns.includes(rowKey)
    ) {
      const sentence = `row_key names ${rowKey}, and ${rows.file} has no such column. It has ${rows.columns.join(', ')}.`
      throw await problemIn(context, project, [{ path: [...entry.at, 'row_key'], marks: 'value', sentence }])
    }
    return {
      variablesOf: given.over(values, layers.every(({ isRead }) => isRead) && ofProfile?.isRead !== false),
      rows,
      rowKeys: rows && 'rowKey' in options ? rowKeys(rows, rowKey) : undefined,
      budget: { weight: 0, findings: 0 },
      inRows: [],
      used: new Set(),
      vars: vars.flatMap((layer) => Array.from(layer.values.keys())),
    }
  }
  const fillings = new Map<ProjectEntry | undefined, ReturnType<typeof makeFilling>>()
  const fillingFor = (entry: ProjectEntry | undefined): ReturnType<typeof makeFilling> => {
    const known = fillings.get(entry) ?? makeFilling(entry)
    fillings.set(entry, known)
    return known
  }
  // The findings in its values come before those of specs.
  for (const entry of isWhole ? entries : []) await fillingFor(entry)
  const refuseOther = otherProjects(context, project)
  const own = [project?.config.ignore ?? []].flat().map((path) => shown(context, project, path))
  const tables = entries.flatMap(({ each: table, varFiles }) => [
    ...(table === undefined ? [] : [table]),
    ...varFiles,
  ])
  const isIgnored = await namedSpecs(files, [...own, ...tables])
  const made: Filling[] = []
  async function* specs(): SpecRun['specs'] {
    for await (const spec of specFiles(host, words, isIgnored)) {
      const path = spec.file === stdinName ? undefined : files.resolve(spec.file)
      const entry = path === undefined ? undefined : await entryFor(path, entries, context, project)
      if (path !== undefined && !('failure' in spec)) await refuseOther(path)
      const filling = await fillingFor(entry)
      if (!made.includes(filling)) made.push(filling)
      yield { ...spec, filling, file: isWhole && path !== undefined ? nameOf(context, path) : spec.file }
    }
  }
  const isArgument = await namedSpecs(files, words)
  return {
    specs: specs(),
    fillings: () => made,
    reports: () => [...reports.values()],
    isNamed: (path) =>
      isArgument(path) && (!isIgnored(path) || words.some((word) => files.resolve(word) === path)),
    isWhole,
    explain: async (failure, word) => {
      const entry = entries.find(({ paths }) => isWhole && paths.includes(word))
      const isAbsent = ['no-match', 'no-specs', 'file-not-found'].includes(failure.code)
      if (!entry || !project || !isAbsent) return failure
      return problemIn(context, project, [
        {
          path: entry.at,
          marks: 'value',
          sentence: `${pathText(entry.at)} cannot be used: ${failure.message}`,
        },
      ])
    },
    warnOfUnused: async () => {
      const used = new Set(made.flatMap(({ used: names }) => Array.from(names)))
      await warnOfUnused(given.named, '--var', used, context)
      if (!isWhole || !project) return
      await warnOfUnused(
        [...(ofProfile?.values.keys() ?? [])],
        `profile ${profile} in ${project.name}`,
        used,
        context,
      )
      for (const [entry, filling] of fillings)
        await warnOfUnused(
          (await filling).vars,
          `vars for ${entry?.paths.join(', ')} in ${project.name}`,
          (await filling).used,
          context,
        )
    },
  }
}

/** An entry of `forms:`, its paths as seen from the working folder. */
type ProjectEntry = Pick<Entry, 'vars'> & {
  /** Its path in the project file. */
  readonly at: readonly (string | number)[]
  readonly paths: readonly string[]
  readonly covers: (path: string) => boolean
  readonly each: string | undefined
  readonly rowKey: string | undefined
  readonly varFiles: readonly string[]
}

async function entriesOf(project: ConfigFile, context: Context): Promise<readonly ProjectEntry[]> {
  const { files } = context.host
  const problems: ValueProblem[] = []
  const entries = (project.config.forms ?? []).map(async (form, i): Promise<ProjectEntry> => {
    const entry = typeof form === 'string' ? { path: form } : form
    const placed = (key: 'path' | 'each' | 'var_file'): readonly string[] =>
      [entry[key] ?? []].flat().map((path) => {
        const place = shown(context, project, path)
        // What a pattern finds is looked at when it is found.
        const start = place.replace(/[*?[{].*$/s, '')
        const at = typeof form === 'string' ? ['forms', i] : ['forms', i, key]
        if (!files.leadsInto(project.folder, start === '' ? '.' : start))
          problems.push({
            path: at,
            marks: 'value',
            sentence: `${typeof form === 'string' ? pathText(at) : key} leads out of the project: ${path}. Name what is in its folder.`,
          })
        return place
      })
    const [paths, [each], varFiles] = [placed('path'), placed('each'), placed('var_file')]
    for (const [key, named] of [
      ['each', each === undefined ? [] : [each]],
      ['var_file', varFiles],
    ] as const)
      for (const file of named)
        if ((await files.kind(file)) !== 'file') {
          const is = (await files.kind(file)) === 'missing' ? 'does not exist' : 'is no file'
          const sentence = `${key} names ${file}, which ${is}.`
          problems.push({ path: ['forms', i, key], marks: 'value', sentence })
        }
    const { row_key: rowKey, vars } = entry
    return { at: ['forms', i], paths, covers: await namedSpecs(files, paths), each, rowKey, varFiles, vars }
  })
  const read = await Promise.all(entries)
  if (problems.length > 0) throw await problemIn(context, project, problems)
  return read
}

/** The entry that lists a spec: one that names the file itself beats folders and patterns. */
async function entryFor(
  path: string,
  entries: readonly ProjectEntry[],
  context: Context,
  project: ConfigFile | undefined,
): Promise<ProjectEntry | undefined> {
  const { files } = context.host
  const naming = entries.filter(({ paths }) => paths.some((each) => files.resolve(each) === path))
  const [first, ...others] = naming.length > 0 ? naming : entries.filter(({ covers }) => covers(path))
  const other = others.find(({ each }) => each !== first?.each)
  if (!other || !project) return first
  const sentence = `${pathText(other.at)} lists ${nameOf(context, path)} again, with another table. Remove it from one of the two.`
  throw await problemIn(context, project, [{ path: other.at, marks: 'value', sentence }])
}

/** A whole path as seen from the working folder. */
export const nameOf = ({ host: { files } }: Context, path: string): string =>
  relative(files.resolve('.'), path).replaceAll(sep, '/') || '.'

/** A path of the project file as seen from the working folder. */
const shown = (context: Context, project: ConfigFile | undefined, path: string): string =>
  nameOf(context, context.host.files.resolve(project?.folder ?? '.', path))

async function problemIn(
  { host: { files } }: Context,
  project: ConfigFile,
  problems: readonly ValueProblem[],
): Promise<Failure> {
  const { configFailure } = await import('../settings/config-faults.ts')
  return configFailure(project, await files.read(project.path), async () => problems, project.config)
}

/** Fails for a spec of another project than the one in force, whose settings and lock file would not count. */
function otherProjects({ host: { files } }: Context, project: ConfigFile | undefined) {
  const known = new Set<string>()
  return async (spec: string): Promise<void> => {
    for (const { folder } of foldersUp(files.within(files.resolve(spec, '..')))) {
      const path = files.resolve(folder, projectFileName)
      if (known.has(folder) || (project && files.realPath(path) === files.realPath(project.path))) return
      known.add(folder)
      if ((await files.kind(path).catch(() => undefined)) !== 'file') continue
      const name = (whole: string): string => relative(files.resolve('.'), whole) || '.'
      const inForce = project
        ? `the settings in force are those of ${project.name}`
        : 'no project is in force here'
      throw misuse(
        `${name(spec)} belongs to the project of ${name(path)}, and ${inForce}. Run formctl -C ${shellWord(name(folder))} … instead.`,
      )
    }
  }
}

/** The values of the key column by row number; they identify rows from run to run. */
function rowKeys(each: RowsFile, asked: string | undefined): ReadonlyMap<number, string> {
  const { file, columns, rows } = each
  const column = asked ?? columns[0] ?? ''
  if (!columns.includes(column))
    throw misuse(`--row-key ${column}: ${file} has no such column. It has ${columns.join(', ')}.`)
  const keys = new Map<number, string>()
  const numbers = new Map<string, number>()
  for (const { number: n, values } of rows) {
    const key = textOfValue(values.get(column) ?? '').trim()
    if (key === '') throw misuse(`Row ${n} of ${file} has no ${column}, ${remedy}`)
    const before = numbers.get(key)
    if (before !== undefined)
      throw misuse(`Rows ${before} and ${n} of ${file} have the same ${column}, "${key}", ${remedy}`)
    numbers.set(key, n)
    keys.set(n, key)
  }
  return keys
}

const remedy =
  'which must identify its form in every run. With --row-key, or row_key in the project, name a column with a different value in each row.'
