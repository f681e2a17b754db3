import { checkSpec, variablesFrom, type VariableValue as SpecValue } from '../authoring/authoring.ts'
import { ruleProblem } from '../authoring/codes.ts'
import { judged } from '../authoring/reports.ts'
import { thisMachine } from '../cli/host/node-host.ts'
import { unknownProblem } from '../cli/option-limits.ts'
import { misuse } from '../failure/failure.ts'
import type { CheckOptions, Finding, Form, SpecCheck, VariableValue } from './library.ts'

export const checkedFile = async (path: string, options: CheckOptions): Promise<SpecCheck> =>
  checked(await thisMachine().files.read(path), options)

/** Checks a spec as before it is sent: what the service refuses stays an error. */
export function checked(bytes: Uint8Array, options: CheckOptions): SpecCheck {
  const { variables = {}, rules = {}, strict: isStrict = false } = options
  const unknown = unknownProblem(options, ['variables', 'rules', 'strict'])
  if (unknown !== undefined) throw misuse(unknown)
  const problem = Object.keys(rules).map(ruleProblem).find(Boolean)
  if (problem !== undefined) throw misuse(`In rules, ${problem}`)
  const files = new Map(Object.entries(variables).map(([name, value]) => [name, specValue(value)]))
  const variablesOf = variablesFrom({ named: new Map(), files, environment: () => undefined, isWhole: true })
  const spec = checkSpec(bytes, variablesOf(new Map()))
  const report = { file: '', text: new TextDecoder().decode(bytes), findings: spec.findings }
  const policy = { severities: new Map(Object.entries(rules)), isStrict, isToBeSent: true }
  const { findings } = judged(report, policy)
  const isValid = findings.every(({ severity }) => severity !== 'error')
  return {
    isValid,
    // Without errors it has the shape of a form.
    forms: isValid ? spec.forms.map(({ value }) => value as Form) : [],
    // The schema that makes the type has no words for lists that nothing changes.
    findings: findings.map(
      ({ isRefused: _isRefused, marks: _marks, edits: _edits, ...one }) => one as Finding,
    ),
  }
}

function specValue(value: VariableValue): SpecValue {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value), value }
  return { text: value.join(', '), value: value.map(specValue) }
}
