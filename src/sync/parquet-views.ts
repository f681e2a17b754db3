/** Queries that show a Parquet data set as tables: of each response its newest row, and the choices of that row. */
import type { ColumnType } from '../table/table.ts'
import { labelColumns, type TargetColumn } from './target.ts'

type Shown = {
  readonly tables: readonly { readonly name: string; readonly columns: readonly TargetColumn[] }[]
  readonly choices: readonly TargetColumn[]
}

type Engine = {
  /** What has to be there first, and where the file is run. */
  readonly note: string
  readonly quote: '"' | '`'
  /** What ends a query, so that the names of folders are no columns. */
  readonly settings?: string
  readonly types: Readonly<Partial<Record<ColumnType, string>>>
  /** What comes before a view of these files, if anything, and how it names them. */
  readonly source: (
    files: { readonly root: string; readonly glob: string; readonly name: string },
    columns: readonly { readonly name: string; readonly type: string }[],
  ) => { readonly before?: string; readonly from: string }
}

const engines: Readonly<Record<string, Engine>> = {
  duckdb: {
    note: 'For DuckDB, in the folder of the data set: duckdb survey.duckdb -f views/duckdb.sql',
    quote: '"',
    types: {},
    source: ({ root, glob }) => ({
      from: `read_parquet('${root}${glob}', union_by_name = true, hive_partitioning = false)`,
    }),
  },
  clickhouse: {
    note: 'For ClickHouse, in the folder of the data set, or with its files in user_files.',
    quote: '`',
    settings: '\nsettings use_hive_partitioning = 0',
    types: {
      text: 'String',
      integer: 'Int64',
      int64: 'Int64',
      number: 'Float64',
      boolean: 'Bool',
      date: 'Date32',
      time: "DateTime64(3, 'UTC')",
    },
    source: ({ root, glob }, columns) => {
      const structure = columns.map(({ name, type }) => `${name} Nullable(${type})`).join(', ')
      const quoted = `'${structure.replaceAll("'", String.raw`\'`)}'`
      return {
        from:
          root === '' ? `file('${glob}', Parquet, ${quoted})` : `s3('${root}${glob}', 'Parquet', ${quoted})`,
      }
    },
  },
  bigquery: {
    note: 'For BigQuery, with the data set in a bucket of Google: put its address in place of gs://BUCKET/.',
    quote: '`',
    types: {
      text: 'STRING',
      integer: 'INT64',
      int64: 'INT64',
      number: 'FLOAT64',
      boolean: 'BOOL',
      date: 'DATE',
      time: 'TIMESTAMP',
    },
    source: ({ glob, name }, columns) => ({
      before: `create or replace external table \`${name}_parts\` (${columns.map((one) => `\`${one.name}\` ${one.type}`).join(', ')})
options (format = 'PARQUET', uris = ['gs://BUCKET/${glob.replace(/\*.*/, '*')}']);`,
      from: `\`${name}_parts\``,
    }),
  },
  snowflake: {
    note: 'For Snowflake, with a stage named survey that holds the data set: create stage survey url = … file_format = (type = parquet);',
    quote: '"',
    types: {
      text: 'varchar',
      integer: 'number',
      int64: 'number',
      number: 'double',
      boolean: 'boolean',
      date: 'date',
      time: 'timestamp_tz',
    },
    source: ({ glob }, columns) => ({
      from: `(select ${columns.map(({ name, type }) => `$1:"${name}"::${type} as "${name}"`).join(', ')} from @survey/${glob.replace(/\*.*/, '')})`,
    }),
  },
  spark: {
    note: 'For Spark SQL, in the folder of the data set.',
    quote: '`',
    types: {},
    source: ({ root, glob, name }) => ({
      before: `create or replace temporary view ${name}_parts using parquet options (path '${root}${glob}', mergeSchema 'true');`,
      from: `${name}_parts`,
    }),
  },
}

const known: readonly TargetColumn[] = [
  { name: 'id', type: 'text' },
  { name: '_step', type: 'integer' },
]

/** The queries for each engine, by its name. `root`: of the data set, with a `/` at the end, or empty. */
export function viewsOf(root: string, { tables, choices }: Shown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(engines).map(([engine, { note, quote, types, source, settings = '' }]) => {
      const quoted = (name: string): string => `${quote}${name}${quote}`
      const typed = (columns: readonly TargetColumn[]) =>
        columns.map(({ name, type }) => ({ name, type: types[type] ?? types.text ?? '' }))
      const of = (name: string, glob: string, columns: readonly TargetColumn[]) =>
        source({ root, glob, name }, typed(columns))
      const view = (name: string, query: string, before?: string): string =>
        `${before === undefined ? '' : `${before}\n`}create or replace ${engine === 'spark' ? 'temporary ' : ''}view ${quoted(name)} as\n${query}${settings};\n`
      const listed = (columns: readonly TargetColumn[], from: string): string =>
        columns.map(({ name }) => `${from}${quoted(name)}`).join(', ')
      const shown = tables.map(({ name, columns }) => {
        const { from, before } = of(name, `form=${name}/*/*.parquet`, columns)
        return view(
          name,
          `select ${listed(
            columns.filter((one) => !['_hash', '_step'].includes(one.name)),
            '',
          )} from (
  select *, row_number() over (partition by ${quoted('id')} order by ${quoted('_step')} desc) as ${quoted('_newest')} from ${from}
) as parts where ${quoted('_newest')} = 1`,
          before,
        )
      })
      if (tables.length > 0) {
        const { from, before } = of('choices', 'choices/*/*/*.parquet', choices)
        const newest = of('responses', 'form=*/*/*.parquet', known)
        shown.push(
          view(
            'choices',
            `select distinct ${listed(
              choices.filter(({ name }) => name !== '_step'),
              'c.',
            )} from ${from} as c
join (select ${quoted('id')}, max(${quoted('_step')}) as ${quoted('_step')} from ${newest.from} as parts group by ${quoted('id')}) as r
on r.${quoted('id')} = c.${quoted('response_id')} and r.${quoted('_step')} = c.${quoted('_step')}`,
            [before, newest.before].filter((text) => text !== undefined).join('\n') || undefined,
          ),
        )
      }
      for (const [name, columns] of Object.entries(labelColumns)) {
        const { from, before } = of(name, `${name}.parquet`, columns)
        shown.push(view(name, `select ${listed(columns, '')} from ${from}`, before))
      }
      return [engine, `-- ${note}\n${shown.join('\n')}`]
    }),
  )
}
