import { fileFindings, firstFindings, plainOrQuoted, readYamlValue } from '../../authoring/authoring.ts'
import { Failure } from '../../failure/failure.ts'
import { childOf } from '../../form/value.ts'
import type { Contract, ContractColumn, ContractQuestion } from '../../table/contract.ts'
import type { ColumnsFile } from '../generated/columns.ts'
import { columnsProblems, holdingOf } from './columns-problems.ts'

/** The text of a columns file. It depends on the contract alone, and a new column is one more line. */
export const columnsText = ({ headers, multi, columns, questions, joined = new Map() }: Contract): string =>
  [
    '# The columns of an export in their order, kept by formctl responses export --columns-file. Commit this file.',
    '# New columns come at the end; none moves, goes away or is renamed. You may change a name here yourself.',
    'schema_version: 1',
    `headers: ${headers}`,
    `multi: ${multi}`,
    ...listOf(
      'columns',
      columns.map((column) => columnOf(column, joined)),
    ),
    '# The newest headlines; columns keep the names they have above.',
    ...listOf('questions', questions.map(questionOf)),
    '',
  ].join('\n')

type Members = readonly (readonly [name: string, value: string | readonly string[] | undefined])[]

const listOf = (name: string, entries: readonly Members[]): readonly string[] =>
  entries.length === 0 ? [`${name}: []`] : [`${name}:`, ...entries.map((members) => `  - ${flow(members)}`)]

const flow = (members: Members): string =>
  `{ ${members
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${name}: ${typeof value === 'string' ? scalar(value) : `[${value.map(scalar).join(', ')}]`}`],
    )
    .join(', ')} }`

function columnOf(
  { name, type, onMismatch, holds }: ContractColumn,
  joined: ReadonlyMap<string, string>,
): Members {
  const own: Members = [
    ['name', name],
    ['type', type],
    ['on_mismatch', onMismatch],
  ]
  if (holds.kind !== 'answer') return [...own, [holds.kind, holds.name]]
  const { question, member, isBeside, option } = holds
  const others = [...joined].flatMap(([id, into]) => (into === question ? [id] : []))
  return [
    ...own,
    ['question', others.length > 0 ? [question, ...others] : question],
    [isBeside ? 'beside' : 'member', member],
    ['option', option],
  ]
}

const questionOf = ({ id, headline, shown }: ContractQuestion): Members => [
  ['id', id],
  ['headline', headline],
  ['shown', shown === '' ? undefined : shown],
]

// Control characters and others that YAML parsers may reject are escaped.
const scalar = (text: string): string =>
  plainOrQuoted(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Parses a columns file; throws a Failure with the lines and columns of its problems. */
export function parseColumns(bytes: Uint8Array, name: string): Contract {
  const file = readYamlValue(bytes)
  const version = childOf(file.value, 'schema_version')
  if (file.errors.length === 0 && !file.second && typeof version === 'number' && version > 1)
    throw Failure.of('columns-file-newer', { path: name, version })
  const whenEmpty = 'The file is empty. Remove it to begin anew.'
  const findings = fileFindings(file, { whenEmpty, problemsIn: columnsProblems })
  if (findings.length > 0)
    throw Failure.of('columns-file-unusable', { path: name, problem: firstFindings(findings) })
  // The validator has just proved it.
  const value = file.value as ColumnsFile
  const joined = new Map(
    value.columns.flatMap(({ question }) =>
      Array.isArray(question) ? question.slice(1).map((id) => [id, question[0] ?? ''] as const) : [],
    ),
  )
  return {
    ...(joined.size > 0 && { joined }),
    headers: value.headers,
    multi: value.multi,
    columns: value.columns.map((kept): ContractColumn => ({
      name: kept.name,
      holds: holdingOf(kept),
      type: kept.type,
      onMismatch: kept.on_mismatch,
    })),
    questions: (value.questions ?? []).map(({ id, headline, shown = '' }) => ({ id, headline, shown })),
  }
}
