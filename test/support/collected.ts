import type { Member, QuestionColumns } from '../../src/table/columns.ts'
import { headerOf } from '../../src/table/columns/header.ts'
import { cellTypes } from '../../src/table/cell-values.ts'
import type { Collected } from '../../src/table/collect.ts'

const sequenceOf = ({ seen: { place, followers } }: QuestionColumns | Member): unknown => ({
  place,
  followers: [...followers].map(({ name }) => name).toSorted(),
})

/** What a column held, as far as it is told for sure: once digits are beyond all types, the kernel asks of no more odd numbers. */
export const surelyHeld = (held: number): number =>
  held & cellTypes.digits ? held & ~(cellTypes.number | cellTypes.whole | cellTypes.long) : held

/** Everything that a collecting tells: its rows byte for byte, its columns in their order, what is known of questions. */
export async function seen(work: () => Promise<Collected>): Promise<unknown> {
  try {
    const { columns, spool, rowCount } = await work()
    const blocks: Uint8Array[] = []
    for await (const block of spool.blocks()) blocks.push(block.slice())
    const order = columns.inOrder()
    return {
      rowCount,
      rows: Buffer.concat(blocks).toString('latin1'),
      held: columns.all.map(({ seenTypes: held }) => surelyHeld(held)),
      numbers: order.map(({ number }) => number),
      header: headerOf(order, 'both'),
      questions: [...columns.questions()].map((question) => ({
        sequence: sequenceOf(question),
        headline: question.headline,
        type: question.type,
        group: question.group,
        isRenamed: question.isRenamed,
        headlines: [...question.headlines.all].toSorted(),
        members: [...question.members.values()].map(sequenceOf),
      })),
    }
  } catch (error) {
    return String(error)
  }
}
