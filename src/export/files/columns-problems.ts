import type { ValueProblem } from '../../authoring/authoring.ts'
import { foldedName, keyOf, type Holding } from '../../table/contract.ts'
import { nearest } from '../../form/words.ts'
import { type Path, pathOfPointer, type ShapeError } from '../../form/value.ts'
import type { ColumnsFile, KeptColumn } from '../generated/columns.ts'
import { validateColumnsFile } from '../generated/validate-columns.js'

/** All problems of the value of a columns file. */
export function columnsProblems(value: unknown): readonly ValueProblem[] {
  if (!validateColumnsFile(value))
    return (validateColumnsFile.errors ?? []).map((error) => shapeProblem(value, error))
  // The validator has just proved it.
  const { columns, questions = [] } = value as ColumnsFile
  const wrong = columns.flatMap((column, i) => holdsProblem(column, ['columns', i]))
  if (wrong.length > 0) return wrong
  return [
    ...twice(columns, ({ name }) => foldedName(name)).map(([i, first]) =>
      at(
        ['columns', i, 'name'],
        `Column ${first + 1} has this name, too${columns[i]?.name === columns[first]?.name ? '' : ', as databases ignore case'}. Give each its own.`,
      ),
    ),
    ...twice(columns, (column) => keyOf(holdingOf(column))).map(([i, first]) =>
      at(['columns', i], `Column ${first + 1} holds the same. Keep one of them.`),
    ),
    ...twice(questions, ({ id }) => id).map(([i]) =>
      at(['questions', i, 'id'], 'This question was named before. Keep one of them.'),
    ),
  ]
}

const at = (path: Path, sentence: string): ValueProblem => ({ path, at: 'value', sentence })

function shapeProblem(value: unknown, { keyword, instancePath, params }: ShapeError): ValueProblem {
  const path = pathOfPointer(value, instancePath)
  const name = typeof path.at(-1) === 'string' ? `"${path.at(-1)}"` : path.length === 0 ? 'The file' : 'This'
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty'])
    return { path: [...path, key], at: 'key', sentence: unknownKey(key, path) }
  }
  if (keyword === 'required') return at(path, `"${String(params['missingProperty'])}" is missing here.`)
  if (keyword === 'enum')
    return at(path, `${name} can be ${String(params['allowedValues']).replaceAll(',', ', ')}.`)
  if (keyword === 'const') return at(path, `${name} must be ${String(params['allowedValue'])}.`)
  const wanted = { string: 'text; put it in quotes', array: 'list', object: 'object' }[String(params['type'])]
  return at(path, `${name} is no ${wanted ?? 'such value'}.`)
}

const keys: Readonly<Record<string, readonly string[]>> = {
  '': ['schema_version', 'headers', 'multi', 'columns', 'questions'],
  columns: [
    'name',
    'type',
    'on_mismatch',
    'record',
    'meta',
    'person',
    'question',
    'member',
    'beside',
    'option',
  ],
  questions: ['id', 'headline', 'shown'],
}

function unknownKey(key: string, path: Path): string {
  const known = keys[String(path[0] ?? '')] ?? []
  const meant = nearest(key, known)
  return `"${key}" has no meaning here. ${meant ? `Did you mean ${meant.word}?` : `There can be ${known.join(', ')}.`}`
}

const owners = ['record', 'meta', 'person', 'question'] as const

/** The problem of an entry that does not name exactly one thing. */
function holdsProblem(column: KeptColumn, path: Path): readonly ValueProblem[] {
  const named = owners.filter((owner) => column[owner] !== undefined)
  if (named.length !== 1)
    return [
      at(
        path,
        `A column holds one thing: record, meta, person or question; this one has ${named.length === 0 ? 'none' : named.join(' and ')}.`,
      ),
    ]
  const { question, member, beside, option } = column
  const isAnswer = question !== undefined
  if (isAnswer && (member === undefined) === (beside === undefined))
    return [at(path, '"question" needs either "member" or "beside".')]
  const stray = Object.entries({ member, beside, option }).find(([, held]) => held !== undefined)
  return !isAnswer && stray ? [at([...path, stray[0]], `"${stray[0]}" is for a column with "question".`)] : []
}

/** The indexes of repeated entries, each with that of the first one. */
function twice<Entry>(
  entries: readonly Entry[],
  keyFor: (entry: Entry) => string,
): readonly (readonly [number, number])[] {
  const firsts = new Map<string, number>()
  return entries.flatMap((entry, i) => {
    const key = keyFor(entry)
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, i)
    return first === undefined ? [] : [[i, first] as const]
  })
}

/** What a column of a columns file holds. The entry names exactly one thing. */
export function holdingOf({ record, meta, person, question: ids = '', ...answer }: KeptColumn): Holding {
  const question = typeof ids === 'string' ? ids : (ids[0] ?? '')
  if (record !== undefined) return { kind: 'record', name: record }
  if (meta !== undefined) return { kind: 'meta', name: meta }
  if (person !== undefined) return { kind: 'person', name: person }
  const { member, beside, option } = answer
  return {
    kind: 'answer',
    question,
    member: member ?? beside ?? '',
    isBeside: member === undefined,
    option,
  }
}
