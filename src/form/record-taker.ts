import type { RawRecord } from './raw-record.ts'

/** What may come in an array of records: `first` a record or the end, `comma` a comma or the end, `record` a record. */
export type ArrayPlace = 'first' | 'comma' | 'record'

/** How deep a record nests, and whether it may have a number that a double would not give back digit by digit. */
export type RecordMarks = { readonly deepest: number; readonly hasOddNumber: boolean }

/** Reads single records out of bytes. Every fault is thrown as the source of the bytes says it. */
export type RecordReader = {
  /** The record that these bytes are; the first is byte `offset` of the body. Of what was seen of them it looks no more. */
  readonly read: (bytes: Uint8Array, offset: number, seen?: RecordMarks) => RawRecord
  /** The fault of a byte that may not stand between records. */
  readonly misplaced: (byte: number, offset: number, place: ArrayPlace) => Error
  /** The fault of a record, begun at byte `offset`, that is larger than is read; undefined while it is not. */
  readonly tooLarge: (size: number, offset: number) => Error | undefined
}

/** Which records are wanted, told beforehand as far as it can be, so that a taker may pass over others unparsed. */
export type RecordChoice = {
  /** The forms of those that are wanted; undefined: any. */
  readonly formIds: ReadonlySet<string> | undefined
  /** The first and the last moment of creation of those that are wanted, in milliseconds since 1970. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** Ids of records for which `choose` must be asked, as for those without an id; undefined: none. */
  readonly ids: ReadonlySet<string> | undefined
  /** What is taken in the place of a record that was parsed: itself, another state of it, or nothing. */
  readonly choose: (record: RawRecord) => RawRecord | undefined
  /** Is told, chunk by chunk, of records that were read without asking `choose`. */
  readonly told: (tally: RecordTally) => void
}

/** Records by what became of them. */
export type RecordTally = {
  readonly taken: number
  /** Passed over for their form. */
  readonly otherForm: number
  /** Of a wanted form, passed over for their time. */
  readonly otherTime: number
}

/**
 * Records in batches, as they come; read once, from the start. Where they come out of bytes, a taker may read these
 * instead, and is given back once it took all.
 */
export type Records = AsyncIterable<readonly RawRecord[]> & {
  /** Set where they are all that the source has, as it has them: nothing was chosen, put in place or added. */
  readonly isWhole?: true
  /** How many bytes they come out of, where that is known before; some of these may not be records. */
  readonly size?: number
  readonly take?: <Taker extends RecordTaker>(makeTaker: MakeTaker<Taker>) => Promise<Taker>
  /**
   * Gives them as lines with a line feed at the end of each, as `JSON.stringify` writes them, whole lines at once; gives
   * their number. `begin` is given what reads such records. Set where each is one of the source, as it has it: nothing was
   * put in place or added.
   */
  readonly lines?: (to: TakeLines, begin?: (reader: RecordReader) => void) => Promise<number>
}

/** Records as lines alone. */
export type RecordLines = Required<Pick<Records, 'lines'>>

/** Takes lines. Once it resolves, the bytes may be overwritten; it may do so itself. */
export type TakeLines = (lines: Uint8Array) => Promise<void>

/** Bytes that can be read from anywhere on. */
export type SeekableBytes = {
  readonly size: number
  readonly from: (byte: number) => AsyncIterable<Uint8Array>
  /** Reads from a byte on as much as there is, and room for; gives the number of bytes. */
  readonly readAt: (into: Uint8Array, byte: number) => Promise<number>
  /** A number by which other threads of the process read them, too. */
  readonly handle: number
}

/** Bytes that come once, one chunk after another. */
export type FlowingBytes = {
  /** How many come in all, where that is known. */
  readonly size: number | undefined
  /** The next chunk, good until another one is asked for; undefined once all came. What fails fails again. */
  readonly next: () => Promise<Uint8Array | undefined>
  /** The same, as it comes: small ones are not put together. */
  readonly some: () => Promise<Uint8Array | undefined>
  /** Lets bytes come before all others. */
  readonly putBack: (bytes: Uint8Array) => void
}

/** Makes a taker of the records of a choice. */
export type MakeTaker<Taker> = (reader: RecordReader, choice: RecordChoice) => Taker

/** Takes the bytes of an array of records. */
export type RecordTaker = {
  /** Takes a chunk from index `at` on, whose first byte is byte `base` of the body; gives the index of the array's `]`. */
  readonly take: (
    chunk: Uint8Array,
    from: { readonly at: number; readonly base: number },
  ) => Promise<number | undefined>
  /** Takes records that are parsed already, and chosen. */
  readonly add: (records: readonly RawRecord[]) => Promise<void>
  /** Is told of bytes that come, where it is known how many, before any of them. */
  readonly expect?: (bytes: { readonly size: number }) => void
  /** Reads on by itself, and says where it came to, which is where a flow goes on; undefined where it did not. */
  readonly leap?: (source: SeekableBytes | FlowingBytes) => Promise<number | undefined>
  /** How many records of a wanted form it read without asking `choose`; known only where forms were chosen. */
  readonly readOf: (formId: string) => number
  /** What came of a record that has not ended, and where it began. */
  readonly rest: () => { readonly bytes: Uint8Array; readonly offset: number }
}
