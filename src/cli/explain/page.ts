import { failures, type ExitCode, type FailureCode } from '../../failure/failure.ts'
import type { Severity } from '../../form/finding.ts'
import { codes, maySet } from '../../authoring/codes.ts'
import { failureTexts, findingTexts } from '../generated/pages.ts'

/** What is to be said about a code of a finding. */
export type FindingPage = {
  readonly code: string
  readonly kind: 'finding'
  readonly severity: Severity
  /** Whether the service refuses a form with it. */
  readonly isRefused: boolean
  /** Whether a project may set another severity, and a spec silence it. */
  readonly maySet: boolean
  /** Whether --fix mends it, where it can be meant in one way only. */
  readonly hasFix: boolean
  /** What it means and why; paragraphs with an empty line between them. */
  readonly text: string
  /** A spec with it, what is then reported, and the spec put right; absent where no example can be kept. */
  readonly wrong?: string
  readonly report?: string
  readonly right?: string
}

/** What is to be said about a failure of a command. */
export type FailurePage = {
  readonly code: string
  readonly kind: 'failure'
  readonly exit: ExitCode
  readonly text: string
}

export type Page = FindingPage | FailurePage

/** Every page: findings, then failures. */
export const pages = (): readonly Page[] => [...findingPages(), ...failurePages()]

/** What a finding of a code means for the form, in a sentence. */
export function sayWeight({ severity, isRefused, isOfText }: WeighedCode): string {
  if (isOfText && severity === 'error') return 'An error: the file cannot be used before it is mended.'
  if (severity === 'error') return 'An error: the service refuses such a form.'
  if (isRefused) return 'A warning: the server of formctl refuses such a form, another service may take it.'
  return severity === 'warning'
    ? 'A warning: the service takes such a form, and people would regret it.'
    : 'A note: the form may be right as it is.'
}

/** What the command does about a finding of a code that has fixes. */
export const fixSentence =
  'formctl forms validate --fix mends it in the file, where it can be meant in one way only.'

type WeighedCode = Pick<FindingPage, 'severity' | 'isRefused'> & { readonly isOfText: boolean }

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
