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
    select row, unnest(json_keys(record)) as name, record from records),
  outer_cells as (select row, name, record -> name as value from members where name <> 'data'),
  entries as (select row, unnest(cast(record -> '$.data' as json[])) as entry from records),
  answers as (
    select row, entry ->> '$.questionId' as question, unnest(json_keys(entry, '$.response')) as member,
      entry -> '$.response' as response
    from entries)
  select row, name, value ->> '$' as text from outer_cells where json_type(value) <> 'OBJECT'
  union all
  select row, key, value ->> key from (
    select row, unnest(json_keys(value)) as key, value from outer_cells where json_type(value) = 'OBJECT')
  union all
  select row, question || '.' || member, text_of(response -> member) from answers
  where member not in ('type', 'headline', 'componentShapeVersion')`)
await run(`drop table records`)
await run(`
  copy (select * exclude (row) from (pivot cells on name using first(text) group by row) order by row)
  to ${quoted(out)} (header)`)
