import { describe, expect, test } from 'vitest'
import { delimitedHeader } from '../../src/export/delimited.ts'
import { collectRaw, writeCsv, type CsvOptions } from '../../src/engine/engine.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { memorySpool, recordsOf, write } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { happens, randomOf, oneOf, type Random } from '../support/random.ts'

const documents = isLong ? 2000 : 30

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** What stands in the texts, mostly near what is escaped, quoted or guarded. */
const signs = [
  '"',
  '\\',
  '/',
  '\b',
  '\f',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u0001',
  '\u001f',
  '\x7f',
  ',',
  ';',
  '|',
  "'",
  '=',
  '+',
  '-',
  '@',
  '＝',
  ' ',
  '\u00a0',
  '\ufeff',
  'a',
  'n',
  'u',
  'Z',
  '0',
  'words and words',
  'x'.repeat(31),
  'ö',
  'größe',
  'нет',
  '東京',
  '🙂',
  '\u{10ffff}',
  '\ud83d',
  '\ude42',
  '\u07ff',
  '\u0800',
  '\uffff',
  '=SUM(A1)',
  '+49 30 1',
]

function textOf(random: Random): string {
  return Array.from({ length: Math.floor(random() * random() * 30) }, () => oneOf(random, signs)).join('')
}

/** A text as JSON spells it, some of its signs in another way. */
const spelt = (text: string, random: Random): string =>
  JSON.stringify(text).replaceAll(/[^"\\]|\\u.{4}|\\./g, (sign) => {
    if (sign === String.raw`\"` || sign.length > 2 || happens(random, 0.85)) return sign
    if (sign.startsWith('\\'))
      return `\\u${JSON.parse(`"${sign}"`).charCodeAt(0).toString(16).padStart(4, '0')}`
    return sign === '/'
      ? String.raw`\/`
      : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  })

function bodyOf(random: Random): string {
  const record = (value: string): string =>
    `{"id":"r","data":[{"questionId":"q","response":{"value":${value}}}]}`
  const texts = Array.from({ length: 40 }, () => spelt(textOf(random), random))
  return `{"data":[${['"plain"', '"plain"', ...texts].map(record).join(',')}]}`
}

type Lines = Pick<CsvOptions, 'delimiter' | 'formulas' | 'lineEnd'>

async function directly(body: Uint8Array, lines: Lines): Promise<string> {
  const chunks: Uint8Array[] = []
  const { raw } = readRecords(oneChunk(body), '')
  if (!raw) throw new Error('these records give no bytes')
  await writeCsv(raw, {
    ...lines,
    headers: 'headline',
    headerLine: (names) => delimitedHeader(names, { ...lines, bom: false }),
    guessAfter: 1,
    out: async (bytes) => void chunks.push(bytes.slice()),
    rewrite: async () => undefined,
  })
  return Buffer.concat(chunks).toString()
}

describe('the texts of cells', () => {
  test(`are, out of bytes, those of parsed records, in ${documents} documents`, async () => {
    for (let seed = 0; seed < documents; seed++) {
      const random = randomOf(seed)
      const body = Buffer.from(bodyOf(random))
      const lines: Lines = {
        delimiter: oneOf(random, [',', ';', '\t', '|', '/', '\\', 'n', '\0']),
        formulas: oneOf(random, ['guard', 'raw']),
        lineEnd: oneOf(random, ['\n', '\r\n']),
      }
      const { text } = await write([await recordsOf(body)], 'csv', lines)
      expect(await directly(body, lines), `seed ${seed}`).toBe(text)
    }
  })
})

// The bounds between the bytes that differ in what may stand before and behind them.
const bounds = [
  0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
  0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
]

const decoder = new TextDecoder('utf-8', { fatal: true })
function isText(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Some bytes between others, so that they stand anywhere in the blocks in which the engine reads. */
function around(random: Random, bytes: readonly number[]): Buffer {
  const filler = (): string =>
    oneOf(random, ['a', 'ö', '東', String.raw`\n`]).repeat(Math.floor(random() * 20))
  return Buffer.concat([Buffer.from(filler()), Buffer.from(bytes), Buffer.from(filler())])
}

const bodyWith = (texts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('{"data":[{"id":"plain"}'),
    ...texts.flatMap((text) => [Buffer.from(',{"id":"'), text, Buffer.from('"}')]),
    Buffer.from(']}'),
  ])

async function collect(body: Buffer): Promise<{ readonly fast: number; readonly slow: number }> {
  const { raw } = readRecords(oneChunk(body), '')
  if (!raw) throw new Error('these records give no bytes')
  return (await collectRaw(raw, { multi: 'joined', spool: memorySpool() })).counts
}

describe('bytes in a text', () => {
  test('that are UTF-8 are read by the engine', async () => {
    const random = randomOf(1)
    const texts = bounds.flatMap((first) =>
      bounds.flatMap((second) =>
        bounds.flatMap((third) =>
          [[first], [first, second], [first, second, third], [first, second, third, 0x80]]
            .filter((bytes) => isText(Uint8Array.from(bytes)))
            .map((bytes) => around(random, bytes)),
        ),
      ),
    )
    expect(texts.length).toBeGreaterThan(500)
    expect(await collect(bodyWith(texts))).toEqual({ fast: texts.length, slow: 1 })
  })

  const wrong = isLong ? 20_000 : 500
  test(`that are none are refused, ${wrong} times`, async () => {
    const random = randomOf(2)
    for (let tried = 0; tried < wrong;) {
      const bytes = Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(random, bounds))
      if (isText(Uint8Array.from(bytes))) continue
      tried++
      await expect(collect(bodyWith([around(random, bytes)]))).rejects.toThrow('is not UTF-8 text')
    }
  })
})
