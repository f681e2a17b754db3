import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { luckOf } from '../../test/support/luck.ts'
import { replyOf } from '../../test/support/reply-worlds.ts'
import { writeSavedReply } from '../saved-reply.ts'
import { shapeNames } from '../saved-reply/shapes.ts'
import { parseExact } from './exact-json.ts'
import { numberReply } from './number-reply.ts'
import { textReply } from './text-reply.ts'
import { uniqueOf } from './unique.ts'

/** A reply in a file, and its records. */
export type World = {
  readonly name: string
  readonly path: string
  /** What has to be exported of it: each response once, unless it is asked to keep all. */
  readonly records: readonly unknown[]
  /** Words of the command that asks for them. */
  readonly words: readonly string[]
  /** The byte that opens a level too many; undefined where none does. */
  readonly tooDeepAt: number | undefined
}

/** How many levels of objects and arrays are read. */
export const deepest = 512

/** Replies of the bench, each of so many bytes, one of numbers, one of texts that look like values, and so many of those that the kernel is held to the parser by. */
export function makeWorlds(
  folder: string,
  { bytes: size, odd }: { readonly bytes: number; readonly odd: number },
): readonly World[] {
  const pathOf = (name: string): string => join(folder, `${name}.json`)
  const worldOf = (
    name: string,
    reply: Buffer,
    { records = recordsOf(reply.toString()) ?? [], keepsAll = false } = {},
  ): World => ({
    name,
    path: pathOf(name),
    records: keepsAll ? records : uniqueOf(records),
    words: keepsAll ? ['--keep-duplicates'] : [],
    tooDeepAt: tooDeepAt(reply),
  })
  const worlds: World[] = []
  for (const shape of shapeNames) {
    writeSavedReply(pathOf(shape), size, shape)
    worlds.push(worldOf(shape, readFileSync(pathOf(shape))))
  }
  for (const [name, reply] of Object.entries({ numbers: numberReply(), texts: textReply() })) {
    writeFileSync(pathOf(name), reply)
    worlds.push(worldOf(name, readFileSync(pathOf(name))))
  }
  const most = worlds.length + odd
  for (let seed = 1; worlds.length < most; seed++) {
    const reply = replyOf(luckOf(seed), 60)
    const records = recordsOf(new TextDecoder().decode(reply))
    // Many are broken on purpose.
    if (records === undefined || records.length === 0 || !isUtf8(reply)) continue
    writeFileSync(pathOf(`world-${seed}`), reply)
    worlds.push(worldOf(`world-${seed}`, reply, { records, keepsAll: seed % 2 === 0 }))
  }
  return worlds
}

/** The records of a reply; undefined where it is none. */
function recordsOf(text: string): readonly unknown[] | undefined {
  try {
    const reply = parseExact(text)
    const records = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'data') : undefined
    return Array.isArray(records) ? records : undefined
  } catch {
    return undefined
  }
}

/** Where JSON opens more levels than are read, counted from the first byte of the reply. */
export function tooDeepAt(bytes: Uint8Array): number | undefined {
  let [depth, isText] = [0, false]
  for (let i = 0; i < bytes.length; i++) {
    const letter = String.fromCharCode(bytes[i] ?? 0)
    if (letter === '"') isText = !isText
    else if (isText) i += letter === '\\' ? 1 : 0
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    if (depth > deepest) return i
  }
  return undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
