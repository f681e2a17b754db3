/** A number that the kernel keeps. */
type Cell = { readonly value: number }

/** One that may be set back. */
type Counter = { value: number }

/** What the kernel exports; places are byte offsets into its memory. */
export type KernelExports = {
  /** Up to where its own tables lie. */
  readonly ownEnd: Cell
  readonly setRegions: (regions: number) => void
  readonly hashText: (text: number, length: number) => number
  readonly otherForms: Cell
  readonly otherTimes: Cell
  readonly searches: Counter
  readonly parts: Counter
  /** The edge of a state whose literal stands at a place and has a length, or 0. */
  readonly findLiteral: (state: number, at: number, length: number) => number
  readonly linkEdge: (state: number, edge: number, isLong: boolean) => void
  readonly forgetLong: (state: number) => void
  readonly findPair: (first: number, second: number) => number
  readonly putPair: (first: number, second: number, value: number) => void
  readonly movePairs: (from: number, to: number) => void
  readonly usedPairs: Counter
  readonly read: (from: number, to: number) => number
  readonly setTokens: (to: number, most: number) => void
  readonly scanTokens: (from: number, end: number) => number
  readonly deepest: Cell
  readonly hasOddNumber: Cell
  readonly recordEnd: (from: number, to: number) => number
  readonly setOut: (from: number, to: number) => void
  readonly setPlace: (place: number) => void
  readonly findRecord: (from: number, to: number) => number
  readonly attempt: Cell
  readonly at: Cell
  readonly out: Cell
  readonly place: Cell
  readonly rows: Cell
  readonly setCsv: (settings: number) => void
  readonly writeCsv: (from: number, to: number) => number
  readonly moveCells: (from: number, to: number) => number
  readonly unplaced: Cell
  readonly blockAt: Cell
  readonly guarded: Cell
  readonly setBetween: (bytes: number, length: number) => void
  /** Gives room for names of members, as which a kernel that copies lines knows them again. */
  readonly setNames: (from: number, to: number) => void
  readonly beginScan: (from: number) => void
  readonly moveScan: (to: number) => void
  readonly findEnd: (to: number) => number
  readonly scanAt: Cell
}
