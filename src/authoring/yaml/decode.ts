import { textFault, type TextFault } from '../faults.ts'

type Encoding = { readonly encoding: string; readonly from: string }

/** Decodes a YAML file, or says why it is no text. Removes a byte order mark. */
export function decode(bytes: Uint8Array): { text: string; fault?: TextFault } {
  const decoded = decodeUtf8(bytes)
  if (decoded.fault) return decoded
  // The YAML library does not know lone CRs as line ends. A newline in their place keeps all offsets.
  const text = decoded.text.replaceAll(/\r(?!\n)/g, '\n')
  const at = controlAt(text)
  if (at === -1) return { text }
  const encoding = unmarkedEncoding(bytes)
  return { text, fault: encoding === undefined ? controlFault(text, at) : encodingFault(encoding) }
}

export function decodeUtf8(bytes: Uint8Array): { text: string; fault?: TextFault } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder().decode(bytes), fault: notUtf8(bytes) }
  }
}

export function controlFault(text: string, at: number): TextFault {
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  return textFault('not-text', { code }, [at, at + 1])
}

// YAML allows no control characters but tab and line breaks; they come from binary files.
function controlAt(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return i
  }
  return -1
}

function notUtf8(bytes: Uint8Array): TextFault {
  const encoding = markedEncoding(bytes) ?? unmarkedEncoding(bytes)
  if (encoding !== undefined) return encodingFault(encoding)
  // A decoder does not report where it fails: find the longest valid prefix by bisection.
  let [fine, broken] = [0, bytes.length + 1]
  while (broken - fine > 1) {
    const middle = (fine + broken) >> 1
    if (isFine(bytes.subarray(0, middle))) fine = middle
    else broken = middle
  }
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, fine), {
    stream: true,
  })
  const offset = new TextEncoder().encode(decoded).length
  const at = decoded.startsWith('\uFEFF') ? decoded.length - 1 : decoded.length
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
  const isBinary = bytes.subarray(0, mostLookedAt).includes(0)
  return textFault('not-utf8', { offset, byte, isBinary }, [at, at + 1])
}

const encodingFault = (encoding: Encoding): TextFault => textFault('not-utf8', encoding, [0, 0])

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0
      ? { encoding: 'UTF-32 LE', from: 'UTF-32' }
      : { encoding: 'UTF-16 LE', from: 'UTF-16' }
  return first === 0xfe && second === 0xff ? { encoding: 'UTF-16 BE', from: 'UTF-16' } : undefined
}

/** UTF-16 without a byte order mark: in Latin text every other byte is 0. */
function unmarkedEncoding(bytes: Uint8Array): Encoding | undefined {
  const beginning = bytes.subarray(0, mostLookedAt)
  const pairs = beginning.length >> 1
  if (pairs < 2) return undefined
  const zeros = [0, 0]
  for (const [i, byte] of beginning.subarray(0, 2 * pairs).entries())
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > 0.7 * pairs && even === 0) return { encoding: 'UTF-16 LE', from: 'UTF-16LE' }
  return even > 0.7 * pairs && odd === 0 ? { encoding: 'UTF-16 BE', from: 'UTF-16BE' } : undefined
}

// The start of a file shows its kind.
const mostLookedAt = 1024

function isFine(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
