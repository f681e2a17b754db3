import type { Finding, Fix, Severity } from './finding.ts'
import type { Path } from './path.ts'
import type { View } from './view.ts'

/** One place where a rule is broken, with what its sentence needs to know, and a fix where the rule has such. */
export type Breach<Args, Mends extends Fix | undefined = undefined> = {
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly args: Args
  readonly fix?: Mends
}

/** A rule of forms: it finds, and it says. Placing and printing are done elsewhere. */
export type Rule<Args> = {
  readonly code: string
  readonly severity: Severity
  readonly isRefused: boolean
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
} & (Checks<Args> | MendingChecks<Args>)

type Checks<Args> = {
  readonly hasFix?: never
  /** Every breach; the form may have any shape at all. */
  readonly check: (view: View) => Iterable<Breach<Args>>
}

/** A rule of whose breaches some have a fix says so: whoever lists the codes need not find one to know. */
type MendingChecks<Args> = {
  readonly hasFix: true
  readonly check: (view: View) => Iterable<Breach<Args, Fix>>
}

/** A rule with its sentences filled in: what stands in the table of rules. */
export type FormRule = Pick<Rule<never>, 'code' | 'severity' | 'isRefused'> & {
  readonly hasFix: boolean
  readonly findings: (view: View) => Iterable<Finding>
}

/** Makes a rule fit for the table. */
export const defineRule = <Args>(rule: Rule<Args>): FormRule => ({
  code: rule.code,
  severity: rule.severity,
  isRefused: rule.isRefused,
  hasFix: rule.hasFix ?? false,
  findings: (view) => findingsOf(rule, view),
})

function* findingsOf<Args>(rule: Rule<Args>, view: View): Iterable<Finding> {
  for (const { path, at, args, fix } of rule.check(view)) {
    const help = rule.help(args)
    const place = view.authorPath(path)
    yield {
      code: rule.code,
      severity: rule.severity,
      isRefused: rule.isRefused,
      path: place,
      at,
      message: rule.sentence(args),
      ...(help === undefined ? {} : { help }),
      ...(fix === undefined
        ? {}
        : { fix: { ...fix, path: fix.path === path ? place : view.authorPath(fix.path) } }),
    }
  }
}
