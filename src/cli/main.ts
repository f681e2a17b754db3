import { nodeHost } from './host/node-host.ts'
import { run } from './run.ts'

/** Runs the program on this process. The process then ends by itself, when its work and its output are done. */
export async function start(): Promise<void> {
  const { host, finish } = nodeHost()
  await finish(await run(host))
}
