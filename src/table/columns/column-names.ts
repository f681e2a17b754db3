import type { Collected } from '../collect.ts'
import { identityKeys } from '../../form/schema.ts'
import { owners, type Column, type QuestionColumns } from '../columns.ts'
import {
  headerOf,
  memberNames,
  questionTitleOrType,
  questionTitle,
  partsOfName,
  isMainMember,
} from './header.ts'
import { headerStyles, type HeaderStyle } from '../table.ts'
import { getOrMake, groupedByKey } from '../../form/value.ts'
import { nearest } from '../../form/words.ts'
import { Failure, misuse } from '../../failure/failure.ts'

export type NamedColumns = {
  readonly columns: readonly Column[]
  /** Whether the name means whole lists, so that the columns of their options count as one. */
  readonly isWhole: boolean
}

/** What the columns of an export are called. */
export type ColumnNames = {
  readonly header: ReadonlyMap<Column, string>
  /** For --where and --columns: the column of that name in the written header, else in another style, else all that it could mean. */
  readonly columnsNamed: (name: string) => NamedColumns | undefined
  /** For --redact: every column that the name could mean in any style or by an older headline, so that nothing leaks. */
  readonly columnsToRedact: (name: string) => readonly Column[]
  /** The present names of columns whose question once had this headline. */
  readonly currentNames: (name: string) => readonly string[]
  /** Similar names that are known. */
  readonly suggestions: (name: string) => readonly string[]
}

type NamingOptions = {
  /** The names from a columns file. */
  readonly given?: ReadonlyMap<Column, string>
  /** Whether to suggest no names of options, which may be redacted answers. */
  readonly hidesOptions?: boolean
}

/** The names of columns: given ones, and the others in a style. */
function columnNames(
  columns: readonly Column[],
  style: HeaderStyle,
  { given = new Map(), hidesOptions = false }: NamingOptions = {},
): ColumnNames {
  const names = headerOf(columns, style, given)
  const header = new Map(columns.map((column, i) => [column, names[i] ?? '']))
  const byName = once(() => columnsByName(columns, header, given))
  const byAnyName = once(() => columnsByAnyName(columns, header))
  const earlier = once(() => earlierNames(columns, header))
  const known = once(() => {
    const ofOptions = hidesOptions ? optionNames(columns, header) : new Set()
    const all = new Set([...header.values(), ...byName().keys(), ...byAnyName().keys()])
    // Known always, but said only where the header has them.
    const ofSql = new Set(style === 'sql' ? [] : headerOf(columns, 'sql'))
    for (const name of header.values()) ofSql.delete(name)
    return [...all].filter((name) => !ofOptions.has(name) && !ofSql.has(name))
  })
  // Headers have U+FFFD for a lone surrogate.
  const inAnySense = (name: string): readonly Column[] => {
    const called = [name, name.toWellFormed()].flatMap((one) => byAnyName().get(one) ?? [])
    return [...new Set([...called, ...columns.filter(isWithin(name))])]
  }
  const columnsNamed = (name: string): NamedColumns | undefined => {
    const named = byName().get(name) ?? byName().get(name.toWellFormed())
    if (named) return named
    const all = inAnySense(name)
    return all.length === 0 ? undefined : { columns: all, isWhole: true }
  }
  return {
    header,
    columnsNamed,
    columnsToRedact: (name) => {
      const now = inAnySense(name)
      return now.length === 0 ? now : [...new Set([...now, ...earlier().columnsOf(name)])]
    },
    currentNames: (name) => earlier().currentNames(name),
    suggestions: (name) => withoutSynonyms(similar(name, known()), (one) => columnsNamed(one)?.columns),
  }
}

/** Whether a name is a member of the contract that no response has, and not similar to another name: then it is not an error. */
export const isUngiven = (name: string, names: ColumnNames): boolean =>
  identityKeys.some((key) => key === name) &&
  names.currentNames(name).length === 0 &&
  names.suggestions(name).every((other) => other === 'formName' || identityKeys.some((key) => key === other))

/** The names of the columns of options, in all styles. */
function optionNames(columns: readonly Column[], header: Header): ReadonlySet<string> {
  const all = [[...header.values()], ...headerStyles.map((style) => headerOf(columns, style))]
  return new Set(
    columns.flatMap(({ holds }, i) =>
      holds.kind === 'answer' && holds.option !== undefined ? all.map((names) => names[i] ?? '') : [],
    ),
  )
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Whether a column is within the member of that name of a response: `meta`, `personAttributes` or `data`. */
const isWithin =
  (name: string) =>
  ({ holds }: Column): boolean =>
    holds.kind !== 'record' && owners[holds.kind] === name

type Header = ReadonlyMap<Column, string>

/** The columns of each name, by the precedence of `columnsNamed`. */
function columnsByName(
  columns: readonly Column[],
  header: Header,
  given: Header,
): ReadonlyMap<string, NamedColumns> {
  // In ascending precedence: later names replace earlier ones.
  const byName = new Map<string, NamedColumns>()
  const named = namedByItself(columns)
  const ofSql = headerOf(columns, 'sql')
  columns.forEach((column, i) => byName.set(ofSql[i] ?? '', named(column)))
  for (const [name, whole] of columnsBy(columns, sharedNames))
    byName.set(name, { columns: whole, isWhole: true })
  for (const style of ['both', 'id', 'headline'] as const) {
    const names = headerOf(columns, style)
    columns.forEach((column, i) => byName.set(names[i] ?? '', named(column)))
  }
  const listNames = (column: Column): readonly string[] =>
    given.has(column) ? partsOfName(given.get(column) ?? '', column).list : []
  for (const [name, whole] of columnsBy(columns, listNames))
    byName.set(name, { columns: whole, isWhole: true })
  for (const [column, name] of header) byName.set(name, named(column))
  return byName
}

/** The columns of a column's own name; the name of a list includes the columns of its options. */
function namedByItself(columns: readonly Column[]): (column: Column) => NamedColumns {
  const memberOf = ({ holds }: Column): unknown => (holds.kind === 'answer' ? holds.member : undefined)
  const ofMember = Map.groupBy(columns, memberOf)
  return (column) => {
    const { holds } = column
    const isWhole = holds.kind === 'answer' && holds.option === undefined
    return { columns: (isWhole && ofMember.get(holds.member)) || [column], isWhole }
  }
}

/** The names of a list as a whole. */
const sharedNames = ({ holds }: Column): readonly string[] =>
  holds.kind === 'answer' ? memberNames(holds.member) : []

const columnsBy = (
  columns: readonly Column[],
  namesOf: (column: Column) => readonly string[],
): ReadonlyMap<string, readonly Column[]> =>
  groupedByKey(
    columns.flatMap((column) => [...new Set(namesOf(column))].map((name) => [name, column] as const)),
  )

/** Columns by each of their names in any style. A question's title means all its columns, a member's name those of all questions. */
function columnsByAnyName(
  columns: readonly Column[],
  header: Header,
): ReadonlyMap<string, readonly Column[]> {
  const inStyles = headerStyles.map((style) => headerOf(columns, style))
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
    const known = getOrMake(
      titles,
      question,
      () => new Set([question.name, questionTitle(question), questionTitleOrType(question)]),
    )
    for (const name of names) for (const title of partsOfName(name, column).question) known.add(title)
  }
  return columnsBy(columns, (column) => {
    const { holds } = column
    const names = own.get(column) ?? []
    if (holds.kind !== 'answer') return [...names, holds.name, ...sharedNames(column)]
    const lists = names.flatMap((name) => partsOfName(name, column).list)
    const { question, name } = holds.member
    return [...names, ...lists, ...sharedNames(column), ...(titles.get(question) ?? []), name]
  })
}

/** The columns that may be shown, in their order. */
export const shownColumns = ({ columns, hidden, ordered }: Collected): readonly Column[] =>
  (ordered?.order ?? columns.inOrder()).filter((column) => hidden?.has(column) !== true)

/** The names of all columns, hidden ones included: a name must not depend on which others are shown. */
export const namesOf = (
  { columns, ordered, isRedacting }: Pick<Collected, 'columns' | 'ordered' | 'isRedacting'>,
  style: HeaderStyle,
): ColumnNames =>
  columnNames(ordered?.order ?? columns.inOrder(), style, {
    given: ordered?.names,
    hidesOptions: isRedacting === true,
  })

const maxSuggested = 3

/** The names of columns by earlier headlines of their questions. */
function earlierNames(columns: readonly Column[], header: Header) {
  const renamed = columns.filter(
    ({ holds }) => holds.kind === 'answer' && holds.member.question.headlines.all.size > 0,
  )
  const columnsOf = (name: string): readonly Column[] => renamed.filter((column) => wasCalled(column, name))
  return {
    columnsOf,
    currentNames: (name: string): readonly string[] => {
      const all = columnsOf(name)
      const main = all.filter(({ holds }) => holds.kind === 'answer' && isMainMember(holds.member))
      const names = (main.length > 0 ? main : all).map(
        (column) => listName(column, name) ?? header.get(column) ?? '',
      )
      return [...new Set(names)].slice(0, maxSuggested)
    },
  }
}

function wasCalled(column: Column, name: string): boolean {
  const { holds } = column
  if (holds.kind !== 'answer') return false
  const { question } = holds.member
  return [name, ...partsOfName(name, column).question].some((title) => wasTitle(question, title))
}

const wasTitle = (question: QuestionColumns, title: string): boolean =>
  question.headlines.all.has(title) && title !== question.headline.text && title !== questionTitle(question)

/** The name of the list of an option's column, if `name` does not name the option. */
const listName = ({ holds }: Column, name: string): string | undefined =>
  holds.kind === 'answer' && holds.option !== undefined && wasTitle(holds.member.question, name)
    ? memberNames(holds.member)[0]
    : undefined

/** Letters that a name needs before names that contain it are suggested; fewer occur anywhere. */
const leastContained = 3

/** Known names that differ only in case; else those that contain the name, and the nearest one. */
export function similar(name: string, known: readonly string[]): readonly string[] {
  const plain = name.toLowerCase()
  const same = known.filter((other) => other.toLowerCase() === plain)
  if (same.length > 0) return [...new Set(same)].slice(0, maxSuggested)
  const containing = known
    .filter((other) => plain.length >= leastContained && other.toLowerCase().includes(plain))
    .toSorted((a, b) => a.length - b.length)
  const slip = nearest(name, known)
  return [...new Set([...containing, ...(slip ? [slip.word] : [])])].slice(0, maxSuggested)
}

/** Names without those that mean the same columns as an earlier one. */
function withoutSynonyms(
  names: readonly string[],
  columnsOf: (name: string) => readonly unknown[] | undefined,
): readonly string[] {
  const isSame = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
    a.length === b.length && a.every((one, i) => one === b[i])
  return names.filter(
    (name, i) => !names.slice(0, i).some((before) => isSame(columnsOf(before), columnsOf(name))),
  )
}

/** The failure for unknown names, with suggestions. */
export const unknownColumns = (
  names: readonly string[],
  called: Pick<ColumnNames, 'suggestions' | 'currentNames'>,
  hintOf: (name: string) => string | undefined = () => undefined,
): Failure =>
  Failure.of('column-unknown', {
    unknown: names.map((name) => {
      const now = called.currentNames(name)
      if (now.length > 0) return { name, like: [], now }
      const [like, hint] = [called.suggestions(name), hintOf(name)]
      return hint === undefined ? { name, like } : { name, like, hint }
    }),
  })

export type ColumnChoice = {
  readonly names: readonly string[]
  readonly headers: HeaderStyle
  /** Whether unknown names are accepted, since other forms have such columns. */
  readonly areKnown?: boolean
}

/**
 * The named columns, each once and in the order of the names; a name that several columns share means all of them. An unknown
 * name throws a Failure, or is returned as it is where unknown names are allowed.
 */
export function chosenColumns(
  collected: Collected,
  { names, headers, areKnown = false }: ColumnChoice,
): readonly (Column | string)[] {
  const called = namesOf(collected, headers)
  const shown = new Set(shownColumns(collected))
  if (!areKnown) refuseUnknown(names, { collected, called })
  const chosen = names.flatMap((name): readonly (Column | string)[] => shownOf(name, called, shown) ?? [name])
  return [...new Set(chosen)]
}

/** The columns that names refer to; `own`: further names, of a table's own columns. */
type Known = {
  readonly collected: Collected
  readonly called: ColumnNames
  readonly own?: readonly string[]
}

/** Throws a Failure for names that no column has, unless there were no responses. */
export function refuseUnknown(names: readonly string[], { collected, called, own = [] }: Known): void {
  if (areColumnsUnknown(collected)) return
  const unknown = names.filter((name) => !called.columnsNamed(name) && !isUngiven(name, called))
  if (unknown.length === 0) return
  const suggestions = (name: string): readonly string[] =>
    [...new Set([...similar(name, own), ...called.suggestions(name)])].slice(0, maxSuggested)
  throw unknownColumns(unknown, { ...called, suggestions }, (name) => quoted(suggestions(name)))
}

/** A hint how to quote a name with a comma. */
function quoted(names: readonly string[]): string | undefined {
  const name = names.find((one) => one.includes(','))
  return name === undefined
    ? undefined
    : `Quotes go round a name that holds a comma: --columns '"${name.replaceAll('"', '""')}"'.`
}

/** The columns of a name that may be shown; undefined for an unknown name. Throws a Failure if all of them are dropped. */
export function shownOf(
  name: string,
  called: ColumnNames,
  shown: ReadonlySet<Column>,
): readonly Column[] | undefined {
  const meant = called.columnsNamed(name)?.columns
  const left = meant?.filter((column) => shown.has(column))
  if (left?.length !== 0) return left
  throw misuse(`--columns names "${name}", and --redact drops it. Leave it out of one of them.`)
}

/** Whether there were no responses, so that the columns are unknown. */
export const areColumnsUnknown = ({ rowCount, columns }: Pick<Collected, 'rowCount' | 'columns'>): boolean =>
  rowCount === 0 && columns.all.every(({ seenTypes, expected }) => seenTypes === 0 && expected === undefined)
