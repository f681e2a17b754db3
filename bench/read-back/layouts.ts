import type { ExpectedTable } from './expected.ts'
import { longOf, relationalOf } from './long.ts'
import { wideOf } from './wide.ts'

/** A layout: what it is called, and what its tables have to hold; undefined where names of columns collide. */
export type Layout = {
  readonly name: string
  readonly tablesOf: (records: readonly unknown[]) => readonly ExpectedTable[] | undefined
}

/** All layouts, by name. */
export const layouts: Readonly<Record<string, Layout>> = {
  wide: { name: 'wide', tablesOf: wideOf },
  long: { name: 'long', tablesOf: longOf },
  relational: { name: 'relational', tablesOf: relationalOf },
}
