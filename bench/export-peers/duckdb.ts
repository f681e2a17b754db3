/** A saved reply as a CSV of all its columns, by DuckDB: node duckdb.ts home reply.json out.csv */
import { statSync } from 'node:fs'
import { openDuckdb, quoted } from './open-duckdb.ts'

const [, , home = '', reply = '', out = ''] = process.argv
const { run } = await openDuckdb(home)
const size = statSync(reply).size + 1
await run(`
  create table records as select row_number() over () as row, record from (
    select unnest(data) as record from read_json(
      ${quoted(reply)}, format = 'unstructured', columns = { data: 'JSON[]' }, maximum_object_size = ${size}))`)
await run(`
  create macro escaped(value) as replace(replace(value, '\\', '\\\\'), ';', '\\;');
  create macro text_of(value) as case
    when json_type(value) <> 'ARRAY' then value ->> '$'
    when json_type(value, '$[0]') = 'OBJECT' then array_to_string(list_transform(
      list_filter(cast(value as json[]), entry -> (entry ->> '$.value') = 'true'), entry -> escaped(entry ->> '$.key')), '; ')
    else array_to_string(list_transform(cast(value as varchar[]), entry -> escaped(entry)), '; ') end`)
await run(`
  create table cells as
  with members as (
    select row, unnest(map_entries(cast(record as map(varchar, json))), recursive := true) from records),
  entries as (
    select row, unnest(cast(value as struct("questionId" varchar, response map(varchar, json))[]), recursive := true)
    from members where key = 'data'),
  answers as (select row, "questionId" as question, unnest(map_entries(response), recursive := true) from entries)
  select row, key as name, value ->> '$' as text from members where json_type(value) not in ('OBJECT', 'ARRAY')
  union all
  select row, key, value ->> '$' from (
    select row, unnest(map_entries(cast(value as map(varchar, json))), recursive := true)
    from members where json_type(value) = 'OBJECT')
  union all
  select row, question || '.' || key, text_of(value) from answers
  where key not in ('type', 'headline', 'componentShapeVersion')`)
await run(`drop table records`)
await run(`
  copy (select * exclude (row) from (pivot cells on name using first(text) group by row) order by row)
  to ${quoted(out)} (header)`)
