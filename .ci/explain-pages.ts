import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GeneratedFiles } from './write-files.ts'

/** What `formctl explain` shows, taken from `docs/`, as a module. */
export function explainPages(): GeneratedFiles {
  const findings = Object.fromEntries(
    globSync('docs/rules/*.md')
      .toSorted()
      .map((file) => {
        const page = readFileSync(file, 'utf8')
        return [basename(file, '.md'), { text: proseOf(page), ...exampleOn(page) }]
      }),
  )
  return new Map([
    [
      'src/cli/generated/pages.ts',
      moduleOf({ findings, sections: failureSections(), exits: exitSections(), topics: topics() }),
    ],
  ])
}

/** The code blocks of a finding's page. */
export type Example = { readonly wrong?: string; readonly report?: string; readonly right?: string }

/** The code blocks of a page's example. */
function exampleOn(page: string): Example {
  const [wrong, report, right] = ['Wrong', 'Reported', 'Right'].map(
    (title) => new RegExp(`^## ${title}\\n\`\`\`\\w+\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1],
  )
  return wrong === undefined || report === undefined || right === undefined ? {} : { wrong, report, right }
}

const proseOf = (page: string): string =>
  paragraphsOf(/<!-- \/facts -->([\s\S]*?)<!-- example -->/.exec(page)?.[1] ?? '')

/** Paragraphs, each in one line. A terminal has no links: it shows the name of the page. */
const paragraphsOf = (prose: string): string =>
  prose
    .replaceAll(/\[([^\]]*)\]\((?:\.\.\/)?([\w-]+\.md)?(?:#[\w-]+)?\)/g, (_, text: string, page?: string) =>
      page === undefined ? text : `docs/${page}`,
    )
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' '))
    .join('\n\n')

function failureSections(): Readonly<Record<string, string>> {
  const page = readFileSync('docs/troubleshooting.md', 'utf8')
  // A section ends before the next one, and before the heading of the next subject.
  const sections = page.matchAll(/^### (.+)\n([^]*?)(?=\n##|$(?![^]))/gm)
  return Object.fromEntries(Array.from(sections, ([, code, prose = '']) => [code, paragraphsOf(prose)]))
}

function exitSections(): Readonly<Record<string, string>> {
  const rows = readFileSync('docs/exit-codes.md', 'utf8').matchAll(/^\| (\d+) \| (.+?) \| (.*?) ?\|$/gm)
  return Object.fromEntries(
    Array.from(rows, ([, exit, meaning, action]) => [
      exit,
      `${meaning}.${action ? `\n\nIn a script: ${action}.` : ''}`,
    ]),
  )
}

/** What `formctl help <topic>` shows: the parts of pages between `<!-- topic <name> -->` and `<!-- /topic -->`. */
function topics(): Readonly<Record<string, object>> {
  const parts = ['settings', 'exit-codes', 'machine-output', 'exporting'].flatMap((name) =>
    Array.from(
      readFileSync(`docs/${name}.md`, 'utf8').matchAll(/^<!-- topic (\S+) -->\n([^]*?)^<!-- \/topic -->$/gm),
    ),
  )
  const bare = (text: string): string =>
    text
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('`', '')
      .trim()
  return Object.fromEntries(
    parts.map(([, name, part = '']) => {
      const lines = part.split('\n')
      const text = bare(lines.filter((line) => !/^(?:$|\||<!--)/.test(line)).join(' '))
      const cells = lines
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map((line) => line.split('|').slice(1, 3).map(bare))
      return [name, { text, rows: cells }]
    }),
  )
}

type Pages = {
  readonly findings: object
  readonly sections: object
  readonly exits: object
  readonly topics: object
}

const moduleOf = ({
  findings,
  sections,
  exits,
  topics: helpTopics,
}: Pages): string => `/* Generated from docs/ by npm run generate. */

/** What there is to say of a finding: prose, and a spec wrong, reported and right. */
export type FindingText = {
  readonly text: string
  readonly wrong?: string
  readonly report?: string
  readonly right?: string
}

/** By the code of the finding. */
export const findingTexts: Readonly<Record<string, FindingText>> = ${JSON.stringify(findings, undefined, 2)}

/** By the code of the failure. */
export const failureTexts: Readonly<Record<string, string>> = ${JSON.stringify(sections, undefined, 2)}

/** By exit code. */
export const exitTexts: Readonly<Record<string, string>> = ${JSON.stringify(exits, undefined, 2)}

/** By the word after "formctl help": a text, and rows of a name and what it is. */
export const topicTexts: Readonly<
  Record<string, { readonly text: string; readonly rows: readonly (readonly [string, string])[] }>
> = ${JSON.stringify(helpTopics, undefined, 2)}
`
