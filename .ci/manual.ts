import { readFileSync } from 'node:fs'
import type { Command } from '../src/cli/command.ts'
import { commands, sections } from '../src/cli/commands/index.ts'
import { topicTexts } from '../src/cli/generated/pages.ts'
import { topics } from '../src/cli/program.ts'
import manifest from '../package.json' with { type: 'json' }
import { wrapWords } from '../src/cli/terminal/display-width.ts'
import { globalOptions, partsOf } from './reference.ts'
import type { GeneratedFiles } from './write-files.ts'

/** The pages of the manual in roff: `formctl.1`, one for each command, and one in section 7 for each topic of the help. */
export async function manualPages(): Promise<GeneratedFiles> {
  const loaded = await Promise.all(commands.map(({ load }) => load()))
  return new Map([
    ['man/formctl.1', mainPage()],
    ...loaded.map((command): [string, string] => [`man/${nameOf(command.words)}.1`, commandPage(command)]),
    ...Object.keys(topics).map((name): [string, string] => [`man/${nameOf(name)}.7`, topicPage(name)]),
  ])
}

const nameOf = (words: string): string => `formctl-${words.replaceAll(' ', '-')}`

/** A text that roff prints as it is. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll('`', String.raw`\(ga`)
    .replaceAll('^', String.raw`\(ha`)
    .replaceAll('~', String.raw`\(ti`)
    .replaceAll(
      /[^ -~]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^\./, String.raw`\&.`)

/** A paragraph, in short lines. */
const prose = (text: string): string => wrapWords(text, 60).map(escaped).join('\n')

const bold = (text: string): string => `.B ${escaped(text).replaceAll('"', String.raw`\(dq`)}`

const item = (term: string, text: string): string => `.TP\n${bold(term)}\n${prose(text)}`

const page = (name: string, section: 1 | 7, summary: string, parts: readonly string[]): string =>
  [
    `.TH ${escaped(name.toUpperCase())} ${section} "${released()}" "formctl ${manifest.version}" "formctl"`,
    // Names of files and options stay whole.
    '.nh',
    '.ad l',
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(summary)}`,
    ...parts,
    '',
  ].join('\n')

/** The release date of the newest version in the changelog, which the pages show; empty while it is unreleased. */
const released = (): string =>
  /^## [\d.]+ \((\d{4}-\d\d-\d\d)\)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1] ?? ''

const seeAlso = (...names: readonly string[]): readonly string[] => [
  '.SH SEE ALSO',
  names
    .map((name, i) => `.BR ${escaped(name).replace('(', ' (')}${i < names.length - 1 ? ' ,' : ''}`)
    .join('\n'),
]

const topicNames = Object.keys(topics).map((name) => `${nameOf(name)}(7)`)

function mainPage(): string {
  const listed = Object.entries(sections).flatMap(([heading, names]) =>
    [`.SS ${escaped(heading)}`].concat(
      commands
        .filter(({ words }) => names.includes(words.split(' ')[0] ?? ''))
        .map(({ words, summary }) => item(`${nameOf(words)}(1)`, summary)),
    ),
  )
  return page('formctl', 1, 'web forms as code', [
    '.SH SYNOPSIS',
    '.B formctl',
    '.RI [ options ]',
    '.I command',
    '.SH DESCRIPTION',
    'A YAML spec becomes a published form, its responses become tables and files.',
    'The page of a command is also shown by',
    bold('formctl help <command>'),
    '.SH COMMANDS',
    ...listed,
    '.SH OPTIONS',
    'Every command has these.',
    ...globalOptions().map(([flags, summary]) => item(flags, summary)),
    ...seeAlso(...topicNames),
  ])
}

function commandPage(command: Command): string {
  const { words, summary, description, examples } = command
  const { usage, requires, groups } = partsOf(command)
  return page(nameOf(words), 1, summary, [
    '.SH SYNOPSIS',
    bold(usage),
    '.RI [ options ]',
    '.SH DESCRIPTION',
    prose(description),
    ...(requires === undefined ? [] : ['.PP', prose(requires)]),
    '.SH OPTIONS',
    ...groups.flatMap(([heading, rows]) =>
      (heading === '' ? [] : [`.SS ${escaped(heading)}`]).concat(
        rows.map(([flags, what]) => item(flags, what)),
      ),
    ),
    '.SH EXAMPLES',
    ...Object.entries(examples).map(([line, shows]) => item(line, shows)),
    ...seeAlso('formctl(1)', ...topicNames),
  ])
}

function topicPage(name: string): string {
  const { text, rows } = topicTexts[name] ?? { text: '', rows: [] }
  return page(nameOf(name), 7, topics[name] ?? '', [
    '.SH DESCRIPTION',
    prose(text),
    ...rows.map(([term, what]) => item(term, what)),
    ...seeAlso('formctl(1)'),
  ])
}
