import { count } from '../../failure/failure.ts'
import type { TimeName } from '../../record/moment.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'
import type { Counts } from '../../responses/responses.ts'

/** What records are chosen for, and by which of their times. */
type Choosing = {
  readonly by: TimeName
  readonly does: 'export' | 'count' | 'show'
  /** Where they come from: not all sources know the same options. */
  readonly source: ResponsesQuery['source']['kind']
}

/** Warnings of records that do not tell what they are chosen by: of those left out, and of those kept. */
export const untoldWords = (
  { formless, undated }: Pick<Counts, 'formless' | 'undated'>,
  { by, does, source }: Choosing,
): readonly string[] => [
  ...(formless === 0
    ? []
    : [
        `${formlessWords(formless)}; ${source === 'saved' ? 'without --form a run' : '--all'} ${does}s ${formless === 1 ? 'it' : 'them'}, too.`,
      ]),
  ...(undated === 0
    ? []
    : [`${undatedWords(undated, by)} ${does === 'show' ? 'shown' : `${does}ed`} all the same.`]),
]

const formlessWords = (n: number): string =>
  n === 1 ? '1 record tells no form and was left out' : `${count(n, 'record')} tell no form and were left out`

const undatedWords = (n: number, by: TimeName): string =>
  n === 1
    ? `1 record tells no ${timeWords[by]} that can be read; it was`
    : `${count(n, 'record')} tell no ${timeWords[by]} that can be read; they were`

const timeWords = {
  createdAt: 'time of creation',
  updatedAt: 'time of update',
  dataUpdatedAt: 'time at which answers changed',
} as const satisfies Record<TimeName, string>
