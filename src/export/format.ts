import type { RecordLines, Records, SeekableBytes } from '../form/record-taker.ts'
import type { Leaping } from './leap/leap.ts'
import type { SharedFile } from './leap/shared-file.ts'

/** Takes bytes in order. Once it resolves, the bytes may be overwritten. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes anew what went to `out`: gives it from byte `from` on, and takes what stands in its place from then on. */
export type Rewrite = (
  from: number,
  remake: (written: AsyncIterable<Uint8Array>, out: Sink, several?: Several) => Promise<void>,
) => Promise<void>

/** What was written, and what takes its place behind what `out` took, for several threads; absent where one alone may. */
export type Several = { readonly source: SeekableBytes; readonly target: SharedFile }

/** What is written anew: by one thread, or by several. */
export type Rewritten = { readonly lines: AsyncIterable<Uint8Array>; readonly several: Several | undefined }

/** Bytes kept aside for a second reading, in memory or in a file of nobody else's. */
export type Spool = {
  /** Once it resolves, the block may be overwritten. */
  readonly append: (block: Uint8Array) => Promise<void>
  /** The very blocks that were appended, in order; each is good until the next. */
  readonly blocks: () => AsyncIterable<Uint8Array>
  /** Lets several threads append; what each writes at once is a block. Absent where one thread alone can. */
  readonly shared?: SharedFile
}

/** `headline` names a column as the form does, `id` by the ids of question and member, `both` by both. */
export type HeaderStyle = 'headline' | 'id' | 'both'

/** A list in one cell as `a; b`, as JSON, or as a column of 0 and 1 an option. */
export type MultiStyle = 'joined' | 'json' | 'columns'

/** Where records go. */
export type RecordsTarget = {
  readonly out: Sink
  /** Lets two threads write; absent where the target is not such. */
  readonly leaping?: Leaping
}

/** A format that holds records as they came: any that JSON can write. */
export type RecordFormat = {
  readonly kind: 'records'
  /** Gives the number of records; `members` stand beside `data` where the format has room for them. */
  readonly write: (
    records: Records | RecordLines,
    into: RecordsTarget,
    members: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<number>
}
