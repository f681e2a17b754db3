/** Names of files made from texts of strangers. */

/**
 * A text as the name of one file or folder on any system: no part of a path, no device of Windows, no hidden file, and at
 * most `maxBytes` in UTF-8. The ending of a shortened name stays. '' where nothing of the text is left.
 */
export function safeName(text: string, maxBytes: number): string {
  // The time of `normalize` grows with the square of a run of marks.
  const name = (text.length > 1000 ? text.slice(0, 500) + text.slice(-500) : text)
    .toWellFormed()
    .normalize()
    // Invisible marks of direction could make one ending look like another.
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '_')
    .replace(/^[.\s]+/, '')
  const [stem, ending] = parted(name)
  const short = shortened(stem, maxBytes - Buffer.byteLength(ending)) + ending
  const whole = short.replace(/(?<![.\s])[.\s]+$/, '')
  return device.test(whole) ? `_${whole}` : whole
}

// Windows takes these names, with any ending, for devices.
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i

/** A name without its ending, and the ending. */
function parted(name: string): readonly [stem: string, ending: string] {
  const [ending = ''] = /(?<=[^.])\.[^.\s]{1,16}$/.exec(name) ?? []
  return [name.slice(0, name.length - ending.length), ending]
}

function shortened(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let short = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    short += character
  }
  return short
}

/**
 * Makes names unique within one folder: the second `a.pdf` is `a (2).pdf`. Names that differ only in case are one name, as
 * they are on Windows and macOS.
 */
export function uniqueNames(taken: readonly string[] = []): (name: string) => string {
  const keyOf = (name: string): string => name.normalize().toLowerCase()
  const used = new Set(taken.map(keyOf))
  const last = new Map<string, number>()
  return (name) => {
    const [stem, ending] = parted(name)
    let unique = name
    let n = last.get(keyOf(name)) ?? 1
    while (used.has(keyOf(unique))) unique = `${stem} (${++n})${ending}`
    last.set(keyOf(name), n)
    used.add(keyOf(unique))
    return unique
  }
}
