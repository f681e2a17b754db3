import type { Setting } from './settings.ts'

/** Pairs that are refused: each of the first ones with each of the second ones, with this sentence. */
export type Refused = {
  readonly first: readonly string[]
  readonly second: readonly string[]
  readonly sentence: RegExp
  readonly because: string
}

const records = ['json', 'ndjson']
const checks = ['kept columns file', 'check']
const ofTables =
  'long,relational,headers id,headers both,headers sql,multi joined,multi json,multi columns,columns file,kept columns file,check,codebook,columns,types text,zone,offset'.split(
    ',',
  )
const ofOtherForm = ['where number', 'where list', 'where either', 'columns', 'drop', 'hash', 'mask']

/** Every pair that is refused; all of them with exit code 2. */
export const refused: readonly Refused[] = [
  {
    first: ['all', 'partials', 'require complete'],
    second: ['form', 'other form', 'form of the service'],
    sentence: /^error\[usage\]: --form cannot be used with --all\. Leave one of them out\.$/m,
    because: 'every form is more than some',
  },
  {
    first: ['all', 'partials', 'require complete'],
    second: ['stdin'],
    sentence: /^error\[usage\]: --from cannot be used with --all\. Leave one of them out\.$/m,
    because: 'there is one source',
  },
  {
    first: ['other form'],
    second: ofOtherForm,
    sentence:
      /^error\[column-unknown\]: There is no column "\w+( \w+)?"( or "\w+")*( \((character \d+ of|did you mean) .*\))?\./m,
    because: 'that form asks nothing of the kind, and a slip must neither let something through nor hide all',
  },
  {
    first: records,
    second: ofTables,
    sentence:
      /^error\[usage\]: --[a-z-]+ applies to csv, tsv, [a-z, ]+ and sqlite, not to (nd)?json\. Leave it out\.$/m,
    because: 'a record has members and no columns',
  },
  {
    first: [...records, 'xlsx', 'parquet', 'sqlite'],
    second: ['delimiter', 'bom', 'line end'],
    sentence: /^error\[usage\]: --[a-z-]+ applies to csv and tsv, not to \w+\. Leave it out\.$/m,
    because: 'only these are lines of cells',
  },
  {
    first: [...records, 'xlsx', 'parquet', 'sqlite'],
    second: ['for excel'],
    sentence: /^error\[usage\]: --for applies to csv and tsv, not to \w+\. Leave it out\.$/m,
    because: 'only these are lines of cells',
  },
  {
    first: [...records, 'parquet', 'sqlite'],
    second: ['formulas'],
    sentence: /^error\[usage\]: --formulas applies to csv, tsv and xlsx, not to \w+\. Leave it out\.$/m,
    because: 'no spreadsheet runs what is in them',
  },
  {
    first: ['parquet'],
    second: ['zone', 'offset'],
    sentence:
      /^error\[usage\]: --timezone applies to csv, tsv, xlsx and sqlite, not to parquet\. Leave it out\.$/m,
    because: 'an instant is the same in all zones',
  },
  {
    first: ['tsv'],
    second: ['delimiter'],
    sentence: /^error\[usage\]: --delimiter is for csv: tsv has tabs between its cells\. /m,
    because: 'with another sign between cells it is no tsv',
  },
  {
    first: ['stdout'],
    second: ['sqlite'],
    sentence: /^error\[usage\]: An SQLite file is written by --out: name one\.$/m,
    because: 'a library writes the file, back and forth',
  },
  {
    first: ['stdout'],
    second: ['relational'],
    sentence:
      /^error\[usage\]: --layout relational writes 3 tables here, and the standard output takes one: /m,
    because: 'there is one standard output',
  },
  {
    first: ['stdout'],
    second: ['codebook'],
    sentence: /^error\[usage\]: --codebook needs --out\.$/m,
    because: 'a data package names its files',
  },
  {
    first: ['stdout'],
    second: ['force'],
    sentence: /^error\[usage\]: --force needs --out or --manifest\.$/m,
    because: 'the standard output replaces nothing',
  },
  {
    first: ['long', 'relational'],
    second: ['multi columns'],
    sentence: /^error\[usage\]: --multi columns is for --layout wide: \w+ has one row per option\.$/m,
    because: 'options are rows there',
  },
  {
    first: ['long', 'relational'],
    second: ['columns file', ...checks],
    sentence: /^error\[usage\]: --columns-file cannot be used with --layout \w+\. Leave one of them out\.$/m,
    because: 'there is nothing to keep',
  },
  {
    first: ['types text'],
    second: ['columns file', ...checks],
    sentence: /^error\[usage\]: --columns-file cannot be used with --types\. Leave one of them out\.$/m,
    because: 'the types of the file bind',
  },
  {
    first: checks,
    second: ['headers id', 'headers both', 'headers sql', 'multi json', 'multi columns'],
    sentence:
      /^error\[usage\]: kept\.yaml was begun with --(headers headline|multi joined), which its columns keep: /m,
    because: 'the columns of one file have one style',
  },
]

/** The entry by which two settings are refused together. */
export const refusalOf = (a: Setting, b: Setting): Refused | undefined =>
  refused.find(
    ({ first, second }) =>
      (first.includes(a.id) && second.includes(b.id)) || (first.includes(b.id) && second.includes(a.id)),
  )
