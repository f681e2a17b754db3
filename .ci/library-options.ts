import type { Option } from '../src/cli/command.ts'
import { withoutDashes } from '../src/library/error.ts'
import type { GeneratedFiles } from './write-files.ts'

/** What the library has in other ways, or not at all. */
const leftOut = new Set(['all', 'from', 'out', 'split', 'merge', 'check'])

/** What differs from the command line. */
const summaries: Readonly<Record<string, string>> = {
  form: 'ids of forms; by default all forms',
  requireComplete: 'fail unless a comparison shows that the service sent all responses',
  redactKeyFile: 'a file with the key of hashes',
}

const typeOf = ({ kind, choices = [] }: Option<unknown>): string => {
  if (kind === 'flag') return 'boolean'
  if (kind === 'choice') return choices.map((word) => `'${word}'`).join(' | ')
  return kind === 'many' ? 'string | readonly string[]' : 'string'
}

/** The options of `responses export`, and the codes of failures, as types of the library. */
export async function libraryOptionsFile(): Promise<GeneratedFiles> {
  // Loaded only now, since it needs other generated sources.
  const { exportOptions, sourceOptions } = await import('../src/cli/responses/plan-export.ts')
  const options = Object.entries<Option<unknown>>(exportOptions).filter(([name]) => !leftOut.has(name))
  const lines = (isWanted: (name: string) => boolean): string =>
    options
      .filter(([name]) => isWanted(name))
      .map(([name, option]) => {
        const summary = withoutDashes(summaries[name] ?? option.summary)
        // A word of the option stays as it is.
        const sentence = /^\w+:/.test(summary) ? summary : summary.charAt(0).toUpperCase() + summary.slice(1)
        return `  /** ${sentence}. */\n  readonly ${name}?: ${typeOf(option)}\n`
      })
      .join('')
  const names = (isWanted: (name: string) => boolean): string =>
    options.flatMap(([name]) => (isWanted(name) ? `  '${name}',\n` : [])).join('')
  const choosesResponses = (name: string): boolean => name in sourceOptions || name.startsWith('redact')
  const isOfFormat = (name: string): boolean => !choosesResponses(name)
  const { failures } = await import('../src/failure/catalog.ts')
  const codes = Object.keys(failures)
  return new Map([
    [
      'src/library/generated/codes.ts',
      `/* Generated from src/failure/catalog.ts by npm run generate. */

/** The codes of failures; docs/troubleshooting.md says what each means. */
export type FailureCode =
${codes.map((code) => `  | '${code}'\n`).join('')}`,
    ],
    [
      'src/library/generated/options.ts',
      `/* Generated from src/cli/responses/plan-export.ts by npm run generate. */

/** Which responses are read, and what they show of people. */
export type ResponsesOptions = {
${lines(choosesResponses)}}

/** How responses are written. */
export type FormatOptions = {
${lines(isOfFormat)}}

export const responsesOptionNames = [
${names(choosesResponses)}] as const

export const formatOptionNames = [
${names(isOfFormat)}] as const
`,
    ],
  ])
}
