import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isLong } from '../support/is-long.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { replyWith, responseOf, responses } from '../support/responses.ts'

/** Questions that are worded to break SQL. */
const headlines = [
  'select|order|group|from|where|having|union|limit|offset|window|user|table|column|check|primary|default',
  'index|desc|asc|between|like|in|is|not|null|true|false|case|when|then|else|end|as|on|using|natural|add|set',
  'analyse|ctid|xmin|tableoid|variadic|lateral|qualify|pivot|unpivot|summarize|lambda|sample|prewhere|final',
  'settings|format|global|array|struct|proto|hash|lookup|minus|regexp|rlike|start|ilike|trigger|glob|rowid|oid|system_user',
  '1st choice?|2026|9|3.5 %|_|___a|a__b|$1|%s|NaN|__proto__|constructor|a, b|a text)|integer primary key',
  '🙂|👩‍👩‍👧‍👦 family|東京|Ελλάδα|Größe (cm)|GRÖSSE (CM)|naïve|Iİıi|\u0000|a\u0000b|line\nbreak|ﬁne|٣',
  ['a', 'b']
    .map(
      (end) => 'How satisfied were you with the way in which our people helped you '.padEnd(199, '…') + end,
    )
    .join('|'),
  'Colour|COLOUR|colour|colour!|Colour?||||  |?!',
  'id|ID|Status|createdAt|created at|formId|Form name|data|meta.leadId|personAttributes.ip|response number',
  `"; drop table responses; --|x' or '1'='1|Robert'); DROP TABLE students;--|/* comment|-- comment|*/|*`,
  '`backtick`|[bracket]|\\|\'|"|""|;',
].flatMap((several) => several.split('|'))
const options =
  'Yes|yes|1|2||🙂|select|None of these; or others, which nobody thought of before we asked'.split('|')

/** The names of all columns of an export with `--headers sql`. */
async function exportedNames(): Promise<readonly string[]> {
  const answers = [
    ...headlines.map((headline) => ({ headline, value: 'a' })),
    {
      type: 'MultipleOptionsQuestion',
      headline: 'Which?',
      choices: options.map((key) => ({ key, value: true })),
    },
    { type: 'IdentityInfo', headline: '', firstName: 'a', state: 'a' },
  ]
  const stdin = replyWith([responseOf(Object.fromEntries(answers.map((answer, i) => [`q${i}`, answer])))])
  // These names are never quoted in CSV.
  const { stdout } = await responses('export --from - --headers sql --multi columns --quiet', { stdin })
  return (stdout.split('\n')[0] ?? '').split(',')
}

let names: readonly string[]
beforeAll(async () => void (names = await exportedNames()))

/** Creates, fills, changes and asks a table of columns by each of them without quotes; the rows that it has to give. */
function useOf(table: string, columns: readonly string[]) {
  const each = (part: (column: string) => string, between = ', '): string => columns.map(part).join(between)
  const list = each((name) => name)
  const last = each((name) => `max(${table}.${name})`)
  return {
    statements: [
      `create table ${table} (${each((name) => `${name} varchar(9)`)})`,
      `insert into ${table} (${list}) values (${each(() => `'a'`)}), (${each(() => `'b'`)})`,
      `update ${table} set ${each((name) => `${name} = 'c'`)} where ${each((name) => `${name} = 'a'`, ' and ')}`,
    ],
    query: `select ${list} from ${table} where ${each((name) => `${name} > 'a'`, ' and ')} group by ${list} order by ${last}, ${list}`,
    rows: ['b', 'c'].map((letter) => columns.map(() => letter)),
  }
}
type Use = ReturnType<typeof useOf>

/** The table of all columns, and one for each. */
const uses = (): readonly Use[] => [
  useOf('together', names),
  ...names.map((name, i) => useOf(`alone_${i}`, [name])),
]

/** What each use gave in place of its rows. */
async function faults(ask: (use: Use) => unknown): Promise<readonly string[]> {
  const found: string[] = []
  for (const use of uses()) {
    const rows = await (async () => ask(use))().catch(String)
    if (JSON.stringify(rows) !== JSON.stringify(use.rows)) found.push(`${use.query}: ${JSON.stringify(rows)}`)
  }
  return found
}

describe('names for SQL are taken without quotes', () => {
  test('by SQLite', async () => {
    const database = new DatabaseSync(':memory:')
    expect(names.length).toBeGreaterThan(headlines.length)
    const ask = ({ statements, query }: Use): unknown => {
      for (const statement of statements) database.exec(statement)
      return database
        .prepare(query)
        .all()
        .map((row) => Object.values(row))
    }
    expect(await faults(ask)).toEqual([])
  })

  test.skipIf(noPostgres !== undefined)(
    `by PostgreSQL${noPostgres ? ` (skipped: ${noPostgres})` : ''}`,
    async () => {
      const { database, close } = await startPostgres()
      onTestFinished(close)
      const client = new Client(await database())
      await client.connect()
      const ask = async ({ statements, query }: Use): Promise<unknown> => {
        await client.query(statements.join('; '))
        return (await client.query({ text: query, rowMode: 'array' })).rows
      }
      const found = await faults(ask)
      await client.end()
      expect(found).toEqual([])
    },
  )

  const inPython = `import duckdb, json, sys
for use in json.load(sys.stdin):
    for statement in use["statements"]: duckdb.execute(statement)
    rows = duckdb.execute(use["query"]).fetchall()
    if list(map(list, rows)) != use["rows"]: print(use["query"], rows)`
  // Few machines have it.
  test.for(isLong ? [failure('import duckdb')] : [])('by DuckDB', (missing, { skip }) => {
    skip(missing !== undefined, 'python3 has no duckdb')
    expect(failure(inPython, JSON.stringify(uses()))).toBeUndefined()
  })
})

/** What a script of Python says or how it fails; undefined where it ends well and says nothing. */
function failure(script: string, input = ''): string | undefined {
  try {
    return execFileSync('python3', ['-c', script], { input, encoding: 'utf8', stdio: 'pipe' }) || undefined
  } catch (error) {
    return String(error)
  }
}
