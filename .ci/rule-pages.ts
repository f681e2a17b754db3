import { join } from 'node:path'
import { codes } from '../src/authoring/codes.ts'
import { fixSentence, severityText } from '../src/cli/commands/explain.ts'
import type { Example } from './explain-pages.ts'
import { present, withPart, type GeneratedFiles } from './write-files.ts'

/** Each page of `docs/rules/` with its facts and its example renewed. */
export function rulePages(): GeneratedFiles {
  return new Map(
    Array.from(codes.keys(), (code) => {
      const file = join('docs/rules', `${code}.md`)
      return [file, withParts(present(file) ?? skeletonOf(code), code, exampleOf(code))]
    }),
  )
}

const languageOf = (code: string): string => (/^csv-|^row-key$/.test(code) ? 'csv' : 'yaml')

/** The specs and the report of a finding's fixtures; none of them where one is missing. */
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
  const facts = `${severityText({ code, severity, isOfText })}\n${hasFix ? `\n${fixSentence}\n` : ''}`
  const example =
    wrong === undefined || report === undefined || right === undefined
      ? ''
      : [
          block('Wrong', languageOf(code), wrong),
          block('Reported', 'text', report),
          block('Right', languageOf(code), right),
        ].join('\n')
  return withPart(withPart(page, 'facts', facts), 'example', example)
}
