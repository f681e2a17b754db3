import type { RawRecord } from '../../src/record/records.ts'
import { countResponses, type FormStats } from '../../src/stats/stats.ts'
import type { MergeOptions } from '../../src/table/questions.ts'

/** The figures of responses that come in batches of so many. */
export async function figuresOf(
  records: readonly RawRecord[],
  size = 7,
  merging: MergeOptions = { forms: [], mergesAll: false },
): Promise<readonly FormStats[]> {
  async function* batches(): AsyncIterable<readonly RawRecord[]> {
    for (let at = 0; at < records.length; at += size) yield records.slice(at, at + size)
  }
  const counted = await countResponses(batches(), {
    timeZone: { isUtc: true, offsetAt: () => 0 },
    samples: 3,
    countsPartials: true,
  })
  return counted.figures({
    formIds: [],
    asked: [],
    merging,
    partials: true,
    facts: new Map(),
  })
}
