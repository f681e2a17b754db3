import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A page that is the same for everybody but for a few short texts, kept as it is and compressed. */
export type PageTemplate = {
  /** The page with its texts filled in, as long as each holds no markup. */
  readonly withTexts: (texts: readonly string[]) => FilledPage
}

type FilledPage = {
  readonly text: string
  /** The same as gzip (RFC 1952). It costs a copy: only the texts are new, and they stand in it as they are. */
  readonly gzip: () => Buffer
}

/** The template of a page in which each placeholder stands once. The texts of `withTexts` have the order of the placeholders. */
export function templateOf(page: string, placeholders: readonly string[]): PageTemplate {
  const found = placeholders
    .map((placeholder, index) => ({ placeholder, index, at: page.indexOf(placeholder) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  const cuts = [...found, { placeholder: '', index: -1, at: page.length }]
  const parts = cuts.map(({ at }, i) => {
    const before = cuts[i - 1]
    return page.slice(before ? before.at + before.placeholder.length : 0, at)
  })
  const plain = parts.map((part) => Buffer.from(part))
  // A full flush ends at a byte, and nothing after it refers to what stands before.
  const packed = plain.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH }))
  return {
    withTexts(texts) {
      const filled = found.map(({ index }) => texts[index] ?? '')
      return {
        text: parts.map((part, i) => part + (filled[i] ?? '')).join(''),
        gzip: () => gzipOf(plain, { packed, between: filled.map((text) => Buffer.from(text)) }),
      }
    },
  }
}

type Pieces = { readonly packed: readonly Buffer[]; readonly between: readonly Buffer[] }

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

function gzipOf(plain: readonly Buffer[], { packed, between }: Pieces): Buffer {
  const chunks: Uint8Array[] = [header]
  let [sum, size] = [0, 0]
  for (const [i, part] of plain.entries()) {
    const text = between[i]
    sum = crc32(part, sum)
    size += part.length
    chunks.push(packed[i] ?? lastBlock)
    if (!text) continue
    sum = crc32(text, sum)
    size += text.length
    chunks.push(storedBlock(text.length), text)
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...chunks, lastBlock, trailer])
}

/** The head of a block of so many bytes that stand as they are (RFC 1951, section 3.2.4); at most 65,535. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(0xffff - length, 3)
  return head
}
