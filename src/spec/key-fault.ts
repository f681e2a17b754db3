import type { Scalar } from 'yaml'
import type { Path } from '../form/path.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** What YAML takes for the beginning of a key, and its author meant as something else. */
export function keyFault({ type, range }: Scalar, place: Path, text: string): TextFault | undefined {
  if (type !== 'PLAIN') return undefined
  const start = range?.[0] ?? 0
  const source = text.slice(start, range?.[1])
  if (/^\w+$/.test(source)) return undefined
  const path = [...place]
  const space = invisibleIn(source, edges)
  if (space) return spaceFault(start + space.index, { code: space.code, path })
  const [line = ''] = source.split('\n', 1)
  if (line.startsWith('//'))
    return textFault('yaml-comment', {}, [start, start + line.trimEnd().length, path])
  return /^-[^\s\d-]/.test(line) ? textFault('yaml-dash', {}, [start, start + 1, path]) : undefined
}

/** The space that is none for YAML, at the head of a line or behind its dash or key, in a stretch of a text. */
export function spaceInstead(lines: string, start: number): TextFault | undefined {
  const space = invisibleIn(lines, behindSigns)
  return space && spaceFault(start + space.index, { code: space.code, path: [] })
}

// The spaces of Unicode other than the plain one, and what takes no room at all.
const invisible = String.raw`\u00A0\u1680\u2000-\u200F\u2028-\u202F\u205F-\u2064\u3000\uFEFF`
const edges = new RegExp(`^-?[${invisible}]|[${invisible}]$`)
const behindSigns = new RegExp(`^ *-?[${invisible}]|^[^:\n]*:[${invisible}]`, 'm')

function invisibleIn(text: string, where: RegExp): { index: number; code: string } | undefined {
  const found = where.exec(text)
  if (!found) return undefined
  const index = found.index + found[0].length - 1
  return { index, code: text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0') }
}

const spaceFault = (at: number, { code, path }: { code: string; path: Path }): TextFault =>
  textFault('yaml-space', { code }, [at, at + 1, path])
