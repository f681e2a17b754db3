import { Failure, type FailureOf } from '../failure/failure.ts'
import { codeOf } from '../failure/reason.ts'
import {
  type BodyFaults,
  placeOfByte,
  readRecordLines,
  readRecords,
  type TextPlace,
} from '../record/read-records.ts'
import type { Records } from '../record/records.ts'
import { isObject } from '../form/value.ts'
import { maxResponsesPerFormRead } from '../wire/wire.ts'
import type { SavedFacts } from './coverage.ts'
import { countedRecords } from './filter-records.ts'

export type SavedFiles = {
  readonly kind: (path: string) => Promise<string>
  /** Each chunk is valid until the next one is requested. */
  readonly stream: (path: string) => AsyncIterable<Uint8Array>
}

/**
 * Reads a saved reply or JSON lines, perhaps compressed with gzip or Zstandard. `bytes` are those of the file `path`, or of
 * standard input if that is `-`. For a fault in an ordinary file, the file is read again to name its line and column.
 */
export async function readSavedReply<T>(
  { path, bytes, files }: { readonly path: string; readonly bytes: Chunks; readonly files: SavedFiles },
  collect: (records: Records) => Promise<T>,
): Promise<Pick<SavedFacts, 'more'> & { readonly result: T; readonly count: number }> {
  try {
    const faults = savedFaults(path === '-' ? 'The standard input' : path)
    const saved = await openBytes(bytes, path, faults)
    try {
      let count = 0
      let envelope = '{}'
      const records =
        saved.shape === 'lines'
          ? readRecordLines(saved.chunks, saved.faults)
          : readRecords(saved.chunks, saved.faults, (text) => (envelope = text))
      const result = await collect(countedRecords(records, { records: (more) => void (count += more) }))
      return { result, count, more: moreIn(JSON.parse(envelope), count) }
    } finally {
      // `collect` may not have read the records.
      await saved.close()
    }
  } catch (error) {
    throw path !== '-' && Failure.is(error, 'saved-reply-broken') ? await withPlace(error, files) : error
  }
}

/**
 * Whether the envelope of `count` responses says that more follow, as `more` of `SavedFacts`. Services have many words for
 * it; they stand beside `data`, or in a member beside it.
 */
function moreIn(envelope: unknown, count: number): string | undefined {
  const outer = membersOf(envelope)
  const members = outer.concat(
    outer.flatMap(({ name, value }) => (name === 'data' ? [] : membersOf(value, `${name}.`))),
  )
  const page = members.find(({ name }) => /^(?:current_?)?page(?:_?number)?$/i.test(name))?.value
  const hints = members.flatMap(({ path, name, value }) => {
    if (namesNext.test(name))
      return [{ path, more: isObject(value) ? Object.keys(value).length > 0 : Boolean(value) }]
    if (typeof value !== 'number') return []
    if (namesTotal.test(name)) return [{ path, more: value > count }]
    // Some services call the first page 0.
    return namesPages.test(name) && typeof page === 'number'
      ? [{ path, more: value > Math.max(page, 1) }]
      : []
  })
  return hints.find(({ more }) => more)?.path ?? (hints.length > 0 ? '' : undefined)
}

const namesNext =
  /^(?:mayBeMore|has_?(?:more|next)(?:_?page)?|(?:@\w+\.)?next(?:_?(?:cursor|page|token|link|url|offset))*)$/i

const namesTotal = /^total(?:_?(?:count|items|records|responses|results|rows))?$/i
const namesPages = /^(?:total_?pages|pages|page_?count|last_?page)$/i

const membersOf = (value: unknown, before = '') =>
  isObject(value) && !Array.isArray(value)
    ? Object.entries(value).map(([name, member]) => ({ path: before + name, name, value: member }))
    : []

/** The forms that have as many records as the read of one form returns at most; none if another form has more. */
export async function fullForms({ batches }: Records): Promise<readonly string[]> {
  const records = (await Array.fromAsync(batches())).flat()
  const forms = [...Map.groupBy(records, ({ formId }) => (typeof formId === 'string' ? formId : ''))]
  if (forms.some(([, { length }]) => length > maxResponsesPerFormRead)) return []
  return forms.flatMap(([form, { length }]) =>
    form !== '' && length === maxResponsesPerFormRead ? [form] : [],
  )
}

function savedFaults(path: string): BodyFaults {
  const broken: BodyFaults['broken'] = (problem) => Failure.of('saved-reply-broken', { path, problem })
  return { broken, cutOff: (offset) => broken({ before: 'it ends too early, at ', at: { byte: offset } }) }
}

/** Adds the line and column to a failure that names a byte. */
async function withPlace(failure: FailureOf<'saved-reply-broken'>, files: SavedFiles): Promise<Failure> {
  const { path, problem } = failure.args
  if (typeof problem === 'string' || (await files.kind(path)) !== 'file') return failure
  const { at } = problem
  const found = await placeIn(files.stream(path), path, at.byte)
  return Failure.of(failure.code, { ...failure.args, problem: { ...problem, at: { ...at, ...found } } })
}

async function placeIn(bytes: Chunks, path: string, byte: number): Promise<TextPlace> {
  try {
    const { chunks } = await openBytes(bytes, path, savedFaults(path))
    return await placeOfByte(chunks, byte)
  } catch {
    // The file has changed meanwhile: only the byte is known.
    return {}
  }
}

type Chunks = AsyncIterable<Uint8Array>

/** The unpacked bytes of a saved reply, and its shape. */
type SavedBytes = {
  readonly chunks: Chunks
  /** `reply`: `{"data": […]}`; `lines`: a record a line. */
  readonly shape: 'reply' | 'lines'
  readonly faults: BodyFaults
  /** Releases bytes that were not read. */
  readonly close: () => Promise<void>
}

/** Unpacks a saved reply and detects its shape; refuses files of other kinds and names their kind. */
async function openBytes(chunks: Chunks, name: string, packedFaults: BodyFaults): Promise<SavedBytes> {
  const { isPacked, bytes } = await unpack(chunks, packedFaults)
  const faults = isPacked ? unpackedFaults(packedFaults) : packedFaults
  const { first, all, close } = await peek(bytes, maxLead)
  const lead = new TextDecoder().decode(first)
  const shape = detectShape(lead, name)
  const foreign = isPacked && packingOf(first) ? 'it is packed again' : foreignText(lead)
  // An empty file of lines is valid: it holds no responses.
  if (foreign === undefined || (shape === 'lines' && lead.trim() === ''))
    return { chunks: all, shape, faults, close }
  await close()
  throw faults.broken(foreign)
}

/** Decompresses bytes that are compressed. */
async function unpack(
  chunks: Chunks,
  faults: BodyFaults,
): Promise<{ readonly isPacked: boolean; readonly bytes: Chunks }> {
  const { first, all } = await peek(chunks, 4)
  const packing = packingOf(first)
  return packing === undefined
    ? { isPacked: false, bytes: all }
    : { isPacked: true, bytes: unpacked(all, packing, faults) }
}

type Packing = 'gzip' | 'zstd'

/** The compression of a file by its first bytes. */
function packingOf([one, two, three, four]: Uint8Array): Packing | undefined {
  if (one === 0x1f && two === 0x8b) return 'gzip'
  return one === 0x28 && two === 0xb5 && three === 0x2f && four === 0xfd ? 'zstd' : undefined
}

/** How many bytes are searched for the first name, behind white space. */
const maxLead = 4096

/**
 * Reads at least the first `size` bytes, if there are that many; `all` yields all bytes, including these. `close` releases bytes
 * that were not read.
 */
async function peek(chunks: Chunks, size: number) {
  const rest = chunks[Symbol.asyncIterator]()
  let first: Uint8Array = new Uint8Array()
  let isAtEnd = false
  while (first.length < size && !isAtEnd) {
    // A chunk is valid until the next one is requested. Usually the first one is enough.
    const before = new Uint8Array(first)
    const next = await rest.next()
    isAtEnd = next.done === true
    first =
      next.done === true ? before : before.length === 0 ? next.value : Buffer.concat([before, next.value])
  }
  async function* all(): Chunks {
    try {
      if (first.length > 0) yield first
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { first, all: all(), close: async (): Promise<void> => void (await rest.return?.()) }
}

/**
 * Decides by the first member name: a line is a response and begins with one of its members, a reply begins with "data" or a
 * member beside it. Any other name leaves it to the ending of the file's name.
 */
function detectShape(text: string, name: string): SavedBytes['shape'] {
  const lead = text.slice(0, maxLead)
  const [, key] = /^\s*\{\s*"([^"\\]*)"/.exec(lead) ?? []
  if (key !== undefined && (ofResponses.has(key) || beginsWithAnswers.test(lead))) return 'lines'
  return key !== 'data' && /\.(ndjson|jsonl)(\.gz|\.zst)?$/i.test(name) ? 'lines' : 'reply'
}

// `data` of a reply holds responses, `data` of a response holds answers.
const beginsWithAnswers = /^\s*\{\s*"data"\s*:\s*\[\s*\{\s*"(?:questionId|response)"/

const ofResponses = new Set(['id', 'formId', 'createdAt', 'updatedAt', 'dataUpdatedAt', 'finished'])

async function* unpacked(packed: Chunks, packing: Packing, faults: BodyFaults): Chunks {
  const { unpackerOf } = await import('../client/over-http.ts')
  const unpacker = unpackerOf(packing)
  const rest = packed[Symbol.asyncIterator]()
  try {
    yield* unpacker?.({ [Symbol.asyncIterator]: () => rest }, faults) ?? packed
  } catch (error) {
    const code = codeOf(error)
    if (code === 'Z_BUF_ERROR') throw faults.broken(`it is packed with ${packing} and ends too early`)
    if (/^(Z_|ZSTD_error_)/.test(code)) throw faults.broken(`it is packed with ${packing} and damaged`)
    throw error
  } finally {
    // The unpacker does not close its source.
    await rest.return?.()
  }
}

const unpackedFaults = ({ broken }: BodyFaults): BodyFaults => ({
  broken: (problem) =>
    broken(
      typeof problem === 'string'
        ? `unpacked, ${problem}`
        : { ...problem, before: `unpacked, ${problem.before ?? ''}` },
    ),
  cutOff: (offset) => broken({ before: 'unpacked, it ends too early, at ', at: { byte: offset } }),
})

/** How files begin that are often taken for a saved reply, and what they are. A fault of any other names its first byte. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [/^\uFFFD\uFFFD/, 'it is not UTF-8, which JSON is; PowerShell writes UTF-16 unless told otherwise'],
  [/^</, 'it is HTML or XML, such as a login or an error page; the reply needs the API key'],
  [/^\[/, 'it is an array, not an object with the array "data"'],
  // A line of names with delimiters.
  [
    /^(?:"(?:[^"]|"")*"|[^{}[\]<>\r\n",;\t]+)(?:[,;\t](?:"(?:[^"]|"")*"|[^{}[\]<>\r\n",;\t]*))+\r?\n/,
    'it is a table such as CSV, not JSON',
  ],
]

/** Names the kind of a text that begins with `lead` and cannot be a saved reply; undefined: it may be one. */
function foreignText(lead: string): string | undefined {
  const text = lead.replace(/^\uFEFF/, '').trimStart()
  return text.startsWith('{') ? undefined : kinds.find(([pattern]) => pattern.test(text))?.[1]
}
