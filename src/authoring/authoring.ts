/**
 * Spec files to forms, with every finding at its line and column. This is the door of the room: other rooms import only
 * this file and `codes.ts`, the table of codes, which shell completion reads without loading the parser of YAML.
 *
 * Four verbs name the steps. Parse: text to syntax tree (`yaml/parse.ts`). Read: syntax tree to value (`yaml/read.ts`,
 * and `readYaml`, which does both and recovers from broken structure). Fill in: variables into texts (`variables/`).
 * Check: value to findings (`check-spec.ts`, which asks `form/` for the rules). `judge` then applies what a project and
 * the comments of a file set as severities, and `fixSpec` applies the certain fixes to the text.
 */
export { dependsOnService, needsExtensions, type Target } from '../form/check.ts'
export { checkSpec, placeFaults, type SpecForm } from './check-spec.ts'
export { fixSpec, type MendedFinding } from './fix-spec.ts'
export { plainOrQuoted } from './edits.ts'
export type { Policy, SetSeverity } from './judge.ts'
export { limits } from './limits.ts'
export { readVariables } from './variables/variables.ts'
export {
  fillInSpec,
  findingsOfRows,
  listNumbers,
  withSameAddresses,
  type RowsBudget,
} from './variables/matrix.ts'
export { keysOfRows, noRow, rowsReaderFor, type Row, type RowsFile } from './variables/rows.ts'
export {
  environmentName,
  isVariableName,
  textOfValue,
  variablesFrom,
  type VariableValue,
  type Variables,
  type VariablesOf,
} from './variables/variables.ts'
export { linesOf, type Lines, type PlacedFinding, type Range } from './yaml/lines.ts'
export { fileFindings, firstFindings, readYamlValue, type FileFinding, type YamlValue } from './yaml/yaml.ts'
