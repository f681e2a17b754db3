import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Command, Option } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { limitProblem } from '../../src/cli/option-limits.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

/** Values of options by name; `true` is a flag that is given. */
type Given = Readonly<Record<string, string | true>>
type Case = {
  readonly command: Command
  readonly given: Given
  readonly sentence: string
  readonly more?: readonly string[]
}

const all = await Promise.all(commands.map(({ load }) => load()))
const options = all.flatMap((command) =>
  Object.entries(command.options).map(([name, option]) => ({ command, name, option, flag: flagOf(option) })),
)

function flagOf(option: Option<unknown> | undefined): string {
  return /--[\w-]+/.exec(option?.flags ?? '')?.[0] ?? ''
}

const listed = (words: readonly string[], link: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${link} ${words.at(-1)}`

/** A value that an option takes. */
function valueOf({ kind, choices = [], range = [1], takes }: Option<unknown>): string | true {
  if (kind === 'flag') return true
  if (kind === 'choice') return choices[0] ?? ''
  if (kind === 'number') return String(range[0])
  const texts = ['x', 'loopback', 'a@b', '1h', 'https://a.example', 'all']
  return texts.find((text) => takes?.isValid(text) ?? true) ?? ''
}

/** The options that an option excludes, each with a value. */
const excludedBy = ({ excludes = [] }: Option<unknown>, { options: own }: Command): readonly Given[] =>
  excludes.flatMap((entry): readonly Given[] => {
    const [name = '', value] = entry.split(' ')
    return own[name] ? [{ [name]: value ?? valueOf(own[name]) }] : []
  })

const problemOf = ({ options: own, requires }: Command, given: Given): string | undefined =>
  limitProblem({ options: own, requires }, given, undefined)

/** The values with what they need and what the command requires, so that nothing else is wrong with them. */
function completed(command: Command, given: Given): Given {
  const needed = Object.keys(given).flatMap((name) => [command.options[name]?.needs ?? []])
  const missing = [...needed, ...(command.requires ?? [])].find(
    (names) => names.length > 0 && names.every((name) => !(name in given)),
  )
  if (!missing) return given
  const candidates = missing.flatMap((name) => {
    const option = command.options[name]
    return option ? [{ ...given, [name]: valueOf(option) }] : []
  })
  const possible = candidates.find((one) => !problemOf(command, one)?.includes('cannot be used with'))
  return possible ? completed(command, possible) : given
}

/** Runs the command with the values. It must end with the sentence and exit code 2, print nothing else and write nothing. */
async function isRefused({ command, given, sentence, more = [] }: Case): Promise<void> {
  const args = command.args.filter(({ name }) => name.startsWith('<')).map(() => 'x')
  const flags = Object.entries(given).flatMap(([name, value]) =>
    [flagOf(command.options[name])].concat(value === true ? [] : value),
  )
  const argv = [...command.words.split(' '), ...args, ...flags, ...more]
  const cwd = temporaryFolder()
  const ran = await runInProcess({ cwd, argv })
  const json = JSON.stringify({ schema_version: 1, error: { code: 'usage', message: sentence, exit: 2 } })
  const stderr = /-o n?d?json/.test(more.join(' ')) ? `${json}\n` : `error[usage]: ${sentence}\n`
  expect({ argv, ...ran, files: readdirSync(cwd) }).toEqual({ argv, exit: 2, stdout: '', stderr, files: [] })
}

const invalid = ({ flags }: Option<unknown>, { words }: Command, value: string, advice: string): string =>
  `Option '${flags}' argument '${value}' is invalid. ${advice}. See formctl ${words} --help.`

const kinds: Readonly<Record<string, readonly Case[]>> = {
  'a number out of its range': options
    .filter(({ option }) => option.kind === 'number')
    .flatMap(({ command, name, option }) => {
      const [min, max] = option.range ?? [0]
      const place = max !== undefined ? ` from ${min} to ${max}` : min > 0 ? ` from ${min} on` : ''
      const advice = option.range ? `Give a whole number${place}` : 'Give a number in digits, such as 10'
      const values = [
        'x',
        '1e3',
        '-1',
        '99999999999999999999',
        ...(option.range ? [`${min}.5`] : []),
        ...(min > 0 ? [String(min - 1)] : []),
        ...(max !== undefined ? [String(max + 1)] : []),
      ]
      return values.map((value) => ({
        command,
        given: { [name]: value },
        sentence: invalid(option, command, value, advice),
      }))
    }),
  'a value that the option does not take': options
    .filter(({ option }) => option.kind === 'choice' || option.takes)
    .map(({ command, name, option }) => {
      const value = ['-', '"', ' '].find((text) => option.takes?.isValid(text) === false) ?? 'nonsense'
      const choices = `Allowed choices are ${option.choices?.join(', ')}`
      const advice = option.takes ? `Give ${option.takes.what}` : choices
      return { command, given: { [name]: value }, sentence: invalid(option, command, value, advice) }
    }),
  'a blank value': options
    .filter(({ option }) => /text|many/.test(option.kind) && !option.takes && !option.mayBeBlank)
    .map(({ command, name, flag }) => ({
      command,
      given: { [name]: ' \t' },
      sentence: `${flag} is empty. Give a value, or leave it out.`,
    })),
  'an option that is given twice': options
    .filter(({ option }) => option.kind === 'choice' && (option.choices ?? []).length > 1)
    .map(({ command, name, option, flag }) => {
      const [first = '', second = ''] = option.choices ?? []
      const sentence = `${flag} is given twice, as ${first} and as ${second}. Give it once.`
      return { command, given: { [name]: first }, more: [flag, second], sentence }
    }),
  'an option without what it needs': options.flatMap(({ command, name, option, flag }) => {
    const { needs = [] } = option
    const flags = needs.flatMap((need) => (command.options[need] ? flagOf(command.options[need]) : []))
    const sentence = `${flag} needs ${listed(flags, 'or')}.`
    return needs.length > 0 ? [{ command, given: { [name]: valueOf(option) }, sentence }] : []
  }),
  'two options that exclude each other': options.flatMap(({ command, name, option, flag }) =>
    excludedBy(option, command).map((other) => {
      const [[otherName, value] = ['', '']] = Object.entries(other)
      const words = option.excludes?.includes(otherName) ? [] : [String(value)]
      const otherWords = [flagOf(command.options[otherName]), ...words].join(' ')
      const sentence = `${flag} cannot be used with ${otherWords}. Leave one of them out.`
      const given = completed({ ...command, requires: [] }, { [name]: valueOf(option) })
      return { command, given: { ...given, ...other }, sentence }
    }),
  ),
  'a command without an option that it requires': all.flatMap((command) =>
    (command.requires ?? []).map((names) => ({
      command,
      given: completed({ ...command, requires: command.requires?.filter((one) => one !== names) ?? [] }, {}),
      sentence: `Give ${listed(
        names.flatMap((name) => command.options[name]?.flags ?? []),
        'or',
      )}.`,
    })),
  ),
  'an option that does not apply to the format': options.flatMap(({ command, name, option, flag }) => {
    const { formats } = option
    if (!formats || !command.formatOf) return []
    const named = command.options['format']?.choices
    return (named ?? command.outputs)
      .filter((format) => !formats.includes(format))
      .map((format) => ({
        command,
        given: completed(command, { [name]: valueOf(option) }),
        more: [named ? '--format' : '-o', format],
        sentence: `${flag} applies to ${listed(formats, 'and')}, not to ${format}. Leave it out.`,
      }))
  }),
}

test.each(Object.entries(kinds))(
  '%s is refused in a sentence, before anything is read or written',
  async (_, cases) => {
    expect(cases.length).toBeGreaterThan(0)
    for (const one of cases) await isRefused(one)
  },
)

test('limits name options that there are', () => {
  const known = new Set(options.map(({ name }) => name))
  for (const { command, option } of options) {
    const { needs, excludes = [] } = option
    const named = [...(needs ?? []), ...excludes.map((entry) => entry.replace(/ .*/, ''))]
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(needs?.some((name) => name in command.options) ?? true).toBe(true)
  }
  for (const { requires = [], options: own } of all)
    expect(requires.flat().filter((name) => !(name in own))).toEqual([])
})

test('each option can be used', () => {
  for (const { command, name, option } of options)
    expect(problemOf(command, completed(command, { [name]: valueOf(option) }))).toBeUndefined()
})

/** What the help of a command has to say of the limits of an option. */
function limitTexts(command: Command, option: Option<unknown>): readonly string[] {
  const { range: [min, max] = [], needs = [], formats = [] } = option
  return [
    ...(max === undefined ? [] : [`; from ${min} to ${max}`]),
    ...(needs.length > 0 ? ['; needs --'] : []),
    ...(formats.length > 0 && formats.length <= 4 ? [`; for ${listed(formats, 'and')}`] : []),
    ...(excludedBy(option, command).length > 0 ? ['; not with --'] : []),
  ]
}

test.each(all.map((command) => [command.words, command] as const))(
  'the help of formctl %s says the limits of its options',
  async (words, command) => {
    const { stdout } = await runInProcess({ argv: [...words.split(' '), '--help'] })
    const help = stdout.replaceAll(/\s+/g, ' ')
    const texts = Object.values(command.options).flatMap((option) => limitTexts(command, option))
    expect(texts.filter((text) => !help.includes(text))).toEqual([])
    const required = (command.requires ?? []).map((names) => command.options[names[0] ?? '']?.flags ?? '')
    expect(help).toMatch(new RegExp(required.map((flags) => `Required: .*${flags}`).join('|')))
  },
)
