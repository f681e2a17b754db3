import { many, oneOf, times, type Random } from './random.ts'

type Spoiling = (bytes: Buffer, random: Random) => Buffer

type Piece = readonly number[] | string

const bytesOf = (piece: Piece): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)

const inserted =
  (pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const at = many(random, 0, bytes.length)
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  }

/** Not UTF-8: a half, one too many, too long a form, a surrogate, beyond the last character, bytes that never stand. */
const badUtf8: readonly (readonly number[])[] = [
  [0xc3],
  [0x80],
  [0xbf, 0xbf],
  [0xc0, 0x80],
  [0xc1, 0xbf],
  [0xe0, 0x9f, 0xbf],
  [0xed, 0xa0, 0x80],
  [0xed, 0xbf, 0xbf],
  [0xe6, 0x9d],
  [0xf0, 0x8f, 0xbf, 0xbf],
  [0xf0, 0x9f, 0x99],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xff],
  [0xfe],
]

const signs = [
  '"',
  '\\',
  '}',
  ']',
  ',',
  ':',
  '\u00e9',
  '{',
  '[',
  ' ',
  '\0',
  '1',
  '-',
  '\n',
  '\t',
  '\\u',
  '0',
  'e',
  '.',
]

/** Puts something behind the next place, from the first quarter on, where `before` stands: in its place, or beside it. */
const behind =
  (before: string, pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const from = bytes.indexOf(before, many(random, bytes.length >> 2, bytes.length))
    if (from < 0) return bytes
    const at = from + before.length
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + many(random, 0, 1))])
  }

/** Numbers and words that are none. */
const inValues = [
  '0',
  '00',
  '-',
  '+',
  '.',
  '1.',
  '01',
  '-01',
  '1e',
  '1E+',
  '0x',
  '1.e1',
  'e',
  't',
  'nul',
  'True',
  'NaN',
  '\u0130',
  '[',
  '{',
]

/** Puts something into a text, so that the document may stay whole. */
const inText =
  (pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const from = bytes.indexOf('":"', many(random, bytes.length >> 2, bytes.length))
    const at = from < 0 ? bytes.length : from + 3
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  }

const inTexts = [
  '\x1f',
  '\n',
  '\0',
  '\\x',
  '\\u12',
  '\\u123g',
  '\\u00E9',
  '\\ud83d',
  '\\"',
  '\x7f',
  '\u2028',
  '"',
  '\\',
]

/** Ways to spoil a document, or to spell it otherwise. */
const spoilings: readonly Spoiling[] = [
  (bytes, random) => bytes.subarray(0, many(random, 0, bytes.length)),
  (bytes, random) => {
    const other = Buffer.from(bytes)
    other[many(random, 0, bytes.length - 1)] = many(random, 0, 255)
    return other
  },
  (bytes, random) => {
    const other = Buffer.from(bytes)
    const at = many(random, 0, bytes.length - 1)
    other[at] = (other[at] ?? 0) ^ (1 << many(random, 0, 7))
    return other
  },
  inserted(signs),
  inserted(badUtf8),
  inText(badUtf8),
  inText(badUtf8),
  inText(badUtf8),
  inText(inTexts),
  inText(inTexts),
  behind('"status":', inValues),
  behind('Form":', inValues),
  behind('":', inValues),
  behind('[', inValues),
  behind(',', signs),
  (bytes, random) => {
    const at = many(random, 0, bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + many(random, 1, 3))])
  },
  (bytes, random) => {
    const at = many(random, 0, bytes.length - 1)
    const end = at + many(random, 1, 40)
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  },
  (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(oneOf(random, ['x', '{}', ',', ']', '\0', '"', '\u00a0', '1']))]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb]), bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from(' \r\n\t')]),
  (bytes, random) => Buffer.concat([Buffer.from(' \n'.repeat(many(random, 1, 20))), bytes]),
  (_bytes, random) => Buffer.from(times(many(random, 0, 30), () => many(random, 0, 255))),
]

/** A document that was spoilt, mostly. */
export const spoilt = (random: Random, bytes: Buffer): Buffer => oneOf(random, spoilings)(bytes, random)
