import { Failure } from '../../failure/failure.ts'
import type { ColumnNames } from './names.ts'

/** What to say of names that no column bears, with those that were perhaps meant. */
export const unknownColumns = (
  names: readonly string[],
  called: Pick<ColumnNames, 'like' | 'nowCalled'>,
  hintOf: (name: string) => string | undefined = () => undefined,
): Failure =>
  Failure.of('column-unknown', {
    unknown: names.map((name) => {
      const now = called.nowCalled(name)
      if (now.length > 0) return { name, like: [], now }
      const [like, hint] = [called.like(name), hintOf(name)]
      return hint === undefined ? { name, like } : { name, like, hint }
    }),
  })
