/**
 * A response record as it came: any JSON object. Members that the contract names may be missing or of another type,
 * and there may be others. A number that a double can't hold is a `NumberText`.
 */
export type RawRecord = Readonly<Record<string, unknown>>

/** Parsed records, batch by batch. */
export type Batches = AsyncIterable<readonly RawRecord[]>

/** A stream of records. It is read once, one way or the other. */
export type Records = {
  /** The plain way: the wanted records, parsed. */
  readonly batches: () => Batches
  /** The engine's way: the bytes, and which of their records are wanted. Absent where they don't come out of bytes. */
  readonly raw?: RawRecords
  /** Why records that come out of bytes have no `raw`, in words. */
  readonly plainBecause?: string
}

/** Records that are in memory. */
export const recordsIn = (records: readonly RawRecord[]): Records => ({
  async *batches() {
    if (records.length > 0) yield records
  },
})

/** The bytes that records come out of. */
export type RawRecords = {
  readonly choice: RecordChoice
  /** Parses what the engine leaves, and makes the faults of this source. */
  readonly parser: RecordParser
  /** Gives all bytes of the array to a reader. */
  readonly read: (reader: ByteReader) => Promise<void>
  /** Parsed records that are not in the bytes, asked for before these are read, and after. */
  readonly beside?: Beside
  /** Sees the ids of the records that are taken; absent: nobody looks for repeated ones. */
  readonly ids?: IdWatch
}

/** Sees the ids of records. */
export type IdWatch = {
  readonly record: (record: RawRecord) => void
  /** The hashes of the ids of further records, as `hashOfId` makes them: two numbers of 32 bits for each. */
  readonly hashes: (pairs: Uint32Array) => void
  /** All records were read. Throws where an id came twice. */
  readonly end: () => void
}

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

type Beside = { readonly before: () => readonly RawRecord[]; readonly after: () => readonly RawRecord[] }

/** Reads the array of records out of bytes (the engine). */
export type ByteReader = {
  /** Takes a chunk from index `at` on, whose first byte is byte `base` of the body; gives the index of the array's `]`. */
  readonly take: (
    chunk: Uint8Array,
    from: { readonly at: number; readonly base: number },
  ) => Promise<number | undefined>
  /** The bytes of a record that has not ended, and where it began. */
  readonly rest: () => { readonly bytes: Uint8Array; readonly offset: number }
}

/** What may come in an array of records: `first` a record or the end, `comma` a comma or the end, `record` a record. */
export type ArrayPlace = 'first' | 'comma' | 'record'

/** How deep a record nests, and whether it may have a number that a double would not give back digit by digit. */
export type RecordMarks = { readonly deepest: number; readonly hasOddNumber: boolean }

/** Parses single records out of bytes. */
export type RecordParser = {
  /** Parses a record that begins at byte `offset` of the body. `seen` saves a scan of it. */
  readonly parse: (bytes: Uint8Array, offset: number, seen?: RecordMarks) => RawRecord
  /** The fault of a byte that may not stand between records. */
  readonly misplaced: (byte: number, offset: number, place: ArrayPlace) => Error
  /** The fault of a record, begun at byte `offset`, that is larger than is read; undefined while it is not. */
  readonly tooLarge: (size: number, offset: number) => Error | undefined
}

/** Which records are wanted, as data as far as possible, so that the engine passes over others without parsing them. */
export type RecordChoice = {
  /** The forms of wanted records; undefined: any. */
  readonly formIds: ReadonlySet<string> | undefined
  /** The first and the last moment of creation of wanted records, in milliseconds since 1970. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** Ids of records to ask `choose` about, besides those without an id; undefined: none. */
  readonly ids: ReadonlySet<string> | undefined
  /** Replaces a parsed record: by itself, by another state of it, or by nothing. */
  readonly choose: (record: RawRecord) => RawRecord | undefined
  /** Counts, chunk by chunk, records that were read without asking `choose`. */
  readonly count: (tally: RecordTally) => void
  /** Is called at the end, once for each form of `formIds`: how many of its records were read without asking `choose`. */
  readonly countForm: (formId: string, read: number) => void
}

/** How many records were taken or passed over. */
export type RecordTally = {
  readonly taken: number
  /** How many of those taken are partial. */
  readonly partials: number
  /** Whether any so far is partial, taken or passed over. */
  readonly hasPartial: boolean
  /** The greatest `updatedAt` of all taken so far that is as most services write it (`isUsual`); 24 zeros if there is none. */
  readonly updated: string
  /** Passed over for their form. */
  readonly otherForm: number
  /** Records of a wanted form that were skipped because of their time. */
  readonly otherTime: number
  /** Of these, how many were created before the first moment and updated after it. */
  readonly lateUpdates: number
}

export const everyRecord: RecordChoice = {
  formIds: undefined,
  since: undefined,
  until: undefined,
  ids: undefined,
  choose: (record) => record,
  count: () => undefined,
  countForm: () => undefined,
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

/** Whether a choice leaves anything out, or asks for single records. */
export const isChoosing = ({ formIds, since, until, ids }: RecordChoice): boolean =>
  formIds !== undefined || since !== undefined || until !== undefined || ids !== undefined

/** A choice among the records that an earlier one left; absent members narrow nothing. */
export type Narrowing = Partial<RecordChoice> & Pick<RecordChoice, 'choose' | 'count'>

/** Bytes whose records are chosen once more. */
export const narrowed = (raw: RawRecords, narrowing: Narrowing): RawRecords => ({
  ...raw,
  choice: narrowedChoice(raw.choice, narrowing),
  ...(raw.beside && { beside: chosenBeside(raw.beside, narrowing) }),
})

const chosenBeside = ({ before, after }: Beside, { choose }: Narrowing): Beside => {
  const chosen = (records: readonly RawRecord[]): readonly RawRecord[] =>
    records.map(choose).filter((record) => record !== undefined)
  return { before: () => chosen(before()), after: () => chosen(after()) }
}

/** Two choices as one. */
export function narrowedChoice(earlier: RecordChoice, later: Narrowing): RecordChoice {
  const choosesForm = earlier.formIds !== undefined
  const choosesTime = earlier.since !== undefined || earlier.until !== undefined
  // The tallies could not say which of two choices passed a record over.
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
      earlier.count(tally)
      later.count({
        ...tally,
        otherForm: choosesForm ? 0 : tally.otherForm,
        otherTime: choosesTime ? 0 : tally.otherTime,
        lateUpdates: choosesTime ? 0 : tally.lateUpdates,
      })
    },
    countForm: (formId, read) => {
      earlier.countForm(formId, read)
      later.countForm?.(formId, read)
    },
  }
}
