import { collectBatches } from '../../src/export/collect.ts'
import type { Collected } from '../../src/export/collected.ts'
import type { Question } from '../../src/export/columns.ts'
import { headerOf } from '../../src/export/header.ts'
import { collectOptionBytes } from '../../src/export/kernel/collect-options.ts'
import { eachRow } from '../../src/export/row-blocks.ts'
import type { Records } from '../../src/form/record-taker.ts'
import { filterRecords, type Filtered, type RecordFilter } from '../../src/cli/responses/record-filter.ts'
import { surelyHeld } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf, many, oneOf, type Luck } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { blockSizeOf, comingOf, lateSpool } from './given.ts'
import type { Outcome } from './trial.ts'

/** The kernel and what makes columns of its lists collect what the parser collects, with columns that are numbered otherwise. */
export async function tryOptions(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = withNulls(luck, replyOf(luck, 7))
  const isRedacting = happens(luck, 0.2)
  const blocks = blockSizeOf(luck)
  const spool = lateSpool(luck)
  const { plainly, records, cut } = comingOf(luck, bytes)
  const filter = happens(luck, 0.2) ? filterOf(luck) : undefined
  const [before, after]: Filtered[] = [filteredYet(), filteredYet()]
  const chosen = (all: Records, filtered: Filtered = filteredYet()): Records =>
    filter ? filterRecords(all, filter, filtered) : all
  const reference = await seen(() =>
    collectBatches(chosen(plainly(), before), { multi: 'columns', isRedacting, spool: memorySpool() }),
  )
  let counts = { fast: 0, slow: 0 }
  const result = await seen(async () => {
    const { take } = chosen(records(), after)
    const taker = await take?.((reader, choice) =>
      cut(collectOptionBytes(reader, choice, { isRedacting, spool, ...blocks })),
    )
    if (!taker) throw new Error('these records give no bytes')
    counts = taker.counts()
    return taker.collected()
  })
  const isRefused = typeof reference === 'string'
  const filtered = (of: Filtered | undefined): unknown => (isRefused ? undefined : of)
  return {
    reference: [reference, filtered(before)],
    result: [result, filtered(after)],
    ...counts,
    isRefused,
  }
}

const filteredYet = (): Filtered => ({ read: 0, kept: 0, formless: 0, undated: 0 })

const filterOf = (luck: Luck): RecordFilter => ({
  since: happens(luck, 0.5) ? Date.parse(`2026-03-0${many(luck, 1, 9)}T09:00:00.000Z`) : undefined,
  until: undefined,
  ...(happens(luck, 0.5) && { formIds: new Set(['clf0', 'clf1']) }),
})

/** The same document, in which some lists and texts of answers are null. */
function withNulls(luck: Luck, bytes: Buffer): Buffer {
  const share = oneOf(luck, [0, 0.02, 0.2, 0.6])
  if (share === 0) return bytes
  const text = bytes.toString('latin1')
  const nulled = text.replaceAll(
    /("(?:selected|choices|value|extra)"\s*:\s*)(?:\[[^[\]]*\]|"[^"\\]*")/g,
    (whole, name: string) => (happens(luck, share) ? `${name}null` : whole),
  )
  return Buffer.from(nulled, 'latin1')
}

/** All that a collecting tells, of which columns are told by their names, as their numbers are of no matter. */
async function seen(work: () => Promise<Collected>): Promise<unknown> {
  try {
    const { columns, spool, rowCount } = await work()
    const order = columns.inOrder()
    const header = headerOf(order, 'both')
    const nameOf = new Map(order.map(({ number }, i) => [number, header[i]]))
    const rows: unknown[] = []
    await eachRow(spool.blocks(), ({ cells, bytes }) => {
      for (let i = 0; i < cells.count; i++) {
        const text = Buffer.from(bytes.subarray(cells.starts[i], cells.ends[i])).toString('latin1')
        rows.push([nameOf.get(cells.columns[i] ?? 0), cells.kinds[i], text])
      }
      rows.push('')
    })
    const held = order.map(({ held: all }) => surelyHeld(all))
    return { rowCount, header, held, rows, questions: [...columns.questions()].map(questionSeen) }
  } catch (error) {
    return String(error)
  }
}

const questionSeen = ({ name, group, headline, type, isRenamed, ...question }: Question): unknown => ({
  told: [name, group, headline, type, isRenamed, [...question.headlines.all].toSorted()],
  members: [...question.members.values(), ...question.entryMembers.values()].map((member) => ({
    name: member.name,
    hasColumn: member.column !== undefined,
    namesEveryOption: member.namesEveryOption,
    options: [...member.options.values()].map((option) => [
      option.name,
      option.seen.place,
      [...option.seen.followers].map((follower) => follower.name).toSorted(),
    ]),
  })),
})
