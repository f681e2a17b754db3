import { misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { codes } from '../../authoring/codes.ts'
import { defineCommand, type Context } from '../command.ts'
import { listOf, fixSentence, pages, sayWeight, type FindingPage, type Page } from '../explain/page.ts'
import { fitLines, wrap } from '../terminal/display-width.ts'

export const command = defineCommand({
  description:
    'Explains the code of a finding or a failure: what it means, why it matters and what to do, with an example for a finding. Without a code, lists every code and marks those that forms validate --fix corrects.',
  args: [{ name: '[code]', summary: 'the code in brackets behind error or warning, such as misspelt-key' }],
  options: {},
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl explain', shows: 'every code with a line on what it means' },
    { command: 'formctl explain misspelt-key', shows: 'what it means, with an example' },
    { command: 'formctl explain key-missing -o json', shows: 'the page of a failure, for programs' },
  ],
  async run({ args: [word] }, { host, terminal, globals }) {
    const shown = word === undefined ? pages() : [pageOf(word)]
    const [page] = shown
    if (globals.output === 'json') await terminal.printJson({ schema_version: 1, pages: shown })
    else if (word === undefined || page === undefined)
      await terminal.print(listOf(shown, { columns: Math.min(host.stdout.columns, 100), ...terminal.out }))
    else await printPage(page, { host, terminal })
    return 0
  },
})

function pageOf(word: string): Page {
  const known = pages()
  // What stands in a report can be pasted whole: `error[wrong-type]`.
  const code = /\[([^\]]*)\]/.exec(word)?.[1] ?? word
  const page = known.find((candidate) => candidate.code === code.toLowerCase())
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
  const head = fit(`${page.code}: ${weightOf(page)}`).replace(page.code, (code) => bold(code))
  const prose = [
    ...page.text.split('\n\n'),
    ...(page.kind === 'finding' ? [...fixOf(page), ...settingOf(page)] : []),
  ].map(fit)
  await terminal.print(`${head}\n\n${prose.join('\n\n')}\n`)
  if (page.kind === 'failure') return
  const parts = [
    ['Wrong', page.wrong],
    ['Reported', page.report && isTerminal ? fitLines(page.report, columns) : page.report],
    ['Right', page.right],
  ] as const
  for (const [title, text] of parts) if (text !== undefined) await terminal.print(`\n${bold(title)}\n${text}`)
}

function weightOf(page: Page): string {
  if (page.kind === 'failure') return `A failure; the command ends with ${page.exit}.`
  return sayWeight({ ...page, isOfText: codes.get(page.code)?.isOfText === true })
}

const fixOf = ({ hasFix }: FindingPage): readonly string[] => (hasFix ? [fixSentence] : [])

function settingOf({ code, severity, maySet }: FindingPage): readonly string[] {
  if (!maySet) return []
  const ways = `A project sets another severity under "rules:" in formctl.yaml, and a comment "# formctl-ignore ${code}" on its line or the line above silences it.`
  return [severity === 'error' ? `${ways} Before forms are created, it is an error all the same.` : ways]
}
