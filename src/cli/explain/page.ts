import { hangsOnService } from '../../form/check.ts'
import { failures, type ExitCode, type FailureCode } from '../../failure/failure.ts'
import type { Severity } from '../../form/finding.ts'
import { codes, maySet } from '../../authoring/codes.ts'
import { failureTexts, findingTexts } from '../generated/pages.ts'
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

export type Page = FindingPage | FailurePage

/** Every page: findings, then failures. */
export const pages = (): readonly Page[] => [...findingPages(), ...failurePages()]

/** What a finding of this code means for the form, in a sentence. */
export function sayWeight({ code, severity, isOfText }: WeighedCode): string {
  if (isOfText && severity === 'error') return 'An error: the file cannot be used until it is corrected.'
  if (severity === 'error') return 'An error: the service refuses such a form.'
  if (hangsOnService({ code }))
    return 'A warning; an error where the service is known to be a server of formctl.'
  return severity === 'warning'
    ? 'A warning: the service accepts such a form, but it is probably a mistake.'
    : 'A note: the form may be right as it is.'
}

/** What the command does about a finding of a code that has fixes. */
export const fixSentence = 'formctl forms validate --fix corrects it if only one correction is possible.'

type WeighedCode = Pick<FindingPage, 'code' | 'severity'> & { readonly isOfText: boolean }

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
export function listOf(shown: readonly Page[], { columns, bold }: Look): string {
  const width = Math.max(...shown.map(({ code }) => widthOf(code)))
  const room = Math.max(20, columns - width - 4)
  const fit = (text: string): string => wrap(text, columns).join('\n')
  const rowsOf = (page: Page): readonly string[] =>
    wrap(meaningOf(page), room).map((line, i) => `  ${(i === 0 ? page.code : '').padEnd(width)}  ${line}`)
  const parts = groups.flatMap(({ head, holds }) => {
    const held = shown.filter(holds)
    return held.length === 0 ? [] : [`${bold(fit(head))}\n${held.flatMap(rowsOf).join('\n')}\n`]
  })
  return [...parts, `${fit(foot)}\n`].join('\n')
}

const isOf =
  (severity: string) =>
  (page: Page): boolean =>
    page.kind === 'finding' && page.severity === severity

const isOfText = ({ code }: Page): boolean => codes.get(code)?.isOfText === true

const groups: readonly { readonly head: string; readonly holds: (page: Page) => boolean }[] = [
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

/** The first sentence of a page. */
function meaningOf(page: Page): string {
  const [short = ''] = /^(?:\([^)]*\)|[^(])*?(?=[.:;](?:\s|$))/s.exec(page.text) ?? []
  const more = page.kind === 'failure' ? `exit ${page.exit}` : page.hasFix ? '--fix' : undefined
  return `${short}${more === undefined ? '' : ` (${more})`}.`
}

const foot =
  'Codes with (--fix) are corrected by formctl forms validate --fix if only one correction is possible. formctl explain <code> says more.'
