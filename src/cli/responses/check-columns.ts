import type { HeldColumns } from '../../export/contract/hold-to.ts'
import { tryContract } from '../../export/write-export.ts'
import type { Records } from '../../form/record-taker.ts'
import type { Context } from '../command.ts'
import { changeWords } from './columns-file/change-words.ts'
import { isChanged } from './columns-file/keep-columns.ts'
import type { OpenColumns } from './columns-file/open-columns.ts'
import { filterRecords, type Filtered } from './record-filter.ts'
import { filterOf, lookOf, type Exporting } from './export-once.ts'
import { makeSpool } from './spool.ts'

/** What an export would make of its columns file; nothing is written. */
export async function checkOnce(
  records: Records,
  { plan, source, host, progress, opened }: Exporting & { readonly opened: OpenColumns },
): Promise<HeldColumns> {
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const { contract } = opened
  const look = await lookOf(plan, { host, opened })
  const spool = makeSpool(host.files)
  try {
    const matching = filterRecords(progress.counted(records), filterOf(plan, source), filtered)
    return await tryContract(matching, { ...look, contract, spool })
  } finally {
    await spool.close()
  }
}

/** Tells what would change in a columns file; 1 where anything would. */
export async function sayCheck(
  opened: OpenColumns,
  held: HeldColumns,
  { terminal }: Context,
): Promise<0 | 1> {
  const wouldChange = isChanged(opened, held)
  await terminal.say(`${opened.path} would ${wouldChange ? 'change' : 'stay as it is'}.`)
  for (const { sentence } of changeWords(opened, held)) await terminal.say(sentence)
  return wouldChange ? 1 : 0
}
