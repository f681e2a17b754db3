import type { ExpectedTable } from './expected.ts'
import { longOf, relationalOf } from './long.ts'
import { wideOf } from './wide.ts'

/** A layout: how it is asked for, and what its tables have to hold; undefined where names of columns collide. */
export type Layout = {
  readonly words: readonly string[]
  readonly tablesOf: (records: readonly unknown[]) => readonly ExpectedTable[] | undefined
}

/** All layouts, by name. */
export const layouts: Readonly<Record<string, Layout>> = {
  wide: { words: ['--layout', 'wide', '--headers', 'id'], tablesOf: wideOf },
  long: { words: ['--layout', 'long', '--headers', 'id'], tablesOf: longOf },
  relational: { words: ['--layout', 'relational', '--headers', 'id'], tablesOf: relationalOf },
}
