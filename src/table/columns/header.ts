import { repeatsIn } from '../../form/value.ts'
import {
  type Column,
  type Kind,
  type Member,
  type QuestionColumns,
  fixedColumns,
  isFixed,
  mainMember,
  owners,
} from '../columns.ts'
import type { HeaderStyle } from '../table.ts'
import { onOneLine } from '../questions.ts'

/**
 * Unique column names, compared without case. Names in `given` win, then those of the fields of a record that the HTTP contract lists;
 * a question that wants one of them gets its id appended. The names depend on the columns alone, not on the format of the file.
 */
export function headerOf(
  columns: readonly Column[],
  style: HeaderStyle,
  given: ReadonlyMap<Column, string> = new Map(),
): readonly string[] {
  const shared = style === 'sql' ? sharedTitles(columns) : none
  const wanted = columns.map((column) => {
    const name = given.get(column)
    return name === undefined
      ? wantedNames(column, style, shared)
      : { names: [cleanName(name)], rank: ranks.given }
  })
  const names = wanted.map(({ names: [first = ''] }) => first)
  const moved = names.map(() => 0)
  const rankOf = (i: number): number => wanted[i]?.rank ?? ranks.answer
  // All columns that want one name move on together, so that no name depends on the order of columns.
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const group of Map.groupBy(names.keys(), (i) => foldedName(names[i] ?? '')).values()) {
      if (group.length === 1) continue
      const first = group.reduce((lowest, i) => Math.min(lowest, rankOf(i)), ranks.answer)
      const isAlone = group.filter((i) => rankOf(i) === first).length === 1
      for (const i of group) {
        const name = wanted[i]?.names[(moved[i] ?? 0) + 1]
        if (name === undefined || (isAlone && rankOf(i) === first)) continue
        names[i] = name
        moved[i] = (moved[i] ?? 0) + 1
        isMoving = true
      }
    }
  }
  return numberDuplicates(names, rankOf, style)
}

/** Which column keeps a name that several want: the one of the lowest rank. */
const ranks = { given: 0, recordField: 1, response: 2, answer: 3 }

/** The names that a column may have: the one to have if no other column wants it, and others that say more. */
type NameChoices = { readonly names: readonly string[]; readonly rank: number }

function wantedNames(column: Column, style: HeaderStyle, shared: ReadonlySet<string>): NameChoices {
  const { holds } = column
  const isSql = style === 'sql'
  if (holds.kind !== 'answer') {
    const path = fieldPath(holds)
    if (isFixed(holds.kind, holds.name))
      return { names: [fieldColumnName(path, style)], rank: ranks.recordField }
    const more = isSql ? [sqlName([sqlWordsOfPath(path), shortHash(path)])] : []
    return { names: [fieldColumnName(path, style), ...more], rank: ranks.response }
  }
  const names = isSql
    ? sqlNamesOf(holds, shared)
    : [columnName(column, style), `${headlineLabel(holds)} [${idLabel(holds)}]`].map(cleanName)
  const isKept = (isSql ? keptNames.sql : keptNames.plain).has(foldedName(names[0] ?? ''))
  return { names: isKept ? names.slice(1) : names, rank: ranks.answer }
}

/** The name of a column for a field of the record, or for one that a layout adds, such as `createdAt`. */
export function fieldColumnName(name: string, style: HeaderStyle): string {
  return style === 'sql' ? sqlName([sqlWordsOfPath(name) || shortHash(name)]) : cleanName(name)
}

/** The names of a column for SQL: by its headline, with the id of its question, and with a hash of all that it holds. */
function sqlNamesOf({ member, option }: Answers, shared: ReadonlySet<string>): readonly string[] {
  const { question, name } = member
  const id = sqlWords(question.name) || shortHash(question.name)
  const title = sqlTitle(question)
  const parts = [
    isMainMember(member) ? '' : sqlWordsOfPath(name) || shortHash(name),
    option === undefined ? '' : sqlWords(option) || shortHash(option),
  ]
  // A member of a question without a headline, such as an identity, is called by its own name.
  const isNameless = title === '' && headlineText(question) === '' && !isMainMember(member)
  const first = sqlName([title || (isNameless ? '' : `q_${id}`), ...parts])
  const withId = sqlName([title || 'q', id, ...parts])
  const whole = JSON.stringify([
    question.name,
    name,
    question.entryMembers.get(name) === member,
    option ?? null,
  ])
  return [
    ...(shared.has(title) ? [] : [first]),
    withId,
    sqlName([title || `q_${id}`, ...parts, shortHash(whole)]),
  ]
}

/** The words for SQL of a question: its key, else its headline. */
const sqlTitle = (question: QuestionColumns): string => question.key ?? sqlWords(headlineText(question))

/** The words for SQL of headlines that several questions have. */
function sharedTitles(columns: readonly Column[]): ReadonlySet<string> {
  const questions = new Set(
    columns.flatMap(({ holds }) => (holds.kind === 'answer' ? [holds.member.question] : [])),
  )
  const repeats = repeatsIn(questions, (question) => sqlTitle(question) || undefined)
  return new Set(Array.from(repeats, ([, , title]) => title))
}

const none: ReadonlySet<string> = new Set()

/** A name as every format can write it: SQL ends at U+0000, and a lone surrogate has no UTF-8. */
const cleanName = (name: string): string => name.replaceAll('\0', '\uFFFD').toWellFormed()

/** Equal for two names that some reader takes for one: databases ignore case. */
export const foldedName = (name: string): string => cleanName(name).toLowerCase()

/** The path of a field of the record, as the contract has it. */
const fieldPath = ({ kind, name }: { readonly kind: Kind; readonly name: string }): string =>
  kind === 'record' ? name : `${owners[kind]}.${name}`

/** A column's name by headlines, by ids, or by both; it need not be unique. */
function columnName({ holds }: Column, style: HeaderStyle): string {
  if (holds.kind !== 'answer') return fieldPath(holds)
  if (style === 'headline') return headlineLabel(holds)
  const id = idLabel(holds)
  const title = style === 'id' ? id : headlineLabel(holds)
  return title === id ? id : `${title} [${id}]`
}

/** The title of a question: its headline on one line, or its id. */
export const questionTitle = (question: QuestionColumns): string => headlineText(question) || question.name

/** The headline of a question on one line, or its type, or its id. An identity has no headline. */
export const questionTitleOrType = (question: QuestionColumns): string =>
  headlineText(question) || question.type.text || question.name

const headlineText = ({ headline }: QuestionColumns): string => onOneLine(headline.text)

/** Whether it is the member whose column is named like the question. */
export const isMainMember = (member: Member): boolean => mainMember(member.question) === member

/** A column's name by headlines; it need not be unique. */
export const columnTitle = (column: Column): string => columnName(column, 'headline')

type Answers = Omit<Extract<Column['holds'], { kind: 'answer' }>, 'kind'>

/** The names of a member: by headline, by ids, and by both. */
export const memberNames = (member: Member): readonly string[] => {
  const [title, id] = [headlineLabel({ member }), idLabel({ member })]
  return [title, id, `${title} [${id}]`]
}

/** The name of an answer's column by headlines: `Pets: selectedOther`. */
function headlineLabel(answers: Answers): string {
  const { question } = answers.member
  const title = isMainMember(answers.member) ? questionTitle(question) : headlineText(question)
  return [title, ...partsOfLabel(answers)].filter((part) => part !== '').join(': ')
}

/** The name of an answer's column by ids: `q1.selectedOther`. */
const idLabel = (answers: Answers): string =>
  [answers.member.question.name, ...partsOfLabel(answers)].filter((part) => part !== '').join('.')

/** What a column's name says beside the question: the member, if it is not the main one, and the option. */
const partsOfLabel = ({ member, option = '' }: Answers): readonly string[] => [
  isMainMember(member) ? '' : member.name,
  option,
]

/** Adds numbers to equal names. Of several columns with one name, that of the lowest rank keeps it. */
export function numberDuplicates(
  names: readonly string[],
  rankOf: (i: number) => number,
  style: HeaderStyle,
): readonly string[] {
  const taken = new Set<string>()
  const made = [...names]
  const numbered = (name: string, n: number): string => (style === 'sql' ? `${name}_${n}` : `${name} (${n})`)
  const inOrder = Array.from(names.keys()).toSorted((a, b) => rankOf(a) - rankOf(b) || a - b)
  const repeated = inOrder.filter((i) => taken.size === taken.add(foldedName(names[i] ?? '')).size)
  for (const i of repeated) {
    const name = names[i] ?? ''
    let n = 2
    while (taken.has(foldedName(numbered(name, n)))) n++
    made[i] = numbered(name, n)
    taken.add(foldedName(made[i]))
  }
  return made
}

/** The parts of a column's name: the name of the list, for a column of an option, and the title of the question. */
export function partsOfName(
  name: string,
  column: Column,
): { readonly list: readonly string[]; readonly question: readonly string[] } {
  const { holds } = column
  if (holds.kind !== 'answer') return { list: [], question: [] }
  const { member, option } = holds
  const plain = without(name, [` [${columnName(column, 'id')}]`]) ?? name
  const list =
    option === undefined ? plain : without(plain, [`: ${option}`, `.${option}`, `_${sqlWords(option)}`])
  const isMain = isMainMember(member)
  const title = list === undefined || isMain ? list : without(list, [`: ${member.name}`, `.${member.name}`])
  const some = (text: string | undefined): readonly string[] => (text ? [text] : [])
  return { list: option === undefined ? [] : some(list), question: some(title) }
}

function without(text: string, endings: readonly string[]): string | undefined {
  const ending = endings.find((one) => text.endsWith(one))
  return ending === undefined ? undefined : text.slice(0, -ending.length)
}

/** As many bytes as PostgreSQL keeps of a name; the other engines keep more. */
const maxNameBytes = 63

/**
 * The words of a name for SQL: ASCII letters and digits, with `_` between. Diacritics are removed, letters such as ß
 * are spelled out, and other scripts are dropped.
 */
const sqlWords = (text: string): string =>
  text
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => spelled[letter] ?? ' ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** The same for a name of a program, such as `createdAt`: a capital begins a word. */
const sqlWordsOfPath = (path: string): string => sqlWords(path.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

/** Latin letters that Unicode does not take apart, in lower case. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'ng',
}

/**
 * Joins words to a name that every engine below takes without quotes, and that is not too long: a name that is cut ends with a
 * hash of the whole one.
 */
function sqlName(words: readonly string[]): string {
  const [first = '', ...rest] = words.filter((word) => word !== '')
  const begun = /^[a-z]/.test(first) ? first : `q_${first}`
  const name = [begun, ...rest].join('_')
  if (reservedWords.has(name)) return `${name}_`
  if (name.length <= maxNameBytes) return name
  const end = `_${shortHash(name)}`
  // The option after the question stays readable.
  const last = rest.length === 0 ? '' : `_${rest.join('_').slice(0, maxNameBytes / 3)}`
  return `${begun.slice(0, maxNameBytes - last.length - end.length)}${last}${end}`.replaceAll(/_{2,}/g, '_')
}

/** A short hash that keeps apart two texts with the same words: the first 8 hexadecimal digits of FNV-1a with 64 bits. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n)
  return (hash >> 32n).toString(16).padStart(8, '0')
}

/**
 * Words that one of these engines does not take for a column without quotes:
 * - SQLite 3.53, PostgreSQL 15 and DuckDB 1.5: of all keywords that they know, and of PostgreSQL's system columns, those that one of
 *   them refuses or reads as something else in a statement that creates, fills, changes or asks a table. All were tried.
 * - PostgreSQL 16 and later: `system_user` (documentation: SQL Key Words).
 * - BigQuery: the reserved keywords (documentation: Lexical structure and syntax), and `match_recognize`.
 * - Snowflake: all keywords but those that are limited in SHOW alone (documentation: Reserved & limited keywords).
 * - ClickHouse reserves no word (documentation: Syntax): those that its parser does not take for an alias, that are a literal, or that
 *   begin an entry of a table other than a column.
 * The last three engines were not tried.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `
    add all alter analyse analyze and anti any array as asc asof assert_rows_modified asymmetric at
    authorization autoincrement between binary both by case cast check cmax cmin collate collation column
    commit concurrently connect constraint contains create cross ctid cube current current_catalog
    current_date current_role current_schema current_time current_timestamp current_user default deferrable
    define delete desc describe distinct do drop else end enum escape except exclude exists extract false
    fetch final following for foreign format freeze from full glob global grant graph_table group grouping
    groups hash having if ignore ilike in increment index inf initially inner insert intersect interval into
    is isnull join lambda lateral leading left like limit localtime localtimestamp lookup match_recognize
    merge minus nan natural new no not nothing notnull null nulls of offset on only or order outer over
    overlaps partition paste pivot pivot_longer pivot_wider placing positional preceding prewhere primary
    projection proto qualify raise range recursive references regexp respect returning revoke right rlike
    rollup row rows sample select semi session_user set settings show similar some start struct summarize
    symmetric system_user table tableoid tablesample then to trailing transaction treat trigger true
    try_cast unbounded union unique unnest unpack unpivot update user using values variadic verbose when
    whenever where window with within xmax xmin
  `
    .trim()
    .split(/\s+/),
)

/** The fields of a record whose names no question takes. */
const keptPaths = [...fixedColumns.map(([kind, name]) => fieldPath({ kind, name })), 'formName', 'data']
const keptNames = {
  plain: new Set(keptPaths.map(foldedName)),
  sql: new Set(keptPaths.map((path) => fieldColumnName(path, 'sql'))),
}
