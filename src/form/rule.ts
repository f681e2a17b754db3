import type { Finding, Fix, Severity } from './finding.ts'
import type { Path } from './path.ts'

/** One place where a rule is broken, with what its sentence needs to know. */
export type Breach<Args> = {
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly args: Args
  readonly fix?: Fix
}

/** A rule of forms: it finds, and it says. Placing and printing are done elsewhere. */
export type Rule<Args> = {
  readonly code: string
  readonly severity: Severity
  readonly isRefused: boolean
  /** Every breach, in the form's own order; the form may have any shape at all. */
  readonly check: (form: unknown) => Iterable<Breach<Args>>
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
}

/** What a rule finds in a form, said. */
export function* findingsOf<Args>(rule: Rule<Args>, form: unknown): Iterable<Finding> {
  for (const { path, at, args, fix } of rule.check(form)) {
    const help = rule.help(args)
    yield {
      code: rule.code,
      severity: rule.severity,
      isRefused: rule.isRefused,
      path,
      at,
      message: rule.sentence(args),
      ...(help === undefined ? {} : { help }),
      ...(fix === undefined ? {} : { fix }),
    }
  }
}
