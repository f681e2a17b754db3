import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisMachine } from '../cli/host/node-host.ts'
import { openServedFolder } from '../cli/settings/open-data-folder.ts'
import { undoIfFailed } from '../failure/failure.ts'
import { withSessionKey } from '../server/provision.ts'
import { buildApp, listen } from '../server/server.ts'
import { callback, ensureOptions, numberFrom, text, type Kinds } from './arguments.ts'
import type { Server, ServerOptions } from './library.ts'

const aPort = numberFrom(0, 65_535)
const kinds: Kinds<keyof ServerOptions> = { data: text, host: text, port: aPort, log: callback }

export async function startLocalServer(options: ServerOptions): Promise<Server> {
  const { data, host = '127.0.0.1', port = 0, log = () => undefined } = ensureOptions(options, kinds)
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'formctl-')))
  const remove = async (): Promise<void> => {
    if (data === undefined) await rm(folder, { recursive: true, force: true })
  }
  const stderr = { isTerminal: false, columns: 80, write: async () => undefined }
  const opened = await undoIfFailed(remove, () => openServedFolder({ ...thisMachine(), stderr }, folder))
  const release = (): Promise<void> => opened.close().then(remove)
  return undoIfFailed(release, async () => {
    const { environmentId, sourceFormId } = opened.first
    const { deps, apiKey } = withSessionKey({ ...opened.deps, log }, environmentId)
    const { url, close: stop } = await listen(buildApp(deps), { host, port })
    opened.announce(url)
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= stop().then(release))
    return { baseUrl: url, apiKey, environmentId, sourceFormId, close, [Symbol.asyncDispose]: close }
  })
}
