/** Runs exports with the program that was built, out of a file and of a service, and keeps what was compiled for them. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import v8 from 'node:v8'
import { leastLeft } from '../src/export/leap/least-left.ts'

const [target = ''] = process.argv.slice(2)
const saved = 'fixtures/responses/every-type.json'

// What was compiled under other flags than the engine begins with is good for nobody.
v8.setFlagsFromString = () => undefined

const bundle = '../dist/scripts.js'
const { load, keepScripts } = (await import(bundle)) as typeof import('../src/cli/host/scripts.ts')
const start = load('./main.js')['start'] as () => Promise<void>

async function run(...words: readonly string[]): Promise<void> {
  process.argv = [...process.argv.slice(0, 2), ...words]
  await start()
  if (process.exitCode !== 0) throw new Error(`formctl ${words.join(' ')} failed`)
}

/** A service whose every reply is large, so that two threads read it. */
async function serving(): Promise<{ readonly url: string; readonly server: Server }> {
  const records = readFileSync(saved, 'utf8').replace(/^[^[]*\[|\][^\]]*$/g, '')
  const body = Buffer.from(
    `{"data":[${Array(Math.ceil((1.2 * leastLeft) / records.length))
      .fill(records)
      .join()}]}`,
  )
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').setHeader('content-length', body.length)
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server }
}

const { url, server } = await serving()
const out = ['--out', target, '--force']
await run('responses', 'export', '--from', saved, ...out)
await run('responses', 'export', '--all', '--base-url', url, ...out)
server.close()
process.on('exit', keepScripts)
