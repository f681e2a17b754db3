/**
 * Exports questions that are worded to break SQL with `--headers sql`, and has databases create, fill, change, ask and order tables by
 * each column without quotes; ends with 1 where one is refused or read as something else. `--peers` names a folder with a
 * folder into which npm installed @duckdb/node-api.
 * Usage: npm run bench:sql-names -- [--peers folder]
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { duckdb, postgres, sqlite, type Engine } from './sql-names/engines.ts'

const long = 'How satisfied were you, all in all, with the way in which our people helped you '.padEnd(
  199,
  '…',
)

/** What people may ask. */
const headlines = [
  'select|order|group|from|where|having|union|limit|offset|window|user|table|column|check|primary|default',
  'index|desc|asc|between|like|in|is|not|null|true|false|case|when|then|else|end|as|on|using|natural|add|set',
  'analyse|ctid|xmin|tableoid|variadic|lateral|qualify|pivot|unpivot|summarize|lambda|sample|prewhere|final',
  'settings|format|global|array|struct|proto|hash|lookup|minus|regexp|rlike|start|ilike|trigger|glob|rowid|oid|system_user',
  '1st choice?|2026|9|3.5 %|_|___a|a__b|$1|%s|NaN|__proto__|constructor|a, b|a text)|integer primary key',
  '🙂|👩‍👩‍👧‍👦 family|東京|Ελλάδα|Größe (cm)|GRÖSSE (CM)|naïve|Iİıi|\u0000|a\u0000b|line\nbreak|ﬁne|٣',
  ['a', 'b', 'c'].map((end) => `${long}${end}`).join('|'),
  'Colour|COLOUR|colour|colour!|Colour?||||  |?!',
  'id|ID|Status|createdAt|created at|formId|Form name|data|meta.leadId|personAttributes.ip|response number',
  `"; drop table responses; --|x' or '1'='1|Robert'); DROP TABLE students;--|/* comment|-- comment|*/|*`,
  '`backtick`|[bracket]|\\|\'|"|""|;',
].flatMap((several) => several.split('|'))
const options =
  'Yes|yes|1|2||🙂|select|None of these; or others, which nobody thought of before we asked'.split('|')

/** Two responses, whose answers begin with `a` and with `b`. */
const reply = {
  data: ['a', 'b'].map((letter) => ({
    id: letter,
    createdAt: '2026-03-01T09:00:00.000Z',
    data: [
      ...headlines.map((headline, i) => ({
        questionId: `q${i}`,
        response: { type: 'ShortInput', headline, value: `${letter}${i}` },
      })),
      {
        questionId: 'choices',
        response: {
          type: 'MultipleOptionsQuestion',
          headline: 'Which?',
          choices: options.map((key) => ({ key, value: letter === 'b' })),
        },
      },
      {
        questionId: 'who',
        response: { type: 'IdentityInfo', headline: '', firstName: letter, state: letter },
      },
    ],
  })),
}

/** The names of the columns that an export of the reply has. */
function exportedNames(folder: string): readonly string[] {
  const from = join(folder, 'reply.json')
  writeFileSync(from, JSON.stringify(reply))
  const program = resolve(import.meta.dirname, '../bin/formctl.js')
  const words = ['responses', 'export', '--from', from, '--headers', 'sql', '--multi', 'columns', '--quiet']
  // Names for SQL are never quoted in CSV.
  const csv = execFileSync(process.execPath, [program, ...words], { encoding: 'utf8' })
  return (csv.split('\n')[0] ?? '').split(',')
}

/** What is wrong with a table of these columns, each of them used in every clause; undefined where nothing is. */
async function faultOf(
  { ask }: Engine,
  table: string,
  columns: readonly string[],
): Promise<string | undefined> {
  const each = (part: (column: string) => string, between = ', '): string => columns.map(part).join(between)
  const names = each((name) => name)
  const statements = [
    `create table ${table} (${each((name) => `${name} varchar(9)`)})`,
    `insert into ${table} (${names}) values (${each(() => `'a'`)}), (${each(() => `'b'`)})`,
    `update ${table} set ${each((name) => `${name} = 'c'`)} where ${each((name) => `${name} = 'a'`, ' and ')}`,
  ]
  const where = each((name) => `${name} > 'a'`, ' and ')
  const query = `select ${names} from ${table} where ${where} group by ${names} order by ${each((name) => `max(${table}.${name})`)}, ${names}`
  const wanted = ['b', 'c'].map((letter) => each(() => letter)).join('; ')
  try {
    const found = (await ask(statements, query)).map((row) => row.join(', ')).join('; ')
    return found === wanted ? undefined : `gives ${found} and not ${wanted}`
  } catch (error) {
    const message = String(error)
    return /^.*error.*$/im.exec(message.replace(/^Error: Command failed.*/, ''))?.[0] ?? message
  }
}

const { values } = parseArgs({ options: { peers: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'formctl-sql-names-'))
// PostgreSQL may run as another user.
chmodSync(folder, 0o755)
try {
  const names = exportedNames(folder)
  console.log(`${headlines.length} headlines and ${options.length} options gave ${names.length} columns.`)
  const peers = values.peers === undefined ? undefined : resolve(values.peers)
  for (const open of [sqlite, () => postgres(join(folder, 'postgres')), () => duckdb(peers)]) {
    const engine = await open()
    if ('missing' in engine) {
      console.log(`${engine.name}: skipped, ${engine.missing}`)
      continue
    }
    const faults: string[] = []
    for (const [i, name] of names.entries()) {
      const fault = await faultOf(engine, `alone_${i}`, [name])
      if (fault !== undefined) faults.push(`${name}: ${fault}`)
    }
    const all = await faultOf(engine, 'together', names)
    await engine.close()
    console.log(
      `${engine.name}: ${names.length - faults.length} of ${names.length} columns work without quotes`,
    )
    console.log(`  all of them in one table: ${all ?? 'yes'}`)
    for (const fault of faults) console.log(`  ${fault}`)
    if (faults.length > 0 || all !== undefined) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
