/** Takes bytes in order. Once it resolves, the bytes may be overwritten. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes anew what went to `out`: gives it from byte `from` on, and takes what stands in its place from then on. */
export type Rewrite = (
  from: number,
  remake: (written: AsyncIterable<Uint8Array>, out: Sink) => Promise<void>,
) => Promise<void>

/** Bytes kept aside for a second reading, in memory or in a file of nobody else's. */
export type Spool = {
  /** Once it resolves, the block may be overwritten. */
  readonly append: (block: Uint8Array) => Promise<void>
  /** The very blocks that were appended, in order; each is good until the next. */
  readonly blocks: () => AsyncIterable<Uint8Array>
}

/** `headline` names a column as the form does, `id` by the ids of question and member, `both` by both. */
export type HeaderStyle = 'headline' | 'id' | 'both'

/** A list in one cell as `a; b`, as JSON, or as a column of 0 and 1 an option. */
export type MultiStyle = 'joined' | 'json' | 'columns'

/** Writes records as they came, a line each, with this text between two; gives their number. */
type WriteLines = (between: '\n' | ',\n') => Promise<number>

/** A format that holds records as they came: any that JSON can write. */
export type RecordFormat = {
  readonly kind: 'records'
  /** Writes lines and what stands around them; `members` stand beside `data` where the format has room for them. */
  readonly write: (
    writeLines: WriteLines,
    out: Sink,
    members: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<number>
}
