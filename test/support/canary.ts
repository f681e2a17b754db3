import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Stands in every key that a test gives to the program; nothing that is printed or written may hold it. */
export const canary = '_canary_'

/** A key for tests: it is recognised wherever it comes out. */
export const canaryKey = `formctl${canary}0123456789`

/** Where something was seen that no one may see, and what a service says of itself there. */
type Place = { readonly where: string; readonly mayShowNew?: boolean; readonly secrets?: readonly string[] }

/** What was found so far, how much was looked at, and the folders of the test file that runs. */
const watch = { leaks: [] as string[], bytes: 0, given: new Map<string, string>(), folders: [] as string[] }

/** The leaks that were noticed since the last time of asking. */
export const takeLeaks = (): readonly string[] => watch.leaks.splice(0)

/** How many bytes were looked at. */
export const bytesWatched = (): number => watch.bytes

// As the server makes them: 43 characters of base64url.
const newKey = /fctl_[\w-]{43}/

// The commands whose purpose it is to show a new key, once.
const showsNew = /\bserve\b|\bservice\W+key\W+(?:create|rotate)\b|\bquickstart\b/

/** Whether a command line is of a command that shows a key that it makes. */
export const mayShowNew = (words: readonly string[]): boolean => showsNew.test(words.join(' '))

/** Looks at a stream as it comes, over the seams of its chunks. */
export function watchStream(place: Place): (chunk: unknown) => void {
  let tail = ''
  return (chunk) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')
    watch.bytes += text.length
    if (holdsKey(tail + text, place)) note(place.where)
    // Shorter than any key, so that none is seen twice, and long enough for its larger part.
    tail = (tail + text).slice(-47)
  }
}

const holdsKey = (text: string, { mayShowNew: isShown = false, secrets = [] }: Place): boolean =>
  text.includes(canary) ||
  secrets.some((secret) => text.includes(secret)) ||
  (!isShown && text.includes('fctl_') && newKey.test(text))

const note = (where: string): void => void (watch.leaks.includes(where) || watch.leaks.push(where))

type Given = {
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly words?: readonly string[] | undefined
}

/**
 * The keys that a run is given, where they are long enough to be told from words: the one of its environment, and what
 * stands in a wrong place of its command line or variables. Of a longer one its first two thirds are already too much.
 */
export function keysIn({ env = {}, words = [] }: Given): readonly string[] {
  const own = Object.keys(env).filter((name) => name.startsWith('FORMCTL_'))
  const texts = [...words, ...own.map((name) => env[name] ?? '')]
  const keys = texts.flatMap((text) => text.match(/fctl_[\w-]{16,}/g) ?? [])
  const users = texts.flatMap((text) => /^https?:\/\/([^@/]+)@/.exec(text)?.[1] ?? [])
  return [env['FORMCTL_API_KEY'] ?? '', ...keys, ...users]
    .filter((key) => key.length >= 8)
    .map((key) => (key.length < 16 ? key : key.slice(0, Math.ceil((key.length * 2) / 3))))
}

/** A file that the test itself writes; it may hold keys as long as it stays as it is. */
export const noteGiven = (path: string, text: string): void => void watch.given.set(path, text)

/** A folder that is searched and removed after the test file. */
export const noteFolder = (folder: string): void => void watch.folders.push(folder)

/** Searches the folders of a test file, and forgets what it wrote there. */
export function removeFolders(): void {
  for (const folder of watch.folders.splice(0)) {
    if (existsSync(folder)) watchFolder(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  watch.given.clear()
}

/** Looks at every file below a folder: a key stands in no file but the user's own, closed to others. */
export function watchFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) watchFolder(path)
    else if (entry.isFile()) watchFile(path)
  }
}

function watchFile(path: string): void {
  const { size, mode } = lstatSync(path)
  // No file that holds keys is so large, and some are 1 GB.
  if (size > 64 * 1024 * 1024 || (mode & 0o400) === 0) return
  const text = readFileSync(path).toString('latin1')
  watch.bytes += size
  const isUserFile = path.endsWith('formctl/config.yaml') && (mode & 0o077) === 0
  if (!isUserFile && watch.given.get(path) !== text && holdsKey(text, { where: path })) note(path)
}
