import { readFileSync } from 'node:fs'
import { Command as Commander } from 'commander'
import { codes, type CodeFacts } from '../src/authoring/codes.ts'
import type { Command, Option } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands/index.ts'
import { serving } from '../src/cli/commands/serve.ts'
import { addGlobals } from '../src/cli/program.ts'
import { fullSummary, requiredLine } from '../src/cli/option-limits.ts'
import { settingsOf } from '../src/cli/settings/command-settings.ts'
import { colorRules } from '../src/cli/terminal/terminal.ts'
import { failures } from '../src/failure/failure.ts'
import { specParts } from './spec-reference.ts'
import { withPart } from './write-files.ts'

/** Pages of the guide with their generated parts renewed. */
export async function referencePages(): Promise<Map<string, string>> {
  const parts = [
    ['docs/commands.md', 'commands', commandIndex()],
    ['docs/commands.md', 'options', globalReference()],
    ['docs/exit-codes.md', 'exits', exitReference()],
    ['docs/settings.md', 'keys', settingsKeys()],
    ['docs/settings.md', 'colours', colorReference()],
    ['docs/running-a-service.md', 'settings', settingsReference()],
    ['docs/troubleshooting.md', 'findings', findingReference()],
  ] as const
  const pages = new Map<string, string>()
  for (const [page, name, text] of parts)
    pages.set(page, withPart(pages.get(page) ?? readFileSync(page, 'utf8'), name, text))
  for (const entry of commands) pages.set(commandPage(entry.words), commandReference(await entry.load()))
  const spec = Object.entries(specParts()).reduce(
    (text, [name, part]) => withPart(text, name, part),
    readFileSync('docs/spec.md', 'utf8'),
  )
  return new Map([...pages, ['docs/spec.md', spec]])
}

const commandPage = (words: string): string => `docs/commands/${words.replaceAll(' ', '-')}.md`

const commandIndex = (): string =>
  `| command | what it does |\n|---|---|\n${commands
    .map(({ words, summary }) => `| [${words}](${commandPage(words).slice('docs/'.length)}) | ${summary} |`)
    .join('\n')}\n`

const globalReference = (): string => table(globalOptions().map((option) => row(...option)))

/** An option or argument, and what it is. */
type Described = readonly [flags: string, summary: string]

/** The options of every command. */
export const globalOptions = (): readonly Described[] =>
  addGlobals(new Commander()).options.map((option) => [
    option.flags,
    `${withChoices(option.description, option.argChoices)}${option.name() === 'output' ? '; each command lists its own' : ''}`,
  ])

/** The help of a command. Its arguments and options come in groups; the first group has no heading. */
export function partsOf(command: Command): {
  readonly usage: string
  readonly requires: string | undefined
  readonly groups: readonly (readonly [heading: string, rows: readonly Described[]])[]
} {
  const { '': ungrouped = [], ...groups } = Object.groupBy(
    Object.values(command.options),
    ({ group = '' }) => group,
  )
  const describe = (option: Option<unknown>): Described => {
    const summary = withChoices(option.summary, option.kind === 'choice' ? option.choices : undefined)
    const isStated = option.kind !== 'many' || summary.includes('repeat it')
    const repeat = isStated ? '' : ' (may be given several times)'
    return [option.flags, `${fullSummary({ ...option, summary }, command.options)}${repeat}`]
  }
  const args = command.args.map(({ name, summary }): Described => [name, summary])
  const output: Described = ['-o, --output <format>', `the format of results (${command.outputs.join(', ')})`]
  return {
    usage: ['formctl', command.words, ...command.args.map((arg) => arg.name)].join(' '),
    requires: command.requires ? requiredLine(command) : undefined,
    groups: [
      ['', [...args, ...ungrouped.map(describe), output]],
      ...Object.entries(groups).map(([heading, options = []]) => [heading, options.map(describe)] as const),
    ],
  }
}

/** The page of a command. */
function commandReference(command: Command): string {
  const { usage, requires, groups } = partsOf(command)
  const examples = Object.entries(command.examples).map(([line, shows]) => `- \`${line}\`: ${shows}`)
  return [
    `# formctl ${command.words}`,
    '',
    `\`${usage}\``,
    '',
    withCode(command.description),
    '',
    ...(requires === undefined ? [] : [withCode(requires), '']),
    '## Examples',
    ...examples,
    '',
    '## Options',
    ...groups.map(
      ([heading, rows]) => `${heading === '' ? '' : `${heading}:\n`}${table(rows.map((one) => row(...one)))}`,
    ),
    'See also the [options of every command](../commands.md#options-of-every-command).',
    '',
  ].join('\n')
}

/** A text with options and what stands for a value in code: outside of it, a page takes `<id>` for markup. */
const withCode = (text: string): string =>
  text.replaceAll(/(?:--[\w-]+ )?[\w.:]*<\w+>[\w/<>]*(?:\.\w+)*|--[\w-]+/g, '`$&`')

function withChoices(summary: string, choices: readonly string[] = []): string {
  if (choices.every((choice) => summary.includes(choice))) return summary
  const [, what = summary, byDefault] = /^(.*) \(default: (.*)\)$/.exec(summary) ?? []
  return `${what}: one of ${choices.join(', ')}${byDefault === undefined ? '' : `; default ${byDefault}`}`
}

const cell = (summary: string): string => withCode(summary).replaceAll('|', '\\|')

const row = (flags: string, summary: string): string =>
  `| \`${flags.replaceAll('|', '\\|')}\` | ${cell(summary)} |`

const table = (rows: readonly string[]): string => `\n| | |\n|---|---|\n${rows.join('\n')}\n`

/** The settings of `formctl serve` by option, variable and key. */
const settingsReference = (): string =>
  `| option | variable | in the file | what |\n|---|---|---|---|\n${settingsOf(serving)
    .map(({ option, variable, key, property }) => {
      const inFile = property === 'config' ? '' : ` \`${key}\``
      return `| \`${option.flags}\` | \`${variable}\` |${inFile} | ${cell(fullSummary(option, serving.options))} |`
    })
    .join('\n')}\n`

type Keys = { readonly properties: Readonly<Record<string, { readonly description: string }>> }
type ConfigSchema = Keys & { readonly definitions: Readonly<Record<'Entry' | 'Profile', Keys>> }

/** The keys of the settings files, and those that only entries and profiles have. */
function settingsKeys(): string {
  const schema: ConfigSchema = JSON.parse(readFileSync('schemas/config.schema.json', 'utf8'))
  const { Entry, Profile } = schema.definitions
  const keysIn = (properties: Keys['properties'], before: string): readonly string[] =>
    Object.entries(properties)
      .filter(([name]) => before === '' || !Object.hasOwn(schema.properties, name))
      .map(([name, { description }]) =>
        row(
          `${before}${name}`,
          `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`,
        ),
      )
  return `| key | what it sets |\n|---|---|\n${[
    ...keysIn(schema.properties, ''),
    ...keysIn(Entry.properties, 'forms[].'),
    ...keysIn(Profile.properties, 'profiles.<name>.'),
  ].join('\n')}\n`
}

const colorReference = (): string =>
  `| when | colour |\n|---|---|\n${colorRules
    .map(({ when, isColored }) => `| ${when} | ${isColored ? 'yes' : 'no'} |`)
    .join('\n')}\n`

/** The codes of findings by their weight, each as a link to its page. */
function findingReference(): string {
  const groups: readonly (readonly [string, (facts: CodeFacts) => boolean])[] = [
    ['errors of a form: the service refuses it', (of) => of.severity === 'error' && !of.isOfText],
    ['errors of a file: it cannot be read', (of) => of.severity === 'error' && of.isOfText],
    ['warnings: probably a mistake', (of) => of.severity === 'warning'],
    ['notes: the form may be right as it is', (of) => of.severity === 'note'],
  ]
  const rows = groups.map(([group, isIn]) => {
    const links = Array.from(codes)
      .filter(([, facts]) => isIn(facts))
      .map(([code]) => `[${code}](rules/${code}.md)`)
    return `| ${group} | ${links.join(', ')} |`
  })
  return `| findings | codes |\n|---|---|\n${rows.join('\n')}\n`
}

/** The codes of failures by their exit code, each as a link to its section. */
function exitReference(): string {
  const byExit = Map.groupBy(Object.entries(failures), ([, failure]) => failure.exit)
  const rows = Array.from(byExit)
    .toSorted(([a], [b]) => a - b)
    .map(([exit, entries]) => {
      const links = entries.map(([code]) => `[${code}](troubleshooting.md#${code})`)
      return `| ${exit} | ${links.join(', ')} |`
    })
  return `| exit code | codes of failures |\n|---|---|\n${rows.join('\n')}\n`
}
