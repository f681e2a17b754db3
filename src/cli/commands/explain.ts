import { misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { codes } from '../../authoring/codes.ts'
import { defineCommand, type Context } from '../command.ts'
import {
  exitPageOf,
  failuresOf,
  fixSentence,
  listOf,
  pages,
  severityText,
  type ExitPage,
  type FindingPage,
  type Page,
} from '../explain/page.ts'
import { fitLines, wrap } from '../terminal/display-width.ts'

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
  examples: [
    { command: 'formctl explain', shows: 'every code with a line on what it means' },
    { command: 'formctl explain misspelt-key', shows: 'what it means, with an example' },
    { command: 'formctl explain 6', shows: 'what this exit code means, and the codes that end with it' },
    { command: 'formctl explain key-missing -o json', shows: 'the page of a failure, for programs' },
  ],
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
  if (page.kind === 'failure') return `A failure; the command ends with ${page.exit}.`
  return severityText({ ...page, isOfText: codes.get(page.code)?.isOfText === true })
}

const fixOf = ({ hasFix }: FindingPage): readonly string[] => (hasFix ? [fixSentence] : [])

function settingOf({ code, severity, maySet }: FindingPage): readonly string[] {
  if (!maySet) return []
  const ways = `A project sets another severity under "rules:" in formctl.yaml, and a comment "# formctl-ignore ${code}" on its line or the line above silences it.`
  return [severity === 'error' ? `${ways} Before forms are created, it is an error all the same.` : ways]
}
