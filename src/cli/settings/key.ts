import { Failure, misuse } from '../../failure/failure.ts'
import type { Context, Globals } from '../command.ts'
import type { Host, Input } from '../host.ts'
import { isValidKey } from '../../wire/wire.ts'
import { askSecret } from '../terminal/ask.ts'
import { isSameHost } from './base-url.ts'
import type { Key, KeySetting } from './settings.ts'
import { timeoutOf } from './waits.ts'

/** Reads the key for a service: from a setting, a file, stdin or a command. A stored key goes only to its own address. */
export async function readKey(context: Context, key: KeySetting | undefined, baseUrl: string): Promise<Key> {
  if (!key) throw Failure.of('key-missing', { profile: context.globals.profile })
  if (!isFor(key, baseUrl))
    throw Failure.of('key-elsewhere', { source: key.source, home: key.home ?? 'no address', baseUrl })
  if (key.kind === 'key') return key
  if (key.kind === 'command') return { ...key, value: await printedKey(context, key) }
  return readKeyText(context.host, key)
}

/** Whether a key may be sent to an address. */
export const isFor = ({ isStored, home }: KeySetting, baseUrl: string): boolean =>
  !isStored || (home !== undefined && isSameHost(home, baseUrl))

/** The key that --api-key-stdin or --api-key-file names. */
export function keyOption({ apiKeyStdin, apiKeyFile }: Globals): KeySetting | undefined {
  if (apiKeyStdin && apiKeyFile !== undefined)
    throw misuse('Give --api-key-stdin or --api-key-file, not both.')
  if (apiKeyFile !== undefined)
    return {
      value: apiKeyFile,
      source: `--api-key-file ${apiKeyFile}`,
      advice: `Put a key of this service into ${apiKeyFile}.`,
      kind: 'file',
      isStored: false,
    }
  const advice = 'Pipe in a key of this service.'
  return apiKeyStdin
    ? { value: '', source: 'the standard input', advice, kind: 'stdin', isStored: false }
    : undefined
}

/** The key in a file or on standard input. */
async function readKeyText(
  { files, stdin }: Pick<Host, 'files' | 'stdin'>,
  { kind, value, source, advice }: KeySetting,
): Promise<Key> {
  const chunks = kind === 'file' ? [await files.read(value)] : await beginningOf(stdin)
  return checkedKey({ value: new TextDecoder().decode(Buffer.concat(chunks)), source, advice })
}

/** Trims a key, also of a byte order mark, and refuses what cannot be a key. */
function checkedKey({ value, source, advice }: Key): Key {
  const key = value.trim()
  if (key === '') throw misuse(`No API key came from ${source}.`)
  if (!isValidKey(key)) throw Failure.of('key-unusable', { source, advice })
  return { value: key, source, advice }
}

// No key is longer; a large file piped in by mistake is not read to its end.
const maxBytes = 64 * 1024

async function beginningOf(stdin: Input): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin.chunks()) {
    chunks.push(new Uint8Array(chunk))
    size += chunk.length
    if (size > maxBytes) break
  }
  return chunks
}

// Time to unlock a password store.
const defaultSeconds = 60

/** The key that a command prints. Its stderr is shown with the key and control characters masked. */
async function printedKey(context: Context, { value: command, source }: KeySetting): Promise<string> {
  const { host, terminal } = context
  const seconds = timeoutOf(context) ?? defaultSeconds
  const { status, output, errorOutput, isLate } = await host.capture(command, seconds)
  const key = output.trim()
  for (const line of key.split('\n')) terminal.maskSecret(line.trim())
  if (errorOutput.trim() !== '') await terminal.warn(errorOutput.trim())
  const failed = (reason: string): Failure => Failure.of('key-command-failed', { source, reason })
  if (isLate) throw failed(`it did not end within ${seconds} s`)
  if (status !== 0) throw failed(`it ended with status ${status}`)
  if (key === '') throw failed('it printed nothing')
  if (isValidKey(key)) return key
  const printed = key.includes('\n') ? 'more than one line' : 'a space or another character that no key has'
  throw failed(`it printed ${printed}, and must print the key and nothing else`)
}

/** A key from the options, or from a prompt. */
export async function askKey(context: Context): Promise<Key> {
  const option = keyOption(context.globals)
  if (option) return readKeyText(context.host, option)
  const question = { message: 'API key?', flag: '--api-key-stdin or --api-key-file <file>' }
  const advice = 'Copy the whole key again.'
  return checkedKey({ value: await askSecret(context, question), source: 'your answer', advice })
}
