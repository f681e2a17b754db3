import type { Pages } from './pages.ts'
import { putVarint, sizeOfVarint } from './varint.ts'

/** A page below another, and the number of the last row in or below it. */
type Child = { readonly page: number; readonly row: number }

/** The pages above the rows of a table, each of which names the pages below it. */
export type Branches = {
  /** Tells of the next page of rows. */
  readonly add: (leaf: Child) => void
  /** Ends them; gives the page from which all others are found. There has to be a page of rows. */
  readonly end: () => Uint8Array
}

/** Pages above those that are told; all but the last one go to the end of the file. */
export function makeBranches(pages: Pages): Branches {
  // Of the last child, no row is told.
  const most = Math.floor((pages.pageSize - headerSize) / mostOfCell) + 1
  const levels: Child[][] = []
  const add = (child: Child, level: number): void => {
    const children = (levels[level] ??= [])
    if (children.length === most) close(children.splice(0, most - 1), level)
    children.push(child)
  }
  const close = (children: readonly Child[], level: number): void =>
    add({ page: pages.add(branchOf(children, pages.pageSize)), row: children.at(-1)?.row ?? 0 }, level + 1)
  return {
    add: (leaf) => add(leaf, 0),
    end: () => {
      for (let level = 0; level < levels.length - 1; level++) close(levels[level] ?? [], level)
      return branchOf(levels.at(-1) ?? [], pages.pageSize)
    },
  }
}

const branchType = 0x05
const headerSize = 12
// Its place, the number of a page, and that of a row, each at its longest.
const mostOfCell = 2 + 4 + 9

/** The page that names these. */
function branchOf(children: readonly Child[], pageSize: number): Uint8Array {
  const page = new Uint8Array(pageSize)
  const view = new DataView(page.buffer)
  const cells = children.slice(0, -1)
  let begin = pageSize
  for (const [i, child] of cells.entries()) {
    begin -= 4 + sizeOfVarint(child.row)
    view.setUint16(headerSize + 2 * i, begin)
    view.setUint32(begin, child.page)
    putVarint(page, begin + 4, child.row)
  }
  page[0] = branchType
  view.setUint16(3, cells.length)
  view.setUint16(5, begin)
  view.setUint32(8, children.at(-1)?.page ?? 0)
  return page
}
