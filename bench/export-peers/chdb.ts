/** A saved reply as a CSV of all its columns, by ClickHouse in chdb: node chdb.ts home reply.json out.csv */
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Module = { query: (sql: string, format: string) => string }

const [, , home = '', reply = '', out = ''] = process.argv
// The package is no dependency of the project, so that there are no types of it.
const { query }: Module = createRequire(join(home, 'package.json'))('chdb')
// It reads into types that are given fastest; lists and objects come as JSON, texts without their quotes.
const members = 'id createdAt updatedAt dataUpdatedAt finished status formId version'.split(' ')
const objects = ['meta', 'personAttributes'] as const
const types = [
  ...members.map((name) => `${name} String`),
  ...objects.map((name) => `${name} Map(String, String)`),
  'data Array(Tuple(questionId String, response Map(String, String)))',
]
const records = `(select arrayJoin(data) as record from file(${quoted(reply)}, 'JSON', 'data Array(Tuple(${types.join(', ')}))'))`
const settings =
  'settings input_format_json_read_objects_as_strings = 1, input_format_json_read_arrays_as_strings = 1, input_format_json_read_numbers_as_strings = 1, input_format_json_read_bools_as_strings = 1'

const found = query(
  `select
    ${objects.map((name) => `groupUniqArrayArray(mapKeys(record.${name}))`).join(', ')},
    groupUniqArrayArray(arrayFlatten(arrayMap(entry -> arrayMap(member -> (entry.1, member),
      arrayFilter(member -> member not in ('type', 'headline', 'componentShapeVersion'), mapKeys(entry.2))), record.data)))
  from ${records} ${settings}`,
  'JSONCompactEachRow',
)
const [meta, person, answers]: [
  readonly string[],
  readonly string[],
  readonly (readonly [string, string])[],
] = JSON.parse(found)
const columns = [
  ...members.map((name) => `record.${name} as "${name}"`),
  ...meta.map((name) => `record.meta[${quoted(name)}] as "${name}"`),
  ...person.map((name) => `record.personAttributes[${quoted(name)}] as "${name}"`),
  ...answers.map(
    ([question, name]) =>
      `${textOf(`answers[${quoted(question)}][${quoted(name)}]`)} as "${question}.${name}"`,
  ),
]
rmSync(out, { force: true })
query(
  `insert into function file(${quoted(out)}, 'CSVWithNames') select ${columns.join(', ')} from (
    select record, mapFromArrays(record.data.questionId, record.data.response) as answers from ${records}) ${settings}`,
  'CSV',
)

/** SQL for the text of an answer: its own, or that of its chosen options. */
function textOf(value: string): string {
  const escaped = (text: string): string => `replaceRegexpAll(${text}, '([\\\\\\\\;])', '\\\\\\\\\\\\1')`
  const texts = `arrayMap(text -> ${escaped('text')}, JSONExtract(${value}, 'Array(String)'))`
  const keys = `arrayMap(one -> ${escaped("JSONExtractString(one, 'key')")}, arrayFilter(one -> JSONExtractBool(one, 'value'), JSONExtractArrayRaw(${value})))`
  return `multiIf(startsWith(${value}, '[{'), arrayStringConcat(${keys}, '; '), startsWith(${value}, '["'), arrayStringConcat(${texts}, '; '), ${value})`
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}
