import { createHash } from 'node:crypto'
import { filterRecords, type Filtered, type RecordFilter } from '../../src/cli/responses/record-filter.ts'
import type { FormatName } from '../../src/export/formats.ts'
import type { Redaction } from '../../src/export/redact.ts'
import type { ExportOptions } from '../../src/export/write-export.ts'
import type { RawRecord } from '../../src/form/raw-record.ts'
import type { Records } from '../../src/form/record-taker.ts'
import { memorySpool, write } from '../support/exporting.ts'
import { happens, luckOf, many, oneOf, times, type Luck } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { comingOf, lateSpool } from './given.ts'
import type { Outcome } from './trial.ts'

/** What is chosen of a document, and what is redacted of it. */
type Choosing = {
  readonly format: FormatName
  readonly filter: RecordFilter
  readonly options: Partial<ExportOptions>
}

/** Records that are chosen and redacted as lines are those that are parsed, and counted alike. */
export async function tryChosen(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const { records, cut } = comingOf(luck, replyOf(luck, 7))
  const parsed = await parsedOf(records())
  const choosing = choosingOf(luck, parsed)
  const parsing = records()
  const plainly = (): AsyncIterator<readonly RawRecord[]> => parsing[Symbol.asyncIterator]()
  const reference = await exported({ [Symbol.asyncIterator]: plainly }, choosing)
  const { take, ...others } = records()
  const taken: Records = {
    ...others,
    ...(take && { take: (makeTaker) => take((reader, choice) => cut(makeTaker(reader, choice))) }),
  }
  const spools = { spool: lateSpool(luck), lineSpool: lateSpool(luck) }
  const result = await exported(taken, { ...choosing, options: { ...choosing.options, ...spools } })
  return { reference, result, fast: parsed.length, slow: 0, isRefused: typeof reference === 'string' }
}

async function exported(records: Records, { format, filter, options }: Choosing): Promise<unknown> {
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0, met: new Set() }
  try {
    const chosen = filterRecords(records, filter, filtered)
    const { text, summary } = await write(chosen, format, { spool: memorySpool(), hash, ...options })
    return { text, rows: summary.rows, names: summary.names, filtered }
  } catch (error) {
    // Of a reading that broke off, nothing else is used.
    return String(error)
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

async function parsedOf(records: Records): Promise<readonly RawRecord[]> {
  const parsed: RawRecord[] = []
  try {
    for await (const batch of records) parsed.push(...batch)
  } catch {
    // What came before the fault will do.
  }
  return parsed
}

const timesOf = ['createdAt', 'updatedAt', 'dataUpdatedAt'] as const

function choosingOf(luck: Luck, parsed: readonly RawRecord[]): Choosing {
  const names = [...namesIn(parsed)].filter((name) => !/["=]/.test(name))
  const given = names.length > 0 ? names : ['id']
  const momentOf = (): number => Date.parse(`2026-03-0${many(luck, 1, 9)}T09:00:0${many(luck, 0, 9)}.000Z`)
  return {
    format: oneOf(luck, ['ndjson', 'ndjson', 'json', 'csv']),
    filter: {
      since: happens(luck, 0.3) ? momentOf() : undefined,
      until: happens(luck, 0.3) ? momentOf() : undefined,
      by: oneOf(luck, timesOf),
      ...(happens(luck, 0.3) && { formIds: new Set(['clf0', 'clf1', 'none']) }),
    },
    options: {
      where: happens(luck, 0.5) ? [conditionOf(luck, given)] : [],
      redactions: times(many(luck, 0, 2), () => redactionOf(luck, given)),
    },
  }
}

const redactionOf = (luck: Luck, names: readonly string[]): Redaction => ({
  name: oneOf(luck, names),
  how: oneOf(luck, ['drop', 'hash', 'mask']),
})

const conditionOf = (luck: Luck, names: readonly string[]): string =>
  oneOf(luck, [
    () => `"${oneOf(luck, names)}" is not empty`,
    () => `"${oneOf(luck, names)}" is empty`,
    () => `id contains ${many(luck, 0, 9)}`,
    () => `"${oneOf(luck, names)}" is not empty or finished is true`,
  ])()

/** All names of members, and the ids and titles of questions. */
function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) namesIn(one, names)
  else if (typeof value === 'object' && value !== null)
    for (const [name, held] of Object.entries(value)) {
      names.add(name)
      if ((name === 'questionId' || name === 'headline') && typeof held === 'string') names.add(held)
      namesIn(held, names)
    }
  return names
}
