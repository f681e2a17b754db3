/**
 * A response record as it came: any JSON object. Members that the contract names may be missing or of another type,
 * and there may be others. A number that a double can't hold is a `NumberText`.
 */
export type RawRecord = Readonly<Record<string, unknown>>

/** Parsed records, batch by batch. */
export type Batches = AsyncIterable<readonly RawRecord[]>

/** A stream of records. It is read once, either parsed or as bytes. */
export type Records = {
  readonly batches: () => Batches
  /**
   * The bytes of the same records, for the engine: only `record/` and `export/write-export.ts` look into them. Absent where
   * records don't come out of bytes.
   */
  readonly raw?: RawRecords
}

/** Records that are in memory. */
export const recordsIn = (records: readonly RawRecord[]): Records => ({
  async *batches() {
    if (records.length > 0) yield records
  },
})

/** The same records without their bytes, so that the engine does not read them. */
export const withoutBytes = ({ batches }: Records): Records => ({ batches })

/** The same records, passed through a further filter. Throws where both filters choose by form, or both by time. */
export const filtered = ({ batches, raw }: Records, filter: RecordFilter): Records => ({
  async *batches() {
    for await (const batch of batches()) {
      const kept = chosenOf(batch, filter)
      if (kept.length > 0) yield kept
    }
    filter.onEnd?.()
  },
  ...(raw && {
    raw: {
      ...raw,
      filter: combineFilters(raw.filter, filter),
      ...(raw.extraRecords && { extraRecords: filteredExtra(raw.extraRecords, filter) }),
    },
  }),
})

/** The same records, and others before and after them. */
export const withExtraRecords = ({ batches, raw }: Records, extraRecords: ExtraRecords): Records => ({
  async *batches() {
    yield* recordsIn(extraRecords.before()).batches()
    yield* batches()
    yield* recordsIn(extraRecords.after()).batches()
  },
  ...(raw && { raw: { ...raw, extraRecords } }),
})

const chosenOf = (records: readonly RawRecord[], { choose }: RecordFilter): readonly RawRecord[] =>
  records.map(choose).filter((record) => record !== undefined)

const filteredExtra = ({ before, after }: ExtraRecords, filter: RecordFilter): ExtraRecords => ({
  before: () => chosenOf(before(), filter),
  after: () => chosenOf(after(), filter),
})

/** The bytes that records come out of. */
export type RawRecords = {
  readonly filter: RecordFilter
  /** Parses what the engine leaves, and makes the faults of this source. */
  readonly parser: RecordParser
  /** Passes all bytes of the array to a reader. */
  readonly read: (reader: ByteReader) => Promise<void>
  readonly extraRecords?: ExtraRecords
}

/** Parsed records that are not in the bytes; each function is called once, before the bytes are read and after. */
export type ExtraRecords = {
  readonly before: () => readonly RawRecord[]
  readonly after: () => readonly RawRecord[]
}

/**
 * Which records are wanted. Conditions are data as far as possible: the engine then skips records without parsing them, and
 * reports their numbers to `count`. It parses all others, and passes them to `choose`.
 */
export type RecordFilter = {
  /** The forms of wanted records; absent: any. */
  readonly formIds?: ReadonlySet<string>
  /** The first and the last moment of creation of wanted records, in milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
  /** Ids of records that are passed to `choose`, like those without an id; absent: none. */
  readonly ids?: ReadonlySet<string>
  /** Replaces a parsed record: by itself, by another state of it, or by nothing. Checks the conditions above, too. */
  readonly choose: (record: RawRecord) => RawRecord | undefined
  /** Counts, chunk by chunk, records that were read without calling `choose`. */
  readonly count?: (tally: RecordTally) => void
  /** Called at the end, once for each form of `formIds`: how many of its records were read without calling `choose`. */
  readonly countForm?: (formId: string, read: number) => void
  /**
   * Receives the hashes of the ids of records that were taken without calling `choose`, as `hashOfId` makes them: two
   * numbers of 32 bits for each.
   */
  readonly takeIdHashes?: (pairs: Uint32Array) => void
  /** Called after the last record. */
  readonly onEnd?: () => void
}

/** How many records were taken or skipped. */
export type RecordTally = {
  readonly taken: number
  /** How many of those taken are partial. */
  readonly partials: number
  /** Whether any so far is partial, taken or skipped. */
  readonly hasPartial: boolean
  /** The greatest `updatedAt` taken so far in the format of most services (`commonFormat`); 24 zeros at first. */
  readonly updated: string
  /** Skipped because of their form. */
  readonly otherForm: number
  /** Records of a wanted form that were skipped because of their time. */
  readonly otherTime: number
  /** Of these, how many were created before the first moment and updated after it. */
  readonly lateUpdates: number
}

export const everyRecord: RecordFilter = { choose: (record) => record }

/** Two filters as one. */
export function combineFilters(earlier: RecordFilter, later: RecordFilter): RecordFilter {
  const choosesForm = earlier.formIds !== undefined
  const choosesTime = earlier.since !== undefined || earlier.until !== undefined
  // The tallies could not say which of two filters skipped a record.
  if ((choosesForm && later.formIds) || (choosesTime && (later.since ?? later.until) !== undefined))
    throw new Error('records are chosen twice by form or by time')
  return {
    formIds: later.formIds ?? earlier.formIds,
    since: later.since ?? earlier.since,
    until: later.until ?? earlier.until,
    ids: later.ids ?? earlier.ids,
    choose: (record) => {
      const chosen = earlier.choose(record)
      return chosen === undefined ? undefined : later.choose(chosen)
    },
    count: (tally) => {
      earlier.count?.(tally)
      later.count?.({
        ...tally,
        otherForm: choosesForm ? 0 : tally.otherForm,
        otherTime: choosesTime ? 0 : tally.otherTime,
        lateUpdates: choosesTime ? 0 : tally.lateUpdates,
      })
    },
    countForm: (formId, read) => {
      earlier.countForm?.(formId, read)
      later.countForm?.(formId, read)
    },
    takeIdHashes: (pairs) => {
      earlier.takeIdHashes?.(pairs)
      later.takeIdHashes?.(pairs)
    },
    onEnd: () => {
      earlier.onEnd?.()
      later.onEnd?.()
    },
  }
}

/**
 * Whether a record is of one of these forms. A record without a `formId` that is a text breaks the contract (Response
 * record): it is of no form, and no form may claim it.
 */
export function formMatchOf({ formId }: RawRecord, formIds: Pick<ReadonlySet<string>, 'has'>): FormMatch {
  if (typeof formId !== 'string') return 'none'
  return formIds.has(formId) ? 'wanted' : 'other'
}

export type FormMatch = 'wanted' | 'other' | 'none'

/** The hash of an id: two numbers of 32 bits, computed over its UTF-8. The engine computes the same. */
export function hashOfId(id: string): readonly [number, number] {
  let one = 0x811c9dc5
  let two = 0x9747b28c
  const hash = (byte: number): void => {
    one = Math.imul(one ^ byte, 0x01000193)
    two = Math.imul(((two << 5) | (two >>> 27)) ^ byte, 0x9e3779b1)
  }
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i)
    if (code >= 0x80) {
      ;[one, two] = [0x811c9dc5, 0x9747b28c]
      for (const byte of encoder.encode(id)) hash(byte)
      break
    }
    hash(code)
  }
  return [one >>> 0, two >>> 0]
}

const encoder = new TextEncoder()

/** Reads the array of records out of bytes (the engine). */
export type ByteReader = {
  /** Takes a chunk from index `at` on, whose first byte is byte `base` of the body; returns the index of the array's `]`. */
  readonly take: (
    chunk: Uint8Array,
    from: { readonly at: number; readonly base: number },
  ) => Promise<number | undefined>
  /** The bytes of a record that has not ended, and where it began. */
  readonly rest: () => { readonly bytes: Uint8Array; readonly offset: number }
}

/** What may come in an array of records: `first` a record or the end, `comma` a comma or the end, `record` a record. */
export type ArrayPlace = 'first' | 'comma' | 'record'

/** Parses single records out of bytes. */
export type RecordParser = {
  /** Parses a record that begins at byte `offset` of the body. */
  readonly parse: (bytes: Uint8Array, offset: number) => RawRecord
  /** The fault of an unexpected byte between records. */
  readonly misplaced: (byte: number, offset: number, place: ArrayPlace) => Error
  /** The fault of a record, begun at byte `offset`, that is larger than is read; undefined while it is not. */
  readonly tooLarge: (size: number, offset: number) => Error | undefined
}
