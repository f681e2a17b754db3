import { Failure } from '../../failure/failure.ts'
import { isSecret } from '../../server/webhooks/signatures.ts'
import type { Host } from '../host.ts'

/** The secret of webhooks in a file. Fails with `file-unreadable` where the file holds none. */
export async function readSecret({ files }: Pick<Host, 'files'>, path: string): Promise<string> {
  const secret = Buffer.from(await files.read(path))
    .toString()
    .trim()
  if (isSecret(secret)) return secret
  throw Failure.of('file-unreadable', { path, reason: 'it holds no secret, which is whsec_ and base64' })
}
