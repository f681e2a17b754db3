import type { Collected } from '../collect.ts'
import { identityKeys } from '../../form/schema.ts'
import type { Column, Question } from '../columns.ts'
import { headerOf, memberNames, readableTitleOf, titleOf, partsOfName, isOfMain } from './header.ts'
import type { HeaderStyle } from '../table.ts'
import { nearest } from '../../form/words.ts'
import { Failure } from '../../failure/failure.ts'

/** What a name means. */
export type Meaning = {
  readonly columns: readonly Column[]
  /** Whether it names lists as a whole: a column of one of their options is then no column of its own. */
  readonly isWhole: boolean
}

/** What the columns of an export are called. */
export type ColumnNames = {
  /** The names of the header that is written. */
  readonly header: ReadonlyMap<Column, string>
  /**
   * What a name chooses: first the column of that name in the header that is written, then the one that another style of
   * header would name so, then all that share a headline.
   */
  readonly meaning: (name: string) => Meaning | undefined
  /**
   * Every column that a name may mean, of whatever rank, also by an earlier headline where there are others: nothing of
   * these is to come through.
   */
  readonly bearing: (name: string) => readonly Column[]
  /** What columns are called now that bore this name by an earlier headline of their question. */
  readonly nowCalled: (name: string) => readonly string[]
  /** Names like this one that choose columns. */
  readonly like: (name: string) => readonly string[]
  /** Likewise among all names that a column may be meant by. */
  readonly likeAny: (name: string) => readonly string[]
}

/** By what columns are called beside their style. */
type Calling = {
  /** The names that they were given, as a columns file has them. */
  readonly given?: ReadonlyMap<Column, string>
  /** Whether no name of an option is proposed: it may be an answer that is to be redacted. */
  readonly hidesOptions?: boolean
}

/** What columns are called: by the names that they were given, and in a style. */
function columnNames(
  columns: readonly Column[],
  style: HeaderStyle,
  { given = new Map(), hidesOptions = false }: Calling = {},
): ColumnNames {
  const names = headerOf(columns, style, given)
  const header = new Map(columns.map((column, i) => [column, names[i] ?? '']))
  const meanings = once(() => meaningsOf(columns, header, given))
  const bearers = once(() => bearersOf(columns, header))
  const earlier = once(() => earlierNames(columns, header))
  const ofOptions = once(() => (hidesOptions ? optionNames(columns, header) : new Set<string>()))
  const likeOf = (name: string, known: Iterable<string>): readonly string[] =>
    similar(
      name,
      [...new Set(known)].filter((other) => !ofOptions().has(other)),
    )
  return {
    header,
    // Halves of signs are no part of names that are written.
    meaning: (name) => meanings().get(name) ?? meanings().get(name.toWellFormed()),
    bearing: (name) => {
      const spelled = new Set([name, name.toWellFormed()])
      const borne = [...spelled].flatMap((one) => bearers().get(one) ?? [])
      const now = [...borne, ...columns.filter(isWithin(name))]
      return now.length === 0 ? now : [...new Set([...now, ...earlier().bearing(name)])]
    },
    nowCalled: (name) => earlier().nowCalled(name),
    like: (name) =>
      apart(likeOf(name, [...header.values(), ...meanings().keys()]), (one) => meanings().get(one)?.columns),
    likeAny: (name) => likeOf(name, [...meanings().keys(), ...bearers().keys()]),
  }
}

/**
 * Whether a name is that of a member which the contract knows and which nobody gave, so that it may be named without a
 * column. Where another name is like it, it may be a slip for that one.
 */
export const isUngiven = (name: string, names: ColumnNames): boolean =>
  identityKeys.some((key) => key === name) &&
  names.nowCalled(name).length === 0 &&
  names.likeAny(name).every((other) => identityKeys.some((key) => key === other))

/** What columns of options are called, in all styles. */
function optionNames(columns: readonly Column[], header: Header): ReadonlySet<string> {
  const all = [[...header.values()], ...styles.map((style) => headerOf(columns, style))]
  return new Set(
    columns.flatMap(({ holds }, i) =>
      holds.kind === 'answer' && holds.option !== undefined ? all.map((names) => names[i] ?? '') : [],
    ),
  )
}

const styles = ['headline', 'id', 'both'] as const

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** What stands in one of the members of a response that hold others. */
const isWithin =
  (name: string) =>
  ({ holds }: Column): boolean =>
    holds.kind !== 'record' && owners[holds.kind] === name

const owners = { meta: 'meta', person: 'personAttributes', answer: 'data' } as const

type Header = ReadonlyMap<Column, string>

function meaningsOf(columns: readonly Column[], header: Header, given: Header): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  // Set last, so first in rank.
  for (const [name, whole] of grouped(columns, sharedNames))
    meanings.set(name, { columns: whole, isWhole: true })
  const meant = meanByItself(columns)
  for (const style of ['both', 'id', 'headline'] as const) {
    const names = headerOf(columns, style)
    columns.forEach((column, i) => meanings.set(names[i] ?? '', meant(column)))
  }
  const listNames = (column: Column): readonly string[] =>
    given.has(column) ? partsOfName(given.get(column) ?? '', column).list : []
  for (const [name, whole] of grouped(columns, listNames))
    meanings.set(name, { columns: whole, isWhole: true })
  for (const [column, name] of header) meanings.set(name, meant(column))
  return meanings
}

/** What a column's own name means: that of a list means those of its options, too. */
function meanByItself(columns: readonly Column[]): (column: Column) => Meaning {
  const ofMember = new Map<unknown, Column[]>()
  for (const column of columns) {
    if (column.holds.kind !== 'answer') continue
    const known = ofMember.get(column.holds.member)
    if (known) known.push(column)
    else ofMember.set(column.holds.member, [column])
  }
  return (column) => {
    const { holds } = column
    const isWhole = holds.kind === 'answer' && holds.option === undefined
    return { columns: (isWhole && ofMember.get(holds.member)) || [column], isWhole }
  }
}

const sharedNames = ({ holds }: Column): readonly string[] =>
  holds.kind === 'answer' ? memberNames(holds.member) : []

/** Columns by each of their names. */
function grouped(
  columns: readonly Column[],
  namesOf: (column: Column) => readonly string[],
): ReadonlyMap<string, readonly Column[]> {
  const byName = new Map<string, Column[]>()
  for (const column of columns)
    for (const name of new Set(namesOf(column))) {
      const known = byName.get(name)
      if (known) known.push(column)
      else byName.set(name, [column])
    }
  return byName
}

/** A question's title, in whatever header, means all of its columns; a member's name those of all questions. */
function bearersOf(columns: readonly Column[], header: Header): ReadonlyMap<string, readonly Column[]> {
  const inStyles = styles.map((style) => headerOf(columns, style))
  const own = new Map(
    columns.map((column, i) => [
      column,
      [header.get(column) ?? '', ...inStyles.map((names) => names[i] ?? '')],
    ]),
  )
  const titles = new Map<unknown, Set<string>>()
  for (const [column, names] of own) {
    if (column.holds.kind !== 'answer') continue
    const { question } = column.holds.member
    const known =
      titles.get(question) ?? new Set([question.name, titleOf(question), readableTitleOf(question)])
    titles.set(question, known)
    for (const name of names) for (const title of partsOfName(name, column).question) known.add(title)
  }
  return grouped(columns, (column) => {
    const { holds } = column
    const names = own.get(column) ?? []
    if (holds.kind !== 'answer') return [...names, holds.name]
    const lists = names.flatMap((name) => partsOfName(name, column).list)
    const { question, name } = holds.member
    return [...names, ...lists, ...sharedNames(column), ...(titles.get(question) ?? []), name]
  })
}

/** The columns that may be shown, in their order. */
export const shownColumns = ({ columns, hidden, ordered }: Collected): readonly Column[] =>
  (ordered?.order ?? columns.inOrder()).filter((column) => hidden?.has(column) !== true)

/** What all columns are called, shown or not: a name must not hang on which others are left out. */
export const namesOf = (
  { columns, ordered, isRedacting }: Pick<Collected, 'columns' | 'ordered' | 'isRedacting'>,
  style: HeaderStyle,
): ColumnNames =>
  columnNames(ordered?.order ?? columns.inOrder(), style, {
    ...(ordered && { given: ordered.names }),
    hidesOptions: isRedacting === true,
  })

/** What columns were called by headlines that their questions had earlier. */
type EarlierNames = {
  /** The columns that a name meant, as a question's title means all of its columns. */
  readonly bearing: (name: string) => readonly Column[]
  /** What these are called now. */
  readonly nowCalled: (name: string) => readonly string[]
}

const mostNamed = 3

/** Names that columns bore, beside those of the header that they have now. */
function earlierNames(columns: readonly Column[], header: ReadonlyMap<Column, string>): EarlierNames {
  const renamed = columns.filter(
    ({ holds }) => holds.kind === 'answer' && holds.member.question.headlines.all.size > 0,
  )
  const bearing = (name: string): readonly Column[] => renamed.filter((column) => wasCalled(column, name))
  return {
    bearing,
    nowCalled: (name) => {
      const borne = bearing(name)
      const main = borne.filter(({ holds }) => holds.kind === 'answer' && isOfMain(holds.member))
      const named = (main.length > 0 ? main : borne).map(
        (column) => listName(column, name) ?? header.get(column) ?? '',
      )
      return [...new Set(named)].slice(0, mostNamed)
    },
  }
}

function wasCalled(column: Column, name: string): boolean {
  const { holds } = column
  if (holds.kind !== 'answer') return false
  const { question } = holds.member
  return [name, ...partsOfName(name, column).question].some((title) => wasTitle(question, title))
}

const wasTitle = (question: Question, title: string): boolean =>
  question.headlines.all.has(title) && title !== question.headline && title !== titleOf(question)

/** What the list is called that an option's column belongs to, where a name does not name the option. */
const listName = ({ holds }: Column, name: string): string | undefined =>
  holds.kind === 'answer' && holds.option !== undefined && wasTitle(holds.member.question, name)
    ? memberNames(holds.member)[0]
    : undefined

const most = 3

/** Names like one: the same but for capital letters and, where there is none, those that it is a part of, and one that is only a slip away. */
export function similar(name: string, known: readonly string[]): readonly string[] {
  const plain = name.toLowerCase()
  const same = known.filter((other) => other.toLowerCase() === plain)
  if (same.length > 0) return [...new Set(same)].slice(0, most)
  const containing = known
    .filter((other) => plain !== '' && other.toLowerCase().includes(plain))
    .toSorted((a, b) => a.length - b.length)
  const slip = nearest(name, known)
  return [...new Set([...containing, ...(slip ? [slip.word] : [])])].slice(0, most)
}

/** Names without those that mean nothing but what one before them means. */
function apart(
  names: readonly string[],
  meant: (name: string) => readonly unknown[] | undefined,
): readonly string[] {
  const isSame = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
    a.length === b.length && a.every((one, i) => one === b[i])
  return names.filter((name, i) => !names.slice(0, i).some((before) => isSame(meant(before), meant(name))))
}

/** What to say of names that no column bears, with those that were perhaps meant. */
export const unknownColumns = (
  names: readonly string[],
  called: Pick<ColumnNames, 'like' | 'nowCalled'>,
  hintOf: (name: string) => string | undefined = () => undefined,
): Failure =>
  Failure.of('column-unknown', {
    unknown: names.map((name) => {
      const now = called.nowCalled(name)
      if (now.length > 0) return { name, like: [], now }
      const [like, hint] = [called.like(name), hintOf(name)]
      return hint === undefined ? { name, like } : { name, like, hint }
    }),
  })
