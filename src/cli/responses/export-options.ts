import { timeNames } from '../../record/moment.ts'
import { formatNames, type FormatName } from '../../export/formats.ts'
import { choice, flag, inGroup, many, text, type Given } from '../command.ts'
import { headerStyles, layouts } from '../../table/table.ts'

const texts: readonly FormatName[] = ['csv', 'tsv']
const tables = formatNames.filter((format) => format !== 'json' && format !== 'ndjson')

/** Standard output is for the export itself. */
const aFile = { what: 'the path of a file, and not -', isValid: (given: string) => given !== '-' }

export const exportOptions = {
  ...inGroup('Which responses', {
    form: many('--form <id>', 'all responses of this form, named by its id, address or spec', {
      excludes: ['all'],
    }),
    all: flag('--all', 'the responses of every form'),
    from: text(
      '--from <file>',
      'read a saved reply, or one record per line, instead of the service; gzip and Zstandard are unpacked, - is standard input',
      // A saved reply is all that it holds, partial responses too.
      { excludes: ['all', 'partials', 'requireComplete'] },
    ),
    partials: flag('--partials', 'include responses that were begun and not finished'),
    keepDuplicates: flag(
      '--keep-duplicates',
      'keep every copy of a response that comes twice, not only the one that was updated last',
    ),
    since: text(
      '--since <time>',
      'only from this time on: 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday, in UTC or the zone of --timezone without an offset',
    ),
    until: text('--until <time>', 'only up to this time; a day or a month is included as a whole'),
    by: choice('--by <time>', timeNames, 'the time that --since and --until compare (default: createdAt)', {
      needs: ['since', 'until'],
    }),
    requireComplete: flag(
      '--require-complete',
      'write nothing, and exit with 1, unless a comparison shows that the service sent all responses',
    ),
    where: many(
      '--where <condition>',
      'only responses that match, such as "country = DE" or "Age > 17 and (country in (FR, ES) or Languages = French)"',
    ),
  }),
  ...inGroup('What to write, and where', {
    format: choice(
      '--format <format>',
      formatNames,
      'the output format (default: by the ending of --out, else csv)',
    ),
    out: text(
      '--out <file>',
      'the file to write, packed if its name ends in .gz or .zst (default: standard output, which - names too)',
      { isStandardOutput: true },
    ),
    split: choice(
      '--split <by>',
      ['form'],
      'form: a file for each form, with its own columns, named after the form: answers.<form>.csv',
      { needs: ['out'], excludes: ['columnsFile', 'codebook', 'columns'] },
    ),
    force: flag('--force', 'replace existing files', { needs: ['out', 'manifest'] }),
    manifest: text(
      '--manifest <file>',
      'also write a JSON file with the source, coverage and SHA-256 of the export',
      { takes: aFile },
    ),
    codebook: text(
      '--codebook <file>',
      'also describe tables and columns as a Frictionless data package: questions, types, options, counts',
      { takes: aFile, needs: ['out'], formats: tables },
    ),
  }),
  ...inGroup('Tables', {
    layout: choice(
      '--layout <layout>',
      layouts,
      'wide: one row per response (default); long: one row per answer; relational: tables of responses, answers and choices',
      { formats: tables },
    ),
    headers: choice(
      '--headers <style>',
      headerStyles,
      'column names: headline: as questions are worded (default); id: by their ids; both; sql: as databases take them without quotes (default for sqlite)',
      { formats: tables },
    ),
    multi: choice(
      '--multi <style>',
      ['joined', 'json', 'columns'],
      'how several choices are written: joined: as "a; b" in one cell (default; in long, one row each); json: as JSON; columns: one 0/1 column per option',
      { formats: tables },
    ),
    merge: choice(
      '--merge <how>',
      ['headline'],
      'headline: questions of all forms with the same headline and type are one question, as those of one spec always are',
      { formats: tables },
    ),
    types: choice(
      '--types <how>',
      ['values', 'text'],
      'values: columns have the type of their values (default); text: all columns are text',
      { formats: tables },
    ),
    columns: text('--columns <names>', 'only these columns, in this order, separated by commas', {
      formats: tables,
    }),
    columnsFile: text(
      '--columns-file <file>',
      'keep the columns that this YAML file lists, and add new ones at its end; created if missing',
      // The columns of other layouts never change, and those of the file have types of their own.
      { takes: aFile, formats: tables, excludes: ['layout long', 'layout relational', 'types'] },
    ),
    check: flag(
      '--check',
      'write nothing, report how --columns-file would change, and exit with 1 if its columns would (for CI)',
      { needs: ['columnsFile'] },
    ),
    timezone: text(
      '--timezone <zone>',
      'show times with the offset of this zone, such as Europe/Berlin, UTC or +02:00; --since and --until use it too',
      // Parquet stores instants without a zone.
      { formats: tables.filter((format) => format !== 'parquet') },
    ),
    formulas: choice(
      '--formulas <how>',
      ['guard', 'raw'],
      "guard: put a ' before cells that a spreadsheet would run (default); raw: leave them as they are",
      { formats: ['csv', 'tsv', 'xlsx'] },
    ),
  }),
  ...inGroup('Personal data', {
    redact: many(
      '--redact <name=how>',
      'drop, hash or mask a column, question or member; identity=hash takes all that say who somebody is',
    ),
    redactKeyFile: text('--redact-key-file <file>', 'the key of hashes (default: FORMCTL_REDACT_KEY)'),
  }),
  ...inGroup('CSV and TSV', {
    delimiter: text(
      '--delimiter <character>',
      'the character between cells (default: a comma); \\t is a tab',
      {
        mayBeBlank: true,
        formats: texts,
        takes: {
          what: 'one character that is not a quote or a line end, such as ; or \\t',
          isValid: (given) => /^(?:[^"\r\n]|\\t|tab)$/.test(given),
        },
      },
    ),
    for: choice(
      '--for <program>',
      ['excel'],
      'excel: with a byte order mark, CRLF line ends and numbers as Excel reads them, with a decimal comma if --delimiter is ;',
      { formats: texts },
    ),
    bom: flag('--bom', 'begin with a byte order mark, by which Excel recognises UTF-8', { formats: texts }),
    lineEnd: choice('--line-end <end>', ['lf', 'crlf'], 'the line ending (default: lf)', { formats: texts }),
  }),
}

export type ExportWords = Given<typeof exportOptions>
