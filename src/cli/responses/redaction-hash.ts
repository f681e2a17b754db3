import type { Hash } from '../../export/redact.ts'
import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import type { TablePlan } from './table-plan.ts'

/** Shorter ones are guessed, and then every value that was hashed. */
const shortest = 16

/** HMAC-SHA-256 in hexadecimal by the key that was given, where something is to be hashed; no key is a Failure. */
export async function redactionHash(
  { redactions, redactKeyFile }: TablePlan,
  host: Host,
): Promise<Hash | undefined> {
  if (!redactions.some(({ how }) => how === 'hash')) return undefined
  // What few runs need is loaded only by them.
  const { createHmac, createSecretKey } = await import('node:crypto')
  const key = createSecretKey(await keyOf(redactKeyFile, host))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

async function keyOf(file: string | undefined, { env, files }: Host): Promise<Buffer> {
  const [name, text] =
    file === undefined
      ? ['FORMCTL_REDACT_KEY', env['FORMCTL_REDACT_KEY'] ?? '']
      : [file, Buffer.from(await files.read(file, 64 * 1024)).toString('latin1')]
  // Editors end a file with a line end, which is no part of the key.
  const key = Buffer.from(text.trim(), file === undefined ? 'utf8' : 'latin1')
  if (key.length >= shortest) return key
  throw Failure.of('redact-key', {
    problem:
      key.length === 0 && file === undefined
        ? '--redact …=hash needs a key, and none is set.'
        : `The key in ${name} has ${key.length} bytes, and shorter than ${shortest} can be guessed.`,
  })
}
