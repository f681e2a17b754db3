import { checkSpec, variablesFrom, type VariableValue as SpecValue } from '../authoring/authoring.ts'
import { ruleProblem } from '../authoring/codes.ts'
import { judged } from '../authoring/reports.ts'
import { thisMachine } from '../cli/host/node-host.ts'
import { misuse } from '../failure/failure.ts'
import { ensure, ensureOptions, filePath, flag, object, type Kind, type Kinds } from './arguments.ts'
import type { CheckOptions, Finding, Form, SpecCheck, VariableValue } from './library.ts'

const spec: Kind = ['a text or bytes', (value) => typeof value === 'string' || ArrayBuffer.isView(value)]
const kinds: Kinds<keyof CheckOptions> = { variables: object, rules: object, strict: flag }
const severities = ['error', 'warning', 'note', 'off']
const severity: Kind = [`one of ${severities.join(', ')}`, (value) => severities.some((one) => one === value)]
const isScalar = (value: unknown): boolean => /string|number|boolean/.test(typeof value)
const variable: Kind = ['a text, a number, true, false or a list', (value) => [value].flat().every(isScalar)]

export const checkFile = async (path: string, options: CheckOptions): Promise<SpecCheck> =>
  checkText(await thisMachine().files.read(ensure('path', path, filePath)), options)

/** Checks a spec as before it is sent: what the service refuses stays an error. */
export function checkText(text: string | Uint8Array, options: CheckOptions): SpecCheck {
  const bytes = Buffer.from(ensure('spec', text, spec))
  const { variables = {}, rules = {}, strict: isStrict = false } = ensureOptions(options, kinds)
  for (const [name, value] of Object.entries(variables)) ensure(`variables.${name}`, value, variable)
  const problem = Object.keys(rules).map(ruleProblem).find(Boolean)
  if (problem !== undefined) throw misuse(`In rules, ${problem}`)
  for (const [code, value] of Object.entries(rules)) ensure(`rules.${code}`, value, severity)
  const files = new Map(Object.entries(variables).map(([name, value]) => [name, specValue(value)]))
  const variablesOf = variablesFrom({ named: new Map(), files, environment: () => undefined, isWhole: true })
  const checked = checkSpec(bytes, variablesOf(new Map()))
  const report = { file: '', text: new TextDecoder().decode(bytes), findings: checked.findings }
  const policy = { severities: new Map(Object.entries(rules)), isStrict, isToBeSent: true }
  const { findings } = judged(report, policy)
  const isValid = findings.every((finding) => finding.severity !== 'error')
  return {
    isValid,
    // Without errors it has the shape of a form.
    forms: isValid ? checked.forms.map(({ value }) => value as Form) : [],
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
