import { misuse } from '../../failure/failure.ts'
import { listed, nearest } from '../../form/words.ts'
import {
  flag,
  printResult,
  text,
  type Context,
  type OptionValues,
  type Option,
  type Options,
} from '../command.ts'
import { isGiven, isValue, limitProblem, valueText } from '../option-limits.ts'
import { maskedAddress } from './base-url.ts'
import type { ValueProblem } from '../../form/shape-problems.ts'

/** A command whose options may also come from variables and from a file: a flag beats a variable, and a variable the file. */
export type Configurable<O extends Options> = {
  readonly words: string
  readonly options: O
  /** The names of options that hold for one run, so that only a flag gives them. */
  readonly onlyFlags: readonly string[]
}

/** The options of a run, and every setting with the place it came from. */
export type ConfiguredOptions<O extends Options> = {
  readonly options: FilledOptions<O>
  readonly settings: readonly (Sourced & { readonly name: string })[]
}

export type FilledOptions<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly default: infer Default } ? Default : OptionValues<O>[K]
}

type Value = string | number | boolean | readonly string[] | undefined

type Sourced = { readonly value: Value; readonly source: string }

export const configOptions = {
  config: text(
    '--config <file>',
    'a YAML file of these options, such as trust_proxy: loopback; variables such as FORMCTL_SERVE_PORT override it',
  ),
  printConfig: flag('--print-config', 'print the settings and where each comes from, and start nothing'),
}

/** An option and its names in each place. */
type Row = {
  readonly property: string
  readonly option: Option<unknown>
  readonly flag: string
  readonly key: string
  readonly variable: string
}

/** The options that may come from variables, and all but --config from a file. */
export const settingsOf = ({ words, options, onlyFlags }: Configurable<Options>): readonly Row[] =>
  Object.entries(options)
    .filter(([property]) => property !== 'printConfig' && !onlyFlags.includes(property))
    .map(([property, option]) => {
      const [, name = ''] = /--([\w-]+)/.exec(option.flags) ?? []
      const key = name.replaceAll('-', '_')
      const { variable = `FORMCTL_${words.toUpperCase()}_${key.toUpperCase()}` } = option
      return { property, option, flag: `--${name}`, key, variable }
    })

/** Completes the options that flags gave. A wrong variable is misuse, a wrong file `config-invalid`. */
export async function configured<O extends Options>(
  command: Configurable<O>,
  given: OptionValues<O>,
  { host }: Pick<Context, 'host'>,
): Promise<ConfiguredOptions<O>> {
  const rows = settingsOf(command)
  // What commander gives for an option, by its kind.
  const flags = given as Readonly<Record<string, Value>>
  const variables = variablesOf(command, rows, host.env)
  const path = flags['config'] ?? variables['config']?.value
  const file = typeof path === 'string' ? await readFile(path, rows, host) : {}
  const options: Record<string, Value> = { ...flags }
  const settings = rows.map(({ property, flag: flagName, key, option }) => {
    const byFlag = isGiven(flags[property]) ? { value: flags[property], source: flagName } : undefined
    const { value, source } = byFlag ?? variables[property] ?? file[property] ?? defaultOf(option)
    options[property] = value
    return { name: key, value: maskedValue(key, value), source }
  })
  const problem = limitProblem(command, options, undefined)
  if (problem !== undefined) throw misuse(problem)
  // Each value was read by its option's kind.
  return { options: options as FilledOptions<O>, settings }
}

const defaultOf = ({ kind, default: value }: Option<unknown>): Sourced => ({
  value: value ?? (kind === 'flag' ? false : kind === 'many' ? [] : undefined),
  source: 'default',
})

/** Values by the property of their option. */
type SourcedValues = Readonly<Record<string, Sourced>>

function variablesOf(
  { words }: Configurable<Options>,
  rows: readonly Row[],
  env: Context['host']['env'],
): SourcedValues {
  const names = rows.map(({ variable }) => variable)
  const prefix = `FORMCTL_${words.toUpperCase()}_`
  const unknown = Object.keys(env).find(
    (name) => name.startsWith(prefix) && env[name] && !names.includes(name),
  )
  if (unknown !== undefined)
    throw misuse(`${unknown} is not a setting of formctl ${words}. ${suggestion(unknown, names)}`)
  return Object.fromEntries(
    rows.flatMap(({ property, option, variable }) => {
      const value = env[variable]
      if (!value) return []
      const read = readValue(option, option.kind === 'many' ? value.split(',') : [value])
      if ('problem' in read) throw misuse(`${variable} ${read.problem}`)
      return [[property, { value: read.value, source: variable }]]
    }),
  )
}

const suggestion = (name: string, names: readonly string[]): string => {
  const meant = nearest(name, names)?.word
  return meant === undefined ? `The settings are ${listed(names)}.` : `Did you mean ${meant}?`
}

async function readFile(path: string, rows: readonly Row[], host: Context['host']): Promise<SourcedValues> {
  const { readConfig } = await import('./config-yaml.ts')
  const place = { path: host.files.resolve(path), name: path, folder: '.' }
  const { value } = await readConfig(host, place, async (file) => parseFile(file, rows, path).problems)
  return parseFile(value, rows, path).values
}

/** The values of a file, and what is wrong with it. */
function parseFile(
  file: unknown,
  allRows: readonly Row[],
  source: string,
): { readonly values: SourcedValues; readonly problems: readonly ValueProblem[] } {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    const sentence = 'the file holds no settings. Write each as "name: value".'
    return { values: {}, problems: [{ path: [], sentence }] }
  }
  const rows = allRows.filter(({ property }) => property !== 'config')
  const values: Record<string, Sourced> = {}
  const problems: ValueProblem[] = []
  for (const [key, setting] of Object.entries(file)) {
    const row = rows.find((one) => one.key === key)
    if (!row) {
      const keys = rows.map((one) => one.key)
      problems.push({ path: [key], sentence: `"${key}" is not a setting. ${suggestion(key, keys)}` })
      continue
    }
    const texts = textsOf(setting)
    const read = texts
      ? readValue(row.option, texts)
      : { problem: 'has to be a text, a number, true or false.' }
    if ('problem' in read) problems.push({ path: [key], marks: 'value', sentence: `${key} ${read.problem}` })
    else values[row.property] = { value: read.value, source }
  }
  return { values, problems }
}

/** The texts of a scalar, or of a list of scalars; undefined for anything else. */
function textsOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.every((one) => ['string', 'number', 'boolean'].includes(typeof one))
    ? all.map(String)
    : undefined
}

/** A value as the command line would read it; a problem completes a sentence that begins with its name. */
function readValue(
  option: Option<unknown>,
  texts: readonly string[],
): { readonly value: Value } | { readonly problem: string } {
  const { kind } = option
  const [word = '', ...more] = texts
  if (texts.includes('') || texts.length === 0) return { problem: 'is empty. Give it a value, or remove it.' }
  if (kind === 'many' && texts.every((one) => isValue(option, one))) return { value: texts }
  if (more.length > 0 && kind !== 'many') return { problem: 'takes one value, not a list.' }
  if (kind === 'many' || !isValue(option, word)) return { problem: `has to be ${valueText(option)}.` }
  return { value: kind === 'flag' ? word === 'true' : kind === 'number' ? Number(word) : word }
}

/** Without passwords, since settings are printed to be shown to others. */
function maskedValue(name: string, value: Value): Value {
  if (typeof value !== 'string') return value
  if (/(secret|password|token|key)$/.test(name)) return '…'
  return value.includes('://') ? maskedAddress(value) : value.replaceAll(/(password=)\S+/g, '$1…')
}

export async function printSettings(
  { settings }: ConfiguredOptions<Options>,
  context: Context,
): Promise<void> {
  const shown = settings.map(({ value, ...setting }) => ({ ...setting, value: value ?? null }))
  await printResult(context, { settings: shown }, [
    ['setting', { text: 'value' }, 'from'],
    ...settings.map(({ name, value = '(none)', source }) => [name, String(value), source]),
  ])
}
