import { textFault, type TextFault } from './text-fault.ts'

/** The text of a YAML file, or why it is none. A byte order mark is taken off. */
export function decode(bytes: Uint8Array): { text: string; fault?: TextFault } {
  const decoded = decodeUtf8(bytes)
  if (decoded.fault) return decoded
  // Old line ends, which the YAML library does not know; a newline in place of each leaves every offset as it is.
  const text = decoded.text.replaceAll(/\r(?!\n)/g, '\n')
  const at = controlAt(text)
  return at === -1 ? { text } : { text, fault: controlFault(text, at) }
}

/** The text of any file, each character as it is, or why it is none. */
export function decodeUtf8(bytes: Uint8Array): { text: string; fault?: TextFault } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder().decode(bytes), fault: notUtf8(bytes) }
  }
}

/** The fault that a control character is where only text can be. */
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
  // The longest beginning that is fine, by halving: a decoder tells that it fails, not where.
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
  const isUtf16 = offset === 0 && bytes.length > 1 && (bytes[0] ?? 0) + (bytes[1] ?? 0) === 0xff + 0xfe
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
  return textFault('not-utf8', { offset, byte, isUtf16 }, [at, at + 1])
}

function isFine(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
