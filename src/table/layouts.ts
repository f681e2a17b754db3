import type { LayoutOptions } from './table.ts'
import { longTable } from './layouts/long.ts'
import { relationalTables } from './layouts/relational.ts'
import { wideTable } from './layouts/wide.ts'
import type { MultiStyle, Tables } from './table.ts'
import type { Collected } from './collect.ts'

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
