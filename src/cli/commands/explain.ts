import { misuse, failures, type ExitCode, type FailureCode } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { codes, maySet, type CodeFacts } from '../../authoring/codes.ts'
import { defineCommand, type Context } from '../command.ts'
import { fitLines, wrap, widthOf } from '../terminal/display-width.ts'
import { dependsOnService } from '../../form/check.ts'
import { exitTexts, failureTexts, findingTexts, type FindingText } from '../generated/pages.ts'

export const command = defineCommand({
  description:
    'Explains the code of a finding or a failure: what it means, why it matters and what to do, with an example for a finding. A number is explained as an exit code. Without a code, lists every code and marks those that forms validate --fix corrects.',
  args: [
    {
      name: '[code]',
      summary:
        'the code in brackets after error or warning, such as misspelt-key; or an exit code, such as 6',
    },
  ],
  examples: {
    'formctl explain': 'every code with a line on what it means',
    'formctl explain misspelt-key': 'what it means, with an example',
    'formctl explain 6': 'what this exit code means, and the codes that end with it',
    'formctl explain key-missing -o json': 'the page of a failure, for programs',
  },
  async run({ args: [word] }, { host, terminal, globals }) {
    const page = word === undefined ? undefined : pageOf(word)
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, pages: page ? [page] : pages() })
    else if (page) await printPage(page, { host, terminal })
    else
      await terminal.print(listOf(pages(), { columns: Math.min(host.stdout.columns, 100), ...terminal.out }))
    return 0
  },
})

function pageOf(word: string): Page {
  const known = pages()
  // What stands in a report can be pasted whole: `error[wrong-type]`.
  const code = /\[([^[\]]*)\]/.exec(word)?.[1] ?? word
  const page = exitPageOf(code) ?? known.find((candidate) => candidate.code === code.toLowerCase())
  if (page) return page
  const near = nearest(
    code,
    known.map((candidate) => candidate.code),
  )
  const help = near ? `Did you mean ${near.word}?` : 'formctl explain lists them.'
  throw misuse(`There is no code "${code}". ${help}`)
}

async function printPage(page: Page, { host, terminal }: Pick<Context, 'host' | 'terminal'>): Promise<void> {
  const { bold } = terminal.out
  const { isTerminal, columns } = host.stdout
  const fit = (line: string): string => (isTerminal ? wrap(line, Math.min(columns, 100)).join('\n') : line)
  const name = page.kind === 'exit' ? `Exit code ${page.code}` : page.code
  const [first = '', ...rest] = [
    ...(page.kind === 'exit' ? [] : [weightOf(page)]),
    ...page.text.split('\n\n'),
    ...(page.kind === 'finding' ? [...fixOf(page), ...settingOf(page)] : []),
  ]
  const head = fit(`${name}: ${first}`).replace(name, () => bold(name))
  await terminal.print(`${[head, ...rest.map(fit)].join('\n\n')}\n`)
  if (page.kind === 'exit')
    await terminal.print(failuresOf(page, { columns: Math.min(columns, 100), ...terminal.out }))
  if (page.kind !== 'finding') return
  const parts = [
    ['Wrong', page.wrong],
    ['Reported', page.report && isTerminal ? fitLines(page.report, columns) : page.report],
    ['Right', page.right],
  ] as const
  for (const [title, text] of parts) if (text !== undefined) await terminal.print(`\n${bold(title)}\n${text}`)
}

function weightOf(page: Exclude<Page, ExitPage>): string {
  return page.kind === 'failure' ? `A failure; the command ends with ${page.exit}.` : headOf(page)
}

/** The heading of a code in the list. */
const headOf = (page: CodePage): string =>
  page.kind === 'failure'
    ? 'A failure: why a command ended, and with which exit code.'
    : severityText({ ...page, isOfText: codes.get(page.code)?.isOfText === true })

const fixOf = ({ hasFix }: FindingPage): readonly string[] => (hasFix ? [fixSentence] : [])

function settingOf({ code, severity }: FindingPage): readonly string[] {
  if (!maySet(code)) return []
  const ways = `A project sets another severity under "rules:" in formctl.yaml, and a comment "# formctl-ignore ${code}" on its line or the line above silences it.`
  return [severity === 'error' ? `${ways} Before forms are created, it is an error all the same.` : ways]
}

/** `maySet`: whether a project may set another severity, and a spec silence it. */
type FindingPage = FindingText &
  Pick<CodeFacts, 'severity' | 'isRefused' | 'hasFix'> & {
    readonly code: string
    readonly kind: 'finding'
    readonly maySet: boolean
  }

type FailurePage = {
  readonly code: string
  readonly kind: 'failure'
  readonly exit: ExitCode
  readonly text: string
}

type ExitPage = {
  readonly code: string
  readonly kind: 'exit'
  readonly exit: number
  /** What it means, and what a script does; paragraphs are separated by empty lines. */
  readonly text: string
  /** The codes of the failures that end with it. */
  readonly codes: readonly string[]
}

type CodePage = FindingPage | FailurePage

type Page = CodePage | ExitPage

/** The page of an exit code; undefined if the word is no exit code. */
function exitPageOf(word: string): ExitPage | undefined {
  const text = Object.hasOwn(exitTexts, word) ? exitTexts[word] : undefined
  if (text === undefined) return undefined
  const exit = Number(word)
  const ending = failurePages().filter((page) => page.exit === exit)
  return { code: word, kind: 'exit', exit, text, codes: ending.map(({ code }) => code) }
}

/** The page of every code: findings, then failures. */
const pages = (): readonly CodePage[] => [...findingPages(), ...failurePages()]

/** What a finding of this code means for the form, in a sentence. */
export function severityText({
  code,
  severity,
  isOfText,
}: Pick<FindingPage, 'code' | 'severity'> & { readonly isOfText: boolean }): string {
  if (isOfText && severity === 'error') return 'An error: the file cannot be used until it is corrected.'
  if (severity === 'error') return 'An error: the service refuses such a form.'
  if (dependsOnService({ code }))
    return 'A warning; an error where the service is known to be a server of formctl.'
  return severity === 'warning'
    ? 'A warning: the service accepts such a form, but it is probably a mistake.'
    : 'A note: the form may be right as it is.'
}

/** What the command does about a finding of a code that has fixes. */
export const fixSentence = 'formctl forms validate --fix corrects it if only one correction is possible.'

const findingPages = (): readonly FindingPage[] =>
  Array.from(codes, ([code, { severity, isRefused, hasFix }]) => ({
    code,
    kind: 'finding',
    severity,
    isRefused,
    maySet: maySet(code),
    hasFix,
    text: '',
    ...findingTexts[code],
  }))

const failurePages = (): readonly FailurePage[] =>
  // The keys of the table are its codes.
  (Object.keys(failures) as FailureCode[]).map((code) => ({
    code,
    kind: 'failure',
    exit: failures[code].exit,
    text: failureTexts[code] ?? '',
  }))

type Look = { readonly columns: number; readonly bold: (text: string) => string }

/** All codes grouped by what they mean for a form, each with a short sentence, wrapped to `columns`. */
function listOf(shown: readonly CodePage[], look: Look): string {
  const { columns, bold } = look
  const width = widestOf(shown)
  const fit = (text: string): string => wrap(text, columns).join('\n')
  const parts = Array.from(Map.groupBy(shown, headOf), ([head, pagesOfIt]) => {
    const rows = pagesOfIt.map((page) => rowOf(page, columns, width, noteOf(page)))
    return `${bold(fit(head))}\n${rows.join('')}`
  })
  return [...parts, `${fit(foot)}\n`].join('\n')
}

/** The failures that end with an exit code, each with a short sentence; empty: none does. */
function failuresOf({ codes: ending }: ExitPage, { columns, bold }: Look): string {
  const shown = failurePages().filter(({ code }) => ending.includes(code))
  const width = widestOf(shown)
  const rows = shown.map((page) => rowOf(page, columns, width))
  return rows.length === 0 ? '' : `\n${bold('Codes that end with it')}\n${rows.join('')}`
}

const widestOf = (shown: readonly CodePage[]): number => Math.max(...shown.map(({ code }) => widthOf(code)))

function rowOf(page: CodePage, columns: number, width: number, note = ''): string {
  // The first sentence of the page.
  const [short = ''] = /^(?:\([^)]*\)|[^(])*?(?=[.:;](?:\s|$))/s.exec(page.text) ?? []
  const lines = wrap(`${short}${note}.`, Math.max(20, columns - width - 4))
  return lines.map((line, i) => `  ${(i === 0 ? page.code : '').padEnd(width)}  ${line}\n`).join('')
}

const noteOf = (page: CodePage): string =>
  page.kind === 'failure' ? ` (exit ${page.exit})` : page.hasFix ? ' (--fix)' : ''

const foot =
  'Codes with (--fix) are corrected by formctl forms validate --fix if only one correction is possible. formctl explain <code> says more.'
