import type { Collected } from './collected.ts'
import type { HeaderStyle, MultiStyle } from '../export/format.ts'
import { longTable } from './layouts/long.ts'
import { relationalTables } from './layouts/relational.ts'
import type { Tables } from '../export/table-format.ts'
import { wideTable } from './layouts/wide.ts'

/** What a row is: a response; an answer; or a response, an answer and an option in three tables. */
export const layouts = ['wide', 'long', 'relational'] as const

/** One of the layouts. */
export type Layout = (typeof layouts)[number]

/** The tables of a layout, by name. */
export const tableNames = {
  wide: ['responses'],
  long: ['answers'],
  relational: ['responses', 'answers', 'choices'],
} as const satisfies Record<Layout, readonly string[]>

/** How responses are laid out. */
export type LayoutOptions = {
  readonly layout: Layout
  readonly headers: HeaderStyle
  /** Absent: as is usual in the layout. */
  readonly multi?: MultiStyle
  /** Only these columns, in this order, by any of their names; absent: all. */
  readonly columns?: readonly string[]
  /** Whether a name of theirs that nothing here bears stays an empty column of the wide table. */
  readonly areKnown?: boolean
}

/** The tables of responses. */
export function tablesOf(collected: Collected, { layout, multi, ...options }: LayoutOptions): Tables {
  if (layout === 'wide') return [wideTable(collected, options)]
  // Lists as columns are for the wide table; the others have rows of them.
  const ofLists = { ...options, ...(multi === undefined || multi === 'columns' ? {} : { multi }) }
  return layout === 'long' ? [longTable(collected, ofLists)] : relationalTables(collected, ofLists)
}

/** How lists are to be collected for a layout; `isPlain` where nobody looks into them before they are written. */
export function collectingStyle({ layout, multi = 'joined' }: LayoutOptions, isPlain: boolean): MultiStyle {
  if (layout === 'wide' && (multi === 'columns' || isPlain)) return multi
  // What a list holds is told by its JSON alone.
  return 'json'
}
