import { isFit } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import type { Globals } from '../command.ts'
import type { Host, Input } from '../host.ts'
import type { KeySetting, Sourced } from './settings.ts'

/** Where the options say that the key is read; undefined: nowhere. A key itself is never an option. */
export function keyOption({ apiKeyStdin, apiKeyFile }: Globals): KeySetting | undefined {
  if (apiKeyStdin && apiKeyFile !== undefined)
    throw Failure.of('usage', { problem: 'Give --api-key-stdin or --api-key-file, not both.' })
  if (apiKeyFile !== undefined)
    return { value: apiKeyFile, source: `--api-key-file ${apiKeyFile}`, kind: 'file', isStored: false }
  return apiKeyStdin ? { value: '', source: 'the standard input', kind: 'stdin', isStored: false } : undefined
}

/** The key in a file or on standard input. */
export async function keyRead(
  { files, stdin }: Pick<Host, 'files' | 'stdin'>,
  { kind, value, source }: KeySetting,
): Promise<Sourced<string>> {
  const chunks = kind === 'file' ? [await files.read(value)] : await beginningOf(stdin)
  return fitKey({ value: new TextDecoder().decode(Buffer.concat(chunks)), source })
}

/** A key as people pass it on, without what editors and shells put around it. */
export function fitKey({ value, source }: Sourced<string>): Sourced<string> {
  const key = value.replace(/^\uFEFF/, '').trim()
  if (key === '') throw Failure.of('usage', { problem: `No API key came from ${source}.` })
  if (!isFit(key)) throw Failure.of('key-unusable', { source })
  return { value: key, source }
}

// No key is longer: a whole export piped in by mistake need not be read to its end.
const mostBytes = 64 * 1024

async function beginningOf(stdin: Input): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin.chunks()) {
    chunks.push(new Uint8Array(chunk))
    size += chunk.length
    if (size > mostBytes) break
  }
  return chunks
}
