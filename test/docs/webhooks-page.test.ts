import { spawn } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runBuilt, type ProgramRun } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { copyTracked } from '../support/tracked-files.ts'

const root = join(import.meta.dirname, '../..')

test('the receiver of docs/webhooks.md takes what has its secret, and refuses what has not', async () => {
  const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
  const [, script = ''] = /^```js\n([\s\S]*?)^```/m.exec(page) ?? []
  const cwd = temporaryFolder()
  copyTracked('docs/examples', cwd)
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  // It takes any port, and prints which one.
  const printing = ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })"
  const receiving = script.replace('.listen(process.env.PORT ?? 3000)', () => printing)
  writeFileSync(join(cwd, 'receiver.mjs'), receiving)
  // With the clock of this machine, which the receiver compares with.
  const run = (words: string): Promise<ProgramRun> => runBuilt(words.split(' '), { cwd })
  expect(await run('forms apply feedback.yaml --yes')).toMatchObject({ exit: 0 })
  const { stdout } = await run('service webhook create https://a.example/hook')
  writeFileSync(join(cwd, 'secret'), stdout)
  writeFileSync(join(cwd, 'other'), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

  const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd, env: {}, stdio: 'pipe' })
  onTestFinished(() => void receiver.kill())
  let output = ''
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const portIn = (): string | undefined => /^port (\d+)\n/.exec(output)?.[1]
  await expect.poll(portIn).toBeDefined()
  const replay = (file: string): Promise<ProgramRun> =>
    run(
      `events replay --since all --until 1 --forward-to http://127.0.0.1:${portIn()} --secret-file ${file} -o json`,
    )
  expect(await replay('secret')).toMatchObject({ exit: 0 })
  expect(output).toMatch(/^msg_[\da-f]{32} form\.created cl\w+\n/m)
  expect(await replay('other')).toMatchObject({
    exit: 8,
    stdout: expect.stringContaining('status 400'),
  })
  expect(output).toContain('refused: ')
})
