import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixSentence, weightText } from '../src/cli/explain/page.ts'
import { codes } from '../src/authoring/codes.ts'

/**
 * The pages that `formctl explain` shows, from what is written by hand (the prose of `docs/`) and the fixtures: each
 * page of `docs/rules/` with its facts and its example renewed, and the module that the program holds them in.
 */
export function pageFiles(): Map<string, string> {
  const files = new Map<string, string>()
  const findings: Record<string, object> = {}
  for (const code of codes.keys()) {
    const file = join('docs/rules', `${code}.md`)
    const example = exampleOf(code)
    const page = withParts(present(file) ?? skeletonOf(code), code, example)
    files.set(file, page)
    findings[code] = { text: proseOf(page), ...example }
  }
  files.set('src/cli/generated/pages.ts', moduleOf(findings, failureSections(), exitSections()))
  return files
}

type Example = { readonly wrong?: string; readonly report?: string; readonly right?: string }

const languageOf = (code: string): string => (code.startsWith('csv-') ? 'csv' : 'yaml')

function exampleOf(code: string): Example {
  // A report is written by its test, and so may come after the specs. Of rows, there may be tables.
  const [wrong, report, right] = [['bad.yaml', 'bad.csv'], ['report.txt'], ['good.yaml', 'good.csv']].map(
    (names) => firstOf(code, names),
  )
  if (wrong === undefined || report === undefined || right === undefined) return {}
  return { wrong: asShown(wrong), report: asShown(report), right: asShown(right) }
}

const firstOf = (code: string, names: readonly string[]): string | undefined =>
  ['fixtures/specs', 'fixtures/rows']
    .flatMap((folder) => names.map((name) => present(join(folder, code, name))))
    .find((text) => text !== undefined)

const asShown = (text: string): string => `${visible(text).trimEnd()}\n`

// A page is plain text; U+2400 and on are the signs for the characters that no one sees.
const visible = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0)
    return code > 31 || control === '\n' || control === '\t' ? control : String.fromCharCode(0x2400 + code)
  })

const skeletonOf = (code: string): string =>
  `# ${code}\n<!-- facts -->\n<!-- /facts -->\n\n<!-- example -->\n<!-- /example -->\n`

function withParts(page: string, code: string, { wrong, report, right }: Example): string {
  const { severity = 'error', isOfText = false, hasFix = false } = codes.get(code) ?? {}
  const block = (title: string, language: string, text: string): string =>
    `## ${title}\n\`\`\`${language}\n${text}\`\`\`\n`
  const parts = {
    facts: `${weightText({ code, severity, isOfText })}\n${hasFix ? `\n${fixSentence}\n` : ''}`,
    example:
      wrong === undefined || report === undefined || right === undefined
        ? ''
        : [
            block('Wrong', languageOf(code), wrong),
            block('Reported', 'text', report),
            block('Right', languageOf(code), right),
          ].join('\n'),
  }
  return Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, open: string, close: string) => `${open}${part}${close}`,
      ),
    page,
  )
}

const proseOf = (page: string): string =>
  paragraphsOf(/<!-- \/facts -->([\s\S]*?)<!-- example -->/.exec(page)?.[1] ?? '')

const paragraphsOf = (prose: string): string =>
  prose
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' '))
    .join('\n\n')

function failureSections(): Readonly<Record<string, string>> {
  const page = readFileSync('docs/troubleshooting.md', 'utf8')
  // A section ends before the next one, and before the heading of the next subject.
  const sections = page.matchAll(/^### (.+)\n([^]*?)(?=\n##|$(?![^]))/gm)
  // A terminal has no links: it shows the name of the page.
  const withoutLinks = (prose: string): string => prose.replaceAll(/\[[^\]]*\]\(([\w-]+\.md)\)/g, 'docs/$1')
  return Object.fromEntries(
    Array.from(sections, ([, code, prose = '']) => [code, paragraphsOf(withoutLinks(prose))]),
  )
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

const moduleOf = (
  findings: object,
  sections: object,
  exits: object,
): string => `/* Generated from docs/ and fixtures/specs by npm run generate. */

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
`

function present(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
