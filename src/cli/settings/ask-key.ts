import { isFit } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { Input } from '../host.ts'
import { askSecret } from '../terminal/ask.ts'
import type { Sourced } from './settings.ts'

/** Where a key comes from when nobody types it. */
export type KeyOptions = { readonly apiKeyStdin: boolean; readonly apiKeyFile: string | undefined }

/** A key from where the options say, or from the person; never from the command line itself. */
export async function askKey(context: Context, given: KeyOptions): Promise<Sourced<string>> {
  const { value, source } = await keyGiven(context, given)
  const key = value.replace(/^\uFEFF/, '').trim()
  if (key === '') throw Failure.of('usage', { problem: `No API key came from ${source}.` })
  if (!isFit(key)) throw Failure.of('key-unusable', { source })
  return { value: key, source }
}

async function keyGiven(context: Context, { apiKeyStdin, apiKeyFile }: KeyOptions): Promise<Sourced<string>> {
  const { files, stdin } = context.host
  if (apiKeyStdin && apiKeyFile !== undefined)
    throw Failure.of('usage', { problem: 'Give --api-key-stdin or --api-key-file, not both.' })
  if (apiKeyFile !== undefined)
    return { value: textOf([await files.read(apiKeyFile)]), source: `--api-key-file ${apiKeyFile}` }
  if (apiKeyStdin) return { value: textOf(await beginningOf(stdin)), source: 'the standard input' }
  const question = { message: 'API key?', flag: '--api-key-stdin or --api-key-file <file>' }
  return { value: await askSecret(context, question), source: 'your answer' }
}

const textOf = (chunks: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(chunks))

// No key is longer: a whole export piped in by mistake need not be read to its end.
const mostBytes = 64 * 1024

async function beginningOf(stdin: Input): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin.chunks()) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return chunks
}
