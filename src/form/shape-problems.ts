import { isObject, pathOfPointer, pathText, valueAt, type Path, type ShapeError } from './value.ts'
import { listed, nearest } from './words.ts'

/** What is wrong in a file of ours, such as settings, a style or a lock file, and where. */
export type ValueProblem = {
  readonly path: Path
  /** Which part of it is wrong: the key, as by default, or its value. */
  readonly marks?: 'key' | 'value'
  readonly sentence: string
}

/** The sentence of one kind of file for an error at a path; undefined: the usual one will do. */
type OwnSentence = (error: ShapeError, path: Path) => string | undefined

/** One problem for each place where a value breaks the schema of its file and for each missing key, from the errors of the validator. */
export function shapeProblems(
  value: unknown,
  errors: readonly ShapeError[] | null | undefined,
  own: OwnSentence = () => undefined,
): readonly ValueProblem[] {
  const all = errors ?? []
  const unions = new Set(all.flatMap((error) => (error.keyword === 'oneOf' ? error.instancePath : [])))
  const problems = all.flatMap((error): readonly (readonly [string, ValueProblem])[] => {
    const at = pathOfPointer(value, error.instancePath)
    const there = valueAt(value, at)
    if (!isReported(error, unions, there)) return []
    const key = error.params['additionalProperty'] ?? error.params['propertyName']
    const path = key === undefined ? at : [...at, String(key)]
    const sentence = own(error, path) ?? sentenceFor(error, path, there === null)
    const id = JSON.stringify([path, error.params['missingProperty']])
    return [[id, { path, marks: key === undefined ? 'value' : 'key', sentence }]]
  })
  return [...new Map(problems).values()]
}

/** Whether to report an error: where a value may have two shapes, the validator gives errors for both. */
function isReported(
  { keyword, instancePath, schemaPath }: ShapeError,
  unions: ReadonlySet<string>,
  value: unknown,
): boolean {
  if (schemaPath.includes('/propertyNames/')) return false
  if (!unions.has(instancePath)) return true
  return isObject(value) ? !['oneOf', 'type', 'enum'].includes(keyword) : keyword === 'oneOf'
}

function sentenceFor({ keyword, params, parentSchema }: ShapeError, path: Path, isNull: boolean): string {
  if (keyword === 'additionalProperties') return unknownKey(path, Object.keys(parentSchema?.['properties']))
  if (keyword === 'propertyNames') return unknownKey(path, parentSchema?.['propertyNames'].enum ?? [])
  const name = path.length === 0 ? 'The file' : mayBeKey(path) ? 'This' : pathText(path)
  const { missingProperty, allowedValues, allowedValue, limit, type } = params
  const predicates: Readonly<Record<string, string>> = {
    required: `has no ${missingProperty}`,
    enum: `can be ${listed([allowedValues].flat(), 'or')}`,
    const: `must be ${allowedValue}`,
    minimum: `is below ${limit}, the least it can be`,
    maximum: `is above ${limit}, the most it can be`,
    pattern: params['pattern'] === String.raw`\S` ? empty : invalid,
    type:
      path.length === 0
        ? 'needs names and values, each as "name: value"'
        : isNull
          ? empty
          : (types[type] ?? invalid),
  }
  return `${name} ${predicates[keyword] ?? invalid}.`
}

/** Whether a part of a path may be an API key in the wrong place. */
const mayBeKey = (path: Path): boolean => path.some((part) => String(part).length > 30)

const invalid = 'is not a valid value'
const empty = 'is empty. Give it a value, or remove it'

const types: Readonly<Record<string, string>> = {
  string: 'is not a text. Put it in quotes',
  number: 'is not a number',
  integer: 'is not a whole number',
  array: 'is not a list',
  object: 'needs names and values. Write each below it as "name: value", or remove it',
}

/** That the key at the end of a path is none of those that can stand there. */
export function unknownKey(path: Path, known: readonly string[]): string {
  const key = String(path.at(-1))
  const meant = nearest(key, known)
  const place = path.length === 1 || mayBeKey(path) ? 'here' : `in ${pathText(path.slice(0, -1))}`
  return `${key.length > 30 ? 'A long name' : `"${key}"`} has no meaning ${place}. ${
    meant ? `Did you mean ${meant.word}?` : `There can be ${known.join(', ')}.`
  }`
}
