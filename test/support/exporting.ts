import { createHmac } from 'node:crypto'
import { formatOf, type FormatName } from '../../src/export/formats.ts'
import { writeExport, type ExportOptions, type ExportSummary } from '../../src/export/write-export.ts'
import type { RawRecord, Records } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import type { Spool } from '../../src/record/bytes.ts'
import type { Redaction } from '../../src/table/redact.ts'

/** A spool in memory. */
export function memorySpool(): Spool {
  const blocks: Uint8Array[] = []
  return {
    append: async (block) => void blocks.push(block.slice()),
    async *blocks() {
      yield* blocks
    },
  }
}

export type Written = {
  /** Of the first table. */
  readonly text: string
  /** Of every table, by its name. */
  readonly texts: Readonly<Record<string, string>>
  readonly summary: ExportSummary
}

/** What a format writes of these batches. */
export async function write(
  batches: Iterable<readonly RawRecord[]> | Records,
  format: FormatName,
  options: Partial<ExportOptions> = {},
): Promise<Written> {
  const chunks: Record<string, Uint8Array[]> = {}
  const records: Records =
    'batches' in batches
      ? batches
      : {
          async *batches() {
            yield* batches
          },
        }
  const summary = await writeExport(await formatOf(format), records, {
    file: undefined,
    rewrite: undefined,
    sinkOf: (table) => async (bytes) => void (chunks[table] ??= []).push(bytes.slice()),
    layout: 'wide',
    headers: 'headline',
    bom: false,
    formulas: 'guard',
    lineEnd: '\n',
    makeSpool: memorySpool,
    ...options,
  })
  // The mark at the beginning is a part of what was written.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const texts = Object.fromEntries(
    Object.entries(chunks).map(([table, parts]) => [table, decoder.decode(Buffer.concat(parts))]),
  )
  return { text: Object.values(texts)[0] ?? '', texts, summary }
}

/** Redactions as `--redact` takes them. */
export const redactions = (...specs: readonly string[]): readonly Redaction[] =>
  specs.map((spec) => {
    const [name = '', how] = spec.split('=')
    return { name, how: how === 'hash' || how === 'mask' ? how : 'drop' }
  })

export const hash = (text: string): string => createHmac('sha256', 'a key').update(text).digest('hex')

/** The records of a body, all in one batch. */
export async function recordsOf(body: string | Uint8Array): Promise<RawRecord[]> {
  async function* chunks(): AsyncIterable<Uint8Array> {
    yield Buffer.from(body)
  }
  const records: RawRecord[] = []
  for await (const batch of readRecords(chunks(), '').batches()) records.push(...batch)
  return records
}
