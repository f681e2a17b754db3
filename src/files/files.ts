import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { codeOf, ifMissing } from '../failure/reason.ts'

/**
 * Folders and files that survive crashes. The store and the command line both write such files, so this lies below both.
 */

/** Makes a folder and its missing parents. They survive a power cut once this resolves. */
export async function makeFolders(folder: string, mode: number): Promise<void> {
  for (const each of (await missingFolders(folder)).toReversed()) {
    await makeOne(each, mode)
    await syncFolder(dirname(each))
  }
}

export async function missingFolders(folder: string): Promise<string[]> {
  const missing: string[] = []
  // The root of a drive that is not there has nothing above it.
  for (let each = resolve(folder); dirname(each) !== each && !(await isFolder(each)); each = dirname(each))
    missing.push(each)
  return missing
}

/** Whether a path leads into a folder, or to it. Links count as what they lead to. */
export function leadsInto(folder: string, path: string): boolean {
  const [outer, inner] = [realPathOf(resolve(folder)), realPathOf(resolve(path))]
  return `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
}

/** A whole path with its links followed. Where there is nothing, those of the nearest folder. */
// Synchronous, as an asynchronous call takes a hundred times as long.
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path))
  }
}

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; there a rename is as durable as it gets.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(ifMissing(undefined))
  if (stats && !stats.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  return stats !== undefined
}

// Level by level: where the system takes no folder at all, as in /proc, Node's own way up and down never ends.
async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another run may have been first.
    const code = codeOf(error)
    if (code === 'EEXIST' && (await isFolder(folder))) return
    if (code === 'EEXIST') throw impossible(`${folder} is a link to a file that does not exist`)
    if (code !== 'ENOENT') throw error
    throw impossible(`no folder can be made in ${dirname(folder)}`)
  }
}

// With a code, as every error of the system has one.
const impossible = (reason: string): Error => Object.assign(new Error(reason), { code: 'ENOTSUP' })

/** The path of a temporary file beside a file that it will replace. Its name holds the process that writes it. */
export function partOf(full: string): string {
  const name = basename(full)
  // Names may have 255 bytes, and what follows needs 48 of them.
  const beginning = Buffer.byteLength(name) > 200 ? '' : `${name}.`
  // Need not be unguessable: the file is created exclusively. node:crypto would take 4 MB.
  const random = Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
  return join(dirname(full), `.${beginning}formctl_${place()}_${process.pid}_${random}.part`)
}

const partName = /^\..*formctl_([\da-f]{8})_(\d+)_[\da-f]{12}\.part(-wal|-shm|-journal)?$/

/** Removes the temporary files and folders that killed runs left in a folder, and none that a live process still writes. */
export async function sweepParts(folder: string): Promise<void> {
  // A folder that cannot be read is not swept; it may still be writable.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [, where, pid] = partName.exec(name) ?? []
    if (where === undefined || pid === undefined) continue
    const part = join(folder, name)
    const isLeft = where === place() ? !isAlive(Number(pid)) : await isOld(part)
    if (isLeft) await rm(part, { force: true, recursive: true }).catch(() => undefined)
  }
}

/** Whether this machine has a process of that id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists and belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

// Processes of other machines and containers cannot be asked. A file that is still written changes within a day.
const maxPartAge = 24 * 60 * 60 * 1000

const isOld = (part: string): Promise<boolean> =>
  stat(part).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > maxPartAge,
    () => false,
  )

let known: string | undefined

/** Identifies where a process id is valid: this boot of this machine, and this container. */
function place(): string {
  known ??= hashOf([hostname(), ...[bootId, pidNamespace].map(orNothing)].join('\n'))
  return known
}

/** The FNV-1a hash of a text, in 8 hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
const pidNamespace = (): string => readlinkSync('/proc/self/ns/pid')

// Only Linux has such files.
function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** How many bytes there are, and their SHA-256 in hexadecimal. */
export type Digest = { readonly bytes: number; readonly sha256: string }

/** A digest of bytes that come one after another. */
export async function startDigest(): Promise<{
  readonly add: (chunk: Uint8Array) => void
  readonly end: () => Digest
}> {
  // Few runs need it.
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add: (chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const digest = await startDigest()
  for await (const chunk of chunks) digest.add(chunk)
  return digest.end()
}

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

/** Yields the values that `read` gives until it gives undefined. The next one is read while the last one is used. */
export async function* prefetch<Value>(
  read: () => Promise<Value | undefined>,
): AsyncGenerator<Value, void, void> {
  let coming = read()
  try {
    for (;;) {
      const value = await coming
      if (value === undefined) return
      coming = read()
      // A reader that stops early does not get this error.
      coming.catch(() => undefined)
      yield value
    }
  } finally {
    await coming.catch(() => undefined)
  }
}
