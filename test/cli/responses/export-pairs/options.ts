import type { FormatName } from '../../../../src/export/formats.ts'
import type { DatasetRecord } from './dataset.ts'

/** The options of an export, as the model of the test reads them. */
export type ExportOptions = {
  readonly source: 'file' | 'stdin' | 'service'
  readonly formIds: readonly string[]
  readonly withPartials: boolean
  readonly since: string
  readonly until: string
  readonly by: 'createdAt' | 'updatedAt' | 'dataUpdatedAt'
  readonly where: readonly ((record: DatasetRecord) => boolean)[]
  readonly layout: 'wide' | 'long' | 'relational'
  readonly headers: 'headline' | 'id' | 'both' | 'sql'
  readonly multi: 'joined' | 'json' | 'columns' | undefined
  /** By their ids. */
  readonly columns: readonly string[] | undefined
  /** The columns that come first, with their names. */
  readonly kept: ReadonlyMap<string, string>
  readonly zone: ((time: string) => string) | undefined
  /** By the ids of columns. */
  readonly redactions: ReadonlyMap<string, 'drop' | 'hash' | 'mask'>
  readonly hashKey: string
  readonly format: FormatName
  readonly delimiter: string | undefined
  readonly bom: boolean
  readonly lineEnd: '\n' | '\r\n'
  readonly guards: boolean
  /** Whether numbers are written as Excel reads them. */
  readonly isExcel: boolean
  /** Whether it is only tried. */
  readonly isChecked: boolean
}

/** An export without options. */
const defaultOptions: ExportOptions = {
  source: 'file',
  formIds: [],
  withPartials: false,
  since: '',
  until: '',
  by: 'createdAt',
  where: [],
  layout: 'wide',
  headers: 'headline',
  multi: undefined,
  columns: undefined,
  kept: new Map(),
  zone: undefined,
  redactions: new Map(),
  hashKey: 'a key of the environment',
  format: 'csv',
  delimiter: undefined,
  bom: false,
  lineEnd: '\n',
  guards: true,
  isExcel: false,
  isChecked: false,
}

/** Options merged: lists grow, and of everything else the last one counts. */
export const mergedOptions = (parts: readonly Partial<ExportOptions>[]): ExportOptions => ({
  ...defaultOptions,
  // The file of before has its own.
  headers:
    parts.some(({ format }) => format === 'sqlite') && !parts.some(({ kept }) => kept) ? 'sql' : 'headline',
  ...Object.assign({}, ...parts),
  source: parts.some(({ source }) => source === 'stdin')
    ? 'stdin'
    : (parts.find(({ source }) => source !== undefined)?.source ?? 'file'),
  formIds: parts.flatMap(({ formIds = [] }) => formIds),
  where: parts.flatMap(({ where = [] }) => where),
  // No two settings redact one column.
  redactions: new Map(parts.flatMap(({ redactions = new Map() }) => [...redactions])),
})
