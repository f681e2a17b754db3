import type { FormatName } from '../../../../src/export/formats.ts'
import type { WorldRecord } from './world.ts'

/** What an export is to look like, as the plain model of the test reads it. */
export type Look = {
  readonly source: 'file' | 'stdin' | 'service'
  readonly formIds: readonly string[]
  readonly withPartials: boolean
  readonly since: string
  readonly until: string
  readonly by: 'createdAt' | 'updatedAt' | 'dataUpdatedAt'
  readonly where: readonly ((record: WorldRecord) => boolean)[]
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
const plainLook: Look = {
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

/** Looks as one; lists grow, and of all else the last counts. */
export const joinedLook = (looks: readonly Partial<Look>[]): Look => ({
  ...plainLook,
  // The file of before has its own.
  headers:
    looks.some(({ format }) => format === 'sqlite') && !looks.some(({ kept }) => kept) ? 'sql' : 'headline',
  ...Object.assign({}, ...looks),
  source: looks.some(({ source }) => source === 'stdin')
    ? 'stdin'
    : (looks.find(({ source }) => source !== undefined)?.source ?? 'file'),
  formIds: looks.flatMap(({ formIds = [] }) => formIds),
  where: looks.flatMap(({ where = [] }) => where),
  // No two settings redact one column.
  redactions: new Map(looks.flatMap(({ redactions = new Map() }) => [...redactions])),
})
