import type { Finding, Fix, Severity } from '../finding.ts'
import type { Path } from '../value.ts'
import type { Nearest } from '../words.ts'
import type { View } from './form-view.ts'

/** One place that breaks a rule, the arguments of its sentences, and a fix if there is one. */
export type Violation<Args, Mends extends Fix | undefined = undefined> = {
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly args: Args
  readonly fix?: Mends | undefined
  /** Whether it hangs on a guess of a component's type; absent: if its path does. */
  readonly isGuessed?: boolean
}

/** A rule of forms: finds violations, and words them. */
export type Rule<Args> = {
  readonly code: string
  readonly severity: Severity
  /** Whether our server refuses the form; absent: if it is an error. */
  readonly isRefused?: boolean
  /** Whether it is an error where the service is known, and a warning elsewhere. */
  readonly isErrorOfKnown?: true
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
} & (Checks<Args> | MendingChecks<Args>)

type Checks<Args> = {
  readonly hasFix?: never
  /** Every violation in a form of any shape. */
  readonly check: (view: View) => Iterable<Violation<Args>>
}

/** A rule that can give fixes declares it, for the table of codes. */
type MendingChecks<Args> = {
  readonly hasFix: true
  readonly check: (view: View) => Iterable<Violation<Args, Fix>>
}

/** An entry in the table of rules: a rule that words its own findings. */
export type FormRule = Pick<Rule<never>, 'code' | 'severity' | 'isErrorOfKnown'> & {
  readonly isRefused: boolean
  readonly hasFix: boolean
  readonly findings: (view: View) => Iterable<Finding>
}

/** The fix that writes the word that was meant in place of the value at `path`; undefined where it is not certain. */
export const replaceBy = (path: Path, near: Nearest | undefined): Fix | undefined =>
  near?.isCertain ? { kind: 'replace-value', path, to: near.word } : undefined

export function defineRule<Args>(rule: Rule<Args>): FormRule {
  const { code, severity, isErrorOfKnown, hasFix = false, isRefused = severity === 'error' } = rule
  return {
    code,
    severity,
    isRefused,
    ...(isErrorOfKnown && { isErrorOfKnown }),
    hasFix,
    findings: (view) => findingsOf({ ...rule, isRefused }, view),
  }
}

function* findingsOf<Args>(
  rule: Rule<Args> & { readonly isRefused: boolean },
  view: View,
): Iterable<Finding> {
  for (const { path, at, args, fix, isGuessed = view.isGuessed(path) } of rule.check(view)) {
    const help = rule.help(args)
    const place = view.authorPath(path)
    const severity = rule.isErrorOfKnown && view.target?.types ? 'error' : rule.severity
    yield {
      code: rule.code,
      // The service may know the unknown type, so what is found in its content must not stop the form.
      severity: isGuessed && severity === 'error' ? 'warning' : severity,
      isRefused: rule.isRefused,
      path: place,
      at,
      message: rule.sentence(args),
      ...(help === undefined ? {} : { help }),
      ...(fix === undefined ? {} : { fix: placedFix(fix, view) }),
    }
  }
}

function placedFix(fix: Fix, { authorPath }: View): Fix {
  const path = authorPath(fix.path)
  return fix.kind === 'move' ? { ...fix, path, into: authorPath(fix.into) } : { ...fix, path }
}
