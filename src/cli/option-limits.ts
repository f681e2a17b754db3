import { listed, nearest, quote } from '../form/words.ts'
import type { Command, Option, Options, OutputFormat } from './command.ts'

/** By the names of options; one that was not given is undefined, false or an empty list. */
type Values = Readonly<Record<string, unknown>>

type Limited = Pick<Command, 'options' | 'requires' | 'formatOf'>

/** Why options cannot be used as they are given, as a sentence; undefined if they can. */
export function limitProblem(
  { options, requires = [], formatOf }: Limited,
  values: Values,
  output: OutputFormat | undefined,
): string | undefined {
  const given = Object.entries(options).filter(([name]) => isGiven(values[name]))
  for (const [, option] of given) {
    const { needs, excludes = [] } = option
    const other = excludes.find((entry) => {
      const [name = '', value] = entry.split(' ')
      return name in options && (value === undefined ? isGiven(values[name]) : values[name] === value)
    })
    if (other !== undefined)
      return `${flagOf(option)} cannot be used with ${entryText(other, options)}. Leave one of them out.`
    if (needs && !needs.some((name) => isGiven(values[name])))
      return `${flagOf(option)} needs ${needsText(needs, options)}.`
  }
  const missing = requires.find((names) => !names.some((name) => isGiven(values[name])))
  if (missing) return `Give ${requiredText(missing, options)}.`
  const format = formatOf?.(values, output)
  for (const [, option] of given)
    if (format !== undefined && option.formats?.includes(format) === false)
      return `${flagOf(option)} applies to ${listed(option.formats, 'and')}, not to ${format}. Leave it out.`
  return undefined
}

/** Which option there is none of, as a sentence; undefined if all are known. A misspelt `redact` would show everything. */
export function unknownProblem(values: Values, known: readonly string[]): string | undefined {
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const near = nearest(unknown, known)
  return `There is no option ${quote(unknown)}. ${near ? `Did you mean ${near.word}?` : `There are ${listed(known)}.`}`
}

// Without a flag an option is undefined, false or an empty list.
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** Whether an option takes a text as its value. */
export function isValue({ kind, range, takes, choices = [] }: Option<unknown>, text: string): boolean {
  if (kind === 'flag') return /^(true|false)$/.test(text)
  if (kind === 'choice') return choices.includes(text)
  if (kind !== 'number') return takes?.isValid(text) ?? true
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) return false
  if (!range) return true
  const [min, max = Infinity] = range
  return Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max
}

/** What a value has to be, such as `a whole number from 1 to 64`. */
export function valueText({ kind, range, takes, choices = [] }: Option<unknown>): string {
  if (kind === 'flag') return 'true or false'
  if (kind === 'choice') return `one of ${choices.join(', ')}`
  if (kind === 'number')
    return range ? ['a whole number', ...rangeTexts(range)].join(' ') : 'a number in digits, such as 10'
  return takes?.what ?? 'a text'
}

const rangeTexts = ([min, max]: readonly [number, number?]): readonly string[] =>
  max !== undefined ? [`from ${min} to ${max}`] : min === 0 ? [] : [`from ${min} on`]

/** The summary of an option with its limits. */
export function fullSummary(option: Option<unknown>, options: Options): string {
  const { summary, range, formats, needs, excludes } = option
  const others = excludes?.filter((entry) => entry.replace(/ .*/, '') in options) ?? []
  return [
    summary,
    ...(range ? rangeTexts(range) : []),
    // Of more formats, the heading of the group says what they have in common.
    ...(formats && formats.length <= 4 ? [`for ${listed(formats, 'and')}`] : []),
    ...(needs ? [`needs ${needsText(needs, options)}`] : []),
    ...(others.length > 0
      ? [
          `not with ${listed(
            others.map((entry) => entryText(entry, options)),
            'or',
          )}`,
        ]
      : []),
  ].join('; ')
}

/** `Required: --form <id>, --all or --from <file>; --out <folder>.` */
export const requiredLine = ({ requires = [], options }: Pick<Command, 'requires' | 'options'>): string =>
  `Required: ${requires.map((names) => requiredText(names, options)).join('; ')}.`

const requiredText = (names: readonly string[], options: Options): string =>
  listed(
    names.flatMap((name) => options[name]?.flags ?? []),
    'or',
  )

const needsText = (names: readonly string[], options: Options): string =>
  listed(
    names.flatMap((name) => (options[name] ? flagOf(options[name]) : [])),
    'or',
  )

/** An entry of `excludes` as it is written on the command line. */
function entryText(entry: string, options: Options): string {
  const [name = '', value] = entry.split(' ')
  const option = options[name]
  return [option ? flagOf(option) : name, ...(value === undefined ? [] : [value])].join(' ')
}

/** The long flag of an option, such as `--columns-file`. */
export const flagOf = ({ flags }: Pick<Option<unknown>, 'flags'>): string =>
  /--[\w-]+/.exec(flags)?.[0] ?? flags
