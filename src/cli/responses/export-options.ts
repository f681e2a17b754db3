import { timeNames } from '../../record/moment.ts'
import { formatNames } from '../../export/formats.ts'
import { choice, flag, many, text, type Given } from '../command.ts'
import { layouts } from '../../table/table.ts'

/** The options of `responses export`. */
export const exportOptions = {
  form: many('--form <id>', 'all responses of this form; may be given several times'),
  all: flag('--all', 'the responses of every form'),
  from: text(
    '--from <file>',
    'read a saved reply instead of the service, or a response a line, packed by gzip or Zstandard or not; all that it holds is taken, also partial responses; - is the standard input',
  ),
  format: choice('--format <format>', formatNames, 'what to write (else by the ending of --out, else csv)'),
  out: text(
    '--out <file>',
    'where to write; -, /dev/stdout or nothing is the standard output; any other device or pipe is refused',
  ),
  force: flag('--force', 'replace the file if it is there'),
  manifest: text('--manifest <file>', 'also write, as JSON, how the export came about and what it holds'),
  partials: flag('--partials', 'also responses that were begun and not finished'),
  since: text(
    '--since <time>',
    'only responses created then or later: 2026-03-01, or 2026-03-01T09:00Z; without an offset by the clocks of UTC, or of --timezone',
  ),
  until: text(
    '--until <time>',
    'only responses created then or before; a date means its whole day, as for --since',
  ),
  by: choice('--by <time>', timeNames, 'the time that --since and --until mean (usually createdAt)'),
  where: many(
    '--where <condition>',
    'only responses for which it holds, such as "Country = Germany" or "Age > 17 and (Country in (France, Spain) or Languages = French)"',
  ),
  layout: choice(
    '--layout <layout>',
    layouts,
    'wide: a row a response (usual); long: a row an answer; relational: responses, answers and choices',
  ),
  headers: choice(
    '--headers <style>',
    ['headline', 'id', 'both'],
    'how columns are named (usually headline)',
  ),
  multi: choice(
    '--multi <style>',
    ['joined', 'json', 'columns'],
    'several choices as they came: a; b in one cell (usual; with long, a row each), or as JSON; columns: 0 or 1 an option, whether it was chosen',
  ),
  columnsFile: text(
    '--columns-file <file>',
    'keep the columns as this YAML file has them, and add new ones at its end; it is made when it is not there',
  ),
  check: flag(
    '--check',
    'write nothing; exit with 1 when columns would change, and tell what would, also with -o json (for CI)',
  ),
  codebook: text(
    '--codebook <file>',
    'also describe tables and columns, as a Frictionless data package in JSON: questions, types, options, counts',
  ),
  columns: text('--columns <names>', 'only these columns, in this order, separated by commas'),
  timezone: text(
    '--timezone <zone>',
    'tell times as in Europe/Berlin, UTC or +02:00, with their offset; --since and --until mean its clocks, too',
  ),
  redact: many(
    '--redact <name=how>',
    'drop, hash or mask a column, question or member, as emailAddress=hash',
  ),
  redactKeyFile: text('--redact-key-file <file>', 'the key of the hashes (or FORMCTL_REDACT_KEY)'),
  delimiter: text('--delimiter <character>', 'what stands between cells; \\t is a tab'),
  bom: flag('--bom', 'begin with a byte order mark, by which Excel knows UTF-8'),
  lineEnd: choice('--line-end <end>', ['lf', 'crlf'], 'what ends a line (usually lf)'),
  formulas: choice(
    '--formulas <how>',
    ['guard', 'raw'],
    "put a ' before cells that a spreadsheet would run (usual), or not",
  ),
}

/** What was given for them. */
export type ExportWords = Given<typeof exportOptions>
