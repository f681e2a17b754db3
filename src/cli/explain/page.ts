import { dependsOnService } from '../../form/check.ts'
import { failures, type ExitCode, type FailureCode } from '../../failure/failure.ts'
import type { Severity } from '../../form/finding.ts'
import { codes, maySet } from '../../authoring/codes.ts'
import { exitTexts, failureTexts, findingTexts } from '../generated/pages.ts'
import { widthOf, wrap } from '../terminal/display-width.ts'

export type FindingPage = {
  readonly code: string
  readonly kind: 'finding'
  readonly severity: Severity
  /** Whether the service refuses a form with it. */
  readonly isRefused: boolean
  /** Whether a project may set another severity, and a spec silence it. */
  readonly maySet: boolean
  /** Whether --fix can correct it. */
  readonly hasFix: boolean
  /** What it means and why; paragraphs are separated by empty lines. */
  readonly text: string
  /** A spec with the finding, the report, and the corrected spec; absent where no example can be kept. */
  readonly wrong?: string
  readonly report?: string
  readonly right?: string
}

export type FailurePage = {
  readonly code: string
  readonly kind: 'failure'
  readonly exit: ExitCode
  readonly text: string
}

export type ExitPage = {
  readonly code: string
  readonly kind: 'exit'
  readonly exit: number
  /** What it means, and what a script does; paragraphs are separated by empty lines. */
  readonly text: string
  /** The codes of the failures that end with it. */
  readonly codes: readonly string[]
}

type CodePage = FindingPage | FailurePage

export type Page = CodePage | ExitPage

/** The page of an exit code; undefined if the word is no exit code. */
export function exitPageOf(word: string): ExitPage | undefined {
  const text = Object.hasOwn(exitTexts, word) ? exitTexts[word] : undefined
  if (text === undefined) return undefined
  const exit = Number(word)
  const ending = failurePages().filter((page) => page.exit === exit)
  return { code: word, kind: 'exit', exit, text, codes: ending.map(({ code }) => code) }
}

/** The page of every code: findings, then failures. */
export const pages = (): readonly CodePage[] => [...findingPages(), ...failurePages()]

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

/** All codes grouped by severity, each with a short sentence, wrapped to `columns`. */
export function listOf(shown: readonly CodePage[], look: Look): string {
  const { columns, bold } = look
  const width = widestOf(shown)
  const fit = (text: string): string => wrap(text, columns).join('\n')
  const parts = groups.flatMap(({ head, holds }) => {
    const rows = shown.filter(holds).map((page) => rowOf(page, columns, width, noteOf(page)))
    return rows.length === 0 ? [] : [`${bold(fit(head))}\n${rows.join('')}`]
  })
  return [...parts, `${fit(foot)}\n`].join('\n')
}

/** The failures that end with an exit code, each with a short sentence; empty: none does. */
export function failuresOf({ codes: ending }: ExitPage, { columns, bold }: Look): string {
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

const isOf =
  (severity: string) =>
  (page: CodePage): boolean =>
    page.kind === 'finding' && page.severity === severity

const isOfText = ({ code }: CodePage): boolean => codes.get(code)?.isOfText === true

const groups: readonly { readonly head: string; readonly holds: (page: CodePage) => boolean }[] = [
  {
    head: 'Errors of a form: the service refuses it.',
    holds: (page) => isOf('error')(page) && !isOfText(page),
  },
  {
    head: 'Errors of a file: it cannot be used until they are corrected.',
    holds: (page) => isOf('error')(page) && isOfText(page),
  },
  { head: 'Warnings: the service accepts the form, but it is probably a mistake.', holds: isOf('warning') },
  { head: 'Notes: the form may be right as it is.', holds: isOf('note') },
  {
    head: 'Failures: why a command ended, and with which exit code.',
    holds: ({ kind }) => kind === 'failure',
  },
]

const foot =
  'Codes with (--fix) are corrected by formctl forms validate --fix if only one correction is possible. formctl explain <code> says more.'
