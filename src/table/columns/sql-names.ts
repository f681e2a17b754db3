/** As many bytes as PostgreSQL keeps of a name; the other engines keep more. */
const mostBytes = 63

/**
 * The words of a name for SQL: ASCII letters and digits, with `_` between. Marks go, and letters that have no plain one
 * below their mark are spelled out; what is left of other scripts is nothing.
 */
export const sqlWords = (text: string): string =>
  text
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => spelled[letter] ?? ' ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** The same for a name of a program, such as `createdAt`: a capital begins a word. */
export const sqlWordsOfPath = (path: string): string =>
  sqlWords(path.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

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
export function sqlName(words: readonly string[]): string {
  const [first = '', ...rest] = words.filter((word) => word !== '')
  const begun = /^[a-z]/.test(first) ? first : `q_${first}`
  const name = [begun, ...rest].join('_')
  if (reservedWords.has(name)) return `${name}_`
  if (name.length <= mostBytes) return name
  const end = `_${shortHash(name)}`
  // The option after the question stays readable.
  const last = rest.length === 0 ? '' : `_${rest.join('_').slice(0, mostBytes / 3)}`
  return `${begun.slice(0, mostBytes - last.length - end.length)}${last}${end}`.replaceAll(/_{2,}/g, '_')
}

/** A short hash that keeps apart two texts with the same words: the first 8 hexadecimal digits of FNV-1a with 64 bits. */
export function shortHash(text: string): string {
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
