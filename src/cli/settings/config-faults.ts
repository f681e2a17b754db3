import { Failure } from '../../failure/failure.ts'
import { capital } from '../../form/words.ts'
import { pathText, childOf } from '../../form/value.ts'
import { readYamlValue, type PlacedFinding, type YamlValue } from '../../authoring/authoring.ts'
import { ruleProblem } from '../../authoring/codes.ts'
import type { ValueProblem } from '../../form/shape-problems.ts'
import type { ProblemsIn } from './config-yaml.ts'
import type { ConfigPlace } from './settings.ts'

type Fault = Pick<PlacedFinding, 'path' | 'line' | 'column' | 'message' | 'help'>

/** The Failure for a settings file, with the line of each fault. It quotes nothing that may be a key. */
export async function configFailure(
  { name }: ConfigPlace,
  bytes: Uint8Array,
  problemsIn: ProblemsIn,
  value: unknown,
): Promise<Failure> {
  const file = readYamlValue(bytes)
  const ofYaml = yamlFaults(file)
  const faultyPaths = new Set(ofYaml.map(({ path }) => pathText(path)))
  const problems = file.isEmpty || !file.isWhole ? [] : await problemsIn(value ?? file.value ?? {})
  const placed = problems.map((problem) => placedFinding(problem, file))
  // A fault of the YAML often makes the setting there invalid as well: report only the first.
  const own = file.withoutFollowUps(placed).filter(({ path }) => !faultyPaths.has(pathText(path)))
  const faults = [...ofYaml, ...own].toSorted((a, b) => a.line - b.line || a.column - b.column)
  const problem =
    faults.length === 0
      ? 'it is not YAML, or holds too many aliases. Write the values out.'
      : faults.map(({ line, message, help }) => `line ${line}: ${message}${help ? ` ${help}` : ''}`).join(' ')
  return Failure.of('config-invalid', { path: name, problem })
}

/** The faults of the YAML, without quotes from the file: one may be a key. */
function yamlFaults({ errors, second }: YamlValue): readonly Fault[] {
  const faults = errors.map(({ code, message, help, ...place }) => ({
    ...place,
    message: withoutQuotes(message),
    // The default help proposes a list, which settings do not have.
    help: code === 'yaml-duplicate-key' ? 'Remove one of them.' : help && withoutQuotes(help),
  }))
  const help = 'Remove the line "---" and what follows it.'
  return second
    ? [...faults, { path: [], ...second, message: 'A second document begins here.', help }]
    : faults
}

function placedFinding({ path, sentence, marks = 'key' }: ValueProblem, file: YamlValue): PlacedFinding {
  // The name of a setting stays as it is written.
  const isNamed = [pathText(path), String(path.at(-1))].some((name) => sentence.startsWith(`${name} `))
  const message = isNamed ? sentence : capital(sentence)
  const place = file.place(path, marks)
  return { code: 'config-invalid', severity: 'error', isRefused: false, marks, path, message, ...place }
}

/** A sentence without quotes from the file: one may be a key. */
const withoutQuotes = (sentence: string): string =>
  sentence
    .replace(/(is missing before ).*/s, '$1what follows.')
    .replaceAll(/"([^"]*)"/g, (whole, inside: string) => (inside.length < 3 ? whole : '"…"'))
    .replaceAll(/[&*!%@\\]\S{2,}/g, '…')

/** The rules of a settings file whose code does not exist or cannot be set. */
export const ruleProblems = (value: unknown): readonly ValueProblem[] =>
  Object.keys(Object(childOf(value, 'rules'))).flatMap((code) => {
    const sentence = ruleProblem(code)
    return sentence === undefined ? [] : [{ path: ['rules', code], sentence }]
  })
