import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A name beside a file, for what is to take its place: nobody reads it, and it tells which process writes it. */
export function partOf(full: string): string {
  const name = basename(full)
  // Names may have 255 bytes, and what follows needs 48 of them.
  const beginning = Buffer.byteLength(name) > 200 ? '' : `${name}.`
  // It need not be beyond guessing, only new: who makes such a file refuses one that is there. node:crypto takes 4 MB.
  const random = Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
  return join(dirname(full), `.${beginning}formctl_${place()}_${process.pid}_${random}.part`)
}

const partName = /^\..*formctl_([\da-f]{8})_(\d+)_[\da-f]{12}\.part(-wal|-shm|-journal)?$/

/** Removes from a folder what runs of formctl left there that were killed; never what one that lives still writes. */
export async function sweepParts(folder: string): Promise<void> {
  // A folder that may not be read is not swept; writing into it goes on.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [, where, pid] = partName.exec(name) ?? []
    if (where === undefined || pid === undefined) continue
    const part = join(folder, name)
    const isLeft = where === place() ? !isAlive(Number(pid)) : await isOld(part)
    if (isLeft) await rm(part, { force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// Of another machine's or container's process nothing can be known here. Whoever still writes has done so within a day.
const longestLife = 24 * 60 * 60 * 1000

const isOld = (part: string): Promise<boolean> =>
  stat(part).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > longestLife,
    () => false,
  )

let known: string | undefined

/** Where numbers of processes mean the same: this machine since its start, and in it this container. */
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

// Other systems have no such files.
function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
