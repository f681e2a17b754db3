import { count } from '../failure/failure.ts'
import type { Path } from './value.ts'

/** `error`: the service refuses the form (contract). `warning`: it accepts it, but something is probably wrong. */
export type Severity = (typeof severities)[number]

const severities = ['error', 'warning', 'note'] as const

/** How many there are of each severity, such as "2 errors, 1 warning"; `which` is a word before each. */
export const countsText = (findings: readonly Pick<Finding, 'severity'>[], which = ''): string =>
  severities
    .map((severity) => ({ severity, n: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => count(n, `${which} ${severity}`.trim()))
    .join(', ')

/** One fault of a form, as data: what it is, where it is, and how to fix it. */
export type Finding = {
  /** Stable name of the kind of fault. */
  readonly code: string
  readonly severity: Severity
  /** Whether our server answers 400 for it: every error, and a component type that it can't draw. */
  readonly isRefused: boolean
  readonly path: Path
  /** Whether the finding marks the key or the value at `path`. */
  readonly marks: 'key' | 'value'
  readonly message: string
  /** The concrete change that fixes it. */
  readonly help?: string
  /** That change for a machine, where it is certain. */
  readonly fix?: Fix
}

/** A change that fixes a finding without a person's judgement. */
export type Fix =
  | {
      readonly kind: 'rename-key'
      readonly path: Path
      readonly to: string
      /** Neighbouring keys to remove. */
      readonly without?: readonly string[]
    }
  | { readonly kind: 'replace-value'; readonly path: Path; readonly to: FixedValue }
  | { readonly kind: 'remove'; readonly path: Path }
  /** `into`: the object that takes the key, under the name `to`. */
  | { readonly kind: 'move'; readonly path: Path; readonly to: string; readonly into: Path }

/** A single value, or a list of texts. */
export type FixedValue = string | number | boolean | readonly string[]

/** The most findings of one code. A hostile form holds hundreds of thousands. */
export const maxPerCode = 5000
