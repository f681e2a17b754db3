import type { Contract, ContractColumn, ContractQuestion } from '../../table/contract.ts'
import { plainOrQuoted } from '../../authoring/authoring.ts'

/** The text of a columns file: the same contract always gives the same text, and a new column is one more line. */
export const columnsText = ({ headers, multi, columns, questions }: Contract): string =>
  [
    '# The columns of an export in their order, kept by formctl responses export --columns-file. Commit this file.',
    '# New columns come at the end; none moves, goes away or is renamed. You may change a name here yourself.',
    'schema_version: 1',
    `headers: ${headers}`,
    `multi: ${multi}`,
    ...listOf('columns', columns.map(columnOf)),
    '# The newest headlines; columns keep the names they have above.',
    ...listOf('questions', questions.map(questionOf)),
    '',
  ].join('\n')

type Members = readonly (readonly [name: string, value: string | undefined])[]

const listOf = (name: string, entries: readonly Members[]): readonly string[] =>
  entries.length === 0 ? [`${name}: []`] : [`${name}:`, ...entries.map((members) => `  - ${flow(members)}`)]

const flow = (members: Members): string =>
  `{ ${members
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${scalar(value)}`]))
    .join(', ')} }`

function columnOf({ name, type, holds }: ContractColumn): Members {
  const own: Members = [
    ['name', name],
    ['type', type],
  ]
  if (holds.kind !== 'answer') return [...own, [holds.kind, holds.name]]
  const { question, member, isBeside, option } = holds
  return [...own, ['question', question], [isBeside ? 'beside' : 'member', member], ['option', option]]
}

const questionOf = ({ id, headline, shown }: ContractQuestion): Members => [
  ['id', id],
  ['headline', headline],
  ['shown', shown === '' ? undefined : shown],
]

// A sentence reads best in quotes; what a reader of YAML might not take for a sign of a text is written as its number.
const scalar = (text: string): string =>
  plainOrQuoted(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
