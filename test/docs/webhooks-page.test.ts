import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runBuilt, type ProgramRun } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

const root = join(import.meta.dirname, '../..')

test('the receiver of docs/webhooks.md takes what has its secret, and refuses what has not', async () => {
  const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
  const [, script = ''] = /^```js\n([\s\S]*?)^```/m.exec(page) ?? []
  const cwd = temporaryFolder()
  cpSync(join(root, 'docs/examples'), cwd, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  writeFileSync(join(cwd, 'receiver.mjs'), script)
  // With the clock of this machine, which the receiver compares with.
  const run = (words: string): Promise<ProgramRun> => runBuilt(words.split(' '), { cwd })
  expect(await run('forms apply feedback.yaml --yes')).toMatchObject({ exit: 0 })
  const { stdout } = await run('service webhook create https://a.example/hook')
  writeFileSync(join(cwd, 'secret'), stdout)
  writeFileSync(join(cwd, 'other'), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd,
    env: { PORT: String(port) },
    stdio: 'pipe',
  })
  onTestFinished(() => void receiver.kill())
  let output = ''
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const replay = (file: string): Promise<ProgramRun> =>
    run(
      `events replay --since all --until 1 --forward-to http://127.0.0.1:${port} --secret-file ${file} -o json`,
    )
  await expect.poll(async () => (await replay('secret')).exit).toBe(0)
  expect(output).toMatch(/^msg_[\da-f]{32} form\.created cl\w+\n/)
  expect(await replay('other')).toMatchObject({
    exit: 8,
    stdout: expect.stringContaining('status 400'),
  })
  expect(output).toContain('refused: ')
})
