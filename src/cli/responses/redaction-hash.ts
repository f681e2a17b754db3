import type { Hash } from '../../table/choose-records.ts'
import { count, Failure } from '../../failure/failure.ts'
import type { Host } from '../host.ts'
import type { TablePlan } from '../../export/files/export-files.ts'

/** A shorter key can be guessed, and with it every hashed value. */
const shortest = 16

/** HMAC-SHA-256 in hexadecimal, or undefined if nothing is hashed. A missing or short key is a Failure. */
export async function redactionHash(
  { redactions, redactKeyFile }: Pick<TablePlan, 'redactions' | 'redactKeyFile'>,
  host: Host,
): Promise<Hash | undefined> {
  if (!redactions.some(({ how }) => how === 'hash')) return undefined
  const { createHmac, createSecretKey } = await import('node:crypto')
  const key = createSecretKey(await keyOf(redactKeyFile, host))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

async function keyOf(file: string | undefined, { env, files }: Host): Promise<Buffer> {
  const [name, given] =
    file === undefined
      ? ['FORMCTL_REDACT_KEY', Buffer.from(env['FORMCTL_REDACT_KEY'] ?? '')]
      : [file, Buffer.from(await files.read(file, 64 * 1024))]
  const key = trimmed(given)
  if (key.length >= shortest) return key
  throw Failure.of('redact-key', {
    problem:
      key.length > 0
        ? `The key in ${name} has ${count(key.length, 'byte')}, and shorter than ${shortest} can be guessed.`
        : file === undefined
          ? '--redact …=hash needs a key, and none is set.'
          : `The key file ${file} ${given.length === 0 ? 'is empty' : 'holds nothing but blanks'}.`,
  })
}

/** Trims blanks and line ends, which editors add to files. */
function trimmed(bytes: Buffer): Buffer {
  const isBlank = (byte: number | undefined): boolean =>
    byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)
  let [from, to] = [0, bytes.length]
  while (from < to && isBlank(bytes[from])) from++
  while (to > from && isBlank(bytes[to - 1])) to--
  return bytes.subarray(from, to)
}
