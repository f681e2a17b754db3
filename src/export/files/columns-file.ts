import { Failure, misuse } from '../../failure/failure.ts'
import {
  keyOf,
  type Contract,
  type ContractColumn,
  type ContractResult,
  type ContractQuestion,
  foldedName,
  type ColumnSource,
} from '../../table/contract.ts'
import type { HeaderStyle, MultiStyle } from '../../table/table.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Output, OutputFiles } from './data-files.ts'
import { fileFindings, firstFindings, plainOrQuoted, readYamlValue } from '../../authoring/authoring.ts'
import { shapeProblems, type ValueProblem } from '../../form/shape-problems.ts'
import { repeatsIn, childOf, type Path } from '../../form/value.ts'
import type { ColumnsFile, KeptColumn } from '../generated/columns.ts'
import { validateColumnsFile } from '../generated/validate-columns.js'

export type OpenColumns = {
  readonly path: string
  readonly contract: Contract
  /** The content of the file; undefined: there is none. */
  readonly bytes: Uint8Array | undefined
  /** Whether the contract comes from the note of a run that ended before it wrote the file. */
  readonly isRecovered: boolean
  /** Whether an earlier run left a note, used or not. */
  readonly hasNote: boolean
}

/** The requested styles of columns; a columns file has its own. */
type Styles = {
  readonly headers: HeaderStyle | undefined
  readonly multi: MultiStyle | undefined
  /** That of a new columns file, if none was requested. */
  readonly defaultHeaders: HeaderStyle
}

/** The note that a run writes before its data is in place, so that its columns are known even if it is killed. */
const notePath = (path: string): string => `${path}.next`

/** Opens a columns file, which need not exist. Requested styles that contradict it are misuse. */
export async function openColumns(path: string, styles: Styles, files: OutputFiles): Promise<OpenColumns> {
  const bytes = await readIfThere(files, path)
  const kept = bytes && parseColumns(bytes, path)
  const note = await readIfThere(files, notePath(path))
  const noted = note && parseColumns(note, notePath(path))
  const isRecovered = noted !== undefined && goesOn(kept, noted)
  const found = isRecovered ? noted : kept
  if (found) refuseStyles(path, found, styles)
  const contract = found ?? {
    headers: styles.headers ?? styles.defaultHeaders,
    multi: styles.multi ?? 'joined',
    columns: [],
    questions: [],
  }
  return { path, contract, bytes, isRecovered, hasNote: noted !== undefined }
}

const readIfThere = async (files: OutputFiles, path: string): Promise<Uint8Array | undefined> =>
  (await files.kind(path)) === 'missing' ? undefined : files.read(path)

/** Whether a note extends the file. If not, the file was written after the note or changed by a person, and wins. */
function goesOn(kept: Contract | undefined, noted: Contract): boolean {
  if (kept === undefined) return true
  const isSame = (column: ContractColumn, i: number): boolean => {
    const other = noted.columns[i]
    return other !== undefined && other.name === column.name && keyOf(other.holds) === keyOf(column.holds)
  }
  if (columnsText(kept) === columnsText(noted)) return false
  return kept.headers === noted.headers && kept.multi === noted.multi && kept.columns.every(isSame)
}

function refuseStyles(path: string, contract: Contract, styles: Styles): void {
  for (const name of ['headers', 'multi'] as const) {
    const asked = styles[name]
    if (asked !== undefined && asked !== contract[name])
      throw misuse(
        `${path} was begun with --${name} ${contract[name]}, which its columns keep: leave --${name} out, or name another columns file.`,
      )
  }
}

/** A columns file that is ready to be put in place with the data. */
export type KeptColumns = {
  /** Absent: the file stays as it is. */
  readonly output?: Output
  /** Puts data and columns file in place, protected by a note: if the run is killed in between, the next one knows its columns. */
  readonly noted: (putInPlace: () => Promise<void>) => Promise<void>
}

/** Writes changed columns into a pending file. */
export async function keepColumns(
  opened: OpenColumns,
  contractResult: ContractResult,
  files: OutputFiles,
): Promise<KeptColumns> {
  const { path, hasNote } = opened
  const note = notePath(path)
  if (!isChanged(opened, contractResult))
    return {
      noted: async (putInPlace) => {
        await putInPlace()
        if (hasNote) await files.remove(note)
      },
    }
  const text = columnsText(contractResult.next)
  try {
    parseColumns(new TextEncoder().encode(text), path)
  } catch {
    // It has too many columns to be read again.
    throw Failure.of('columns-file-full', { path, columns: contractResult.order.length })
  }
  const { bytes } = opened
  const now = await readIfThere(files, path)
  const isSame = now?.length === bytes?.length && (now ?? []).every((byte, i) => byte === bytes?.[i])
  if (!isSame) throw Failure.of('columns-file-changed', { path })
  const file = await files.create(path, { replace: true })
  await file.write(text)
  await file.sync()
  return {
    output: { path, file },
    noted: async (putInPlace) => {
      await writeFile(files, note, { content: text })
      try {
        await putInPlace()
      } catch (error) {
        // The note of an earlier, killed run stays.
        if (!hasNote) await files.remove(note)
        throw error
      }
      await files.remove(note)
    },
  }
}

/** Whether an export changes the columns file. */
const isChanged = ({ bytes, isRecovered }: OpenColumns, { changes }: ContractResult): boolean =>
  bytes === undefined || isRecovered || changes.length > 0

/** What an export would do to a columns file, as `schemas/output/responses-export-check.schema.json` has it. */
export type CheckReport = {
  readonly schema_version: 1
  readonly path: string
  readonly exists: boolean
  readonly fileWouldChange: boolean
  /** Whether columns would be added or change their type; otherwise only headlines would change. */
  readonly columnsWouldChange: boolean
  readonly changes: ContractResult['changes']
  /** Columns that the file has and these responses do not. */
  readonly absent: readonly string[]
}

/** The report of `--check`. */
export function checkReport(opened: OpenColumns, contractResult: ContractResult): CheckReport {
  const { path, bytes, isRecovered } = opened
  const { changes, absent } = contractResult
  return {
    schema_version: 1,
    path,
    exists: bytes !== undefined,
    fileWouldChange: isChanged(opened, contractResult),
    columnsWouldChange:
      bytes === undefined || isRecovered || changes.some(({ change }) => change !== 'headline'),
    changes,
    absent,
  }
}

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
  const { question, member, isOfEntry, option } = holds
  const others = [...joined].flatMap(([id, into]) => (into === question ? [id] : []))
  return [
    ...own,
    ['question', others.length > 0 ? [question, ...others] : question],
    [isOfEntry ? 'beside' : 'member', member],
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

/** All problems of the value of a columns file. */
function columnsProblems(value: unknown): readonly ValueProblem[] {
  if (!validateColumnsFile(value)) return shapeProblems(value, validateColumnsFile.errors)
  // The validator has just proved it.
  const { columns, questions = [] } = value as ColumnsFile
  const wrong = columns.flatMap((column, i) => holdsProblem(column, ['columns', i]))
  if (wrong.length > 0) return wrong
  return [
    ...repeatsIn(columns.entries(), ([, { name }]) => foldedName(name)).map(
      ([[i, column], [first, before]]) =>
        at(
          ['columns', i, 'name'],
          `Column ${first + 1} has this name, too${column.name === before.name ? '' : ', as databases ignore case'}. Give each its own.`,
        ),
    ),
    ...repeatsIn(columns.entries(), ([, column]) => keyOf(holdingOf(column))).map(([[i], [first]]) =>
      at(['columns', i], `Column ${first + 1} holds the same. Keep one of them.`),
    ),
    ...repeatsIn(questions.entries(), ([, { id }]) => id).map(([[i]]) =>
      at(['questions', i, 'id'], 'This question was named before. Keep one of them.'),
    ),
  ]
}

const at = (path: Path, sentence: string): ValueProblem => ({ path, marks: 'value', sentence })

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
  const stray = Object.entries({ member, beside, option }).find(([, value]) => value !== undefined)
  return !isAnswer && stray ? [at([...path, stray[0]], `"${stray[0]}" is for a column with "question".`)] : []
}

/** What a column of a columns file holds. The entry names exactly one thing. */
function holdingOf({ record, meta, person, question: ids = '', ...answer }: KeptColumn): ColumnSource {
  const question = typeof ids === 'string' ? ids : (ids[0] ?? '')
  if (record !== undefined) return { kind: 'record', name: record }
  if (meta !== undefined) return { kind: 'meta', name: meta }
  if (person !== undefined) return { kind: 'person', name: person }
  const { member, beside, option } = answer
  return {
    kind: 'answer',
    question,
    member: member ?? beside ?? '',
    isOfEntry: member === undefined,
    option,
  }
}
