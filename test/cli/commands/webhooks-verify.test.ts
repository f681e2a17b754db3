import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signedHeaders } from '../../../src/server/webhooks/signatures.ts'
import { outputOf } from '../../support/output-schema.ts'
import { epoch, runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { holding, misuse, outcome } from '../../support/outcome.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"type":"response.finished"}'
const signed = signedHeaders({ id: 'msg_1', timestamp: epoch / 1000, body }, [secret])

function run(words: string, given: { body?: string; headers?: string; secret?: string } = {}): Promise<Ran> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'secret.txt'), `${given.secret ?? secret}\n`)
  const lines = Object.entries(signed).map(([name, value]) => `${name.toUpperCase()}: ${value}\r\n`)
  writeFileSync(join(cwd, 'headers.txt'), given.headers ?? `POST / HTTP/1.1\r\n${lines.join('')}`)
  return runInProcess({ argv: `webhooks verify ${words}`, cwd, stdin: given.body ?? body })
}

describe('webhooks verify', () => {
  const files = '--secret-file secret.txt --headers-file headers.txt'

  test('ends with 0 where the signature is right, with headers of a file or of the command line', async () => {
    expect(await run(files)).toMatchObject(outcome(0, holding('The signature is right'), ''))
    const headers = Object.entries(signed).map(([name, value]) => `--header '${name}: ${value}'`)
    expect(await run(`--secret-file secret.txt ${headers.join(' ')}`)).toMatchObject({ exit: 0 })
  })

  test('ends with 1 and says why where it is not', async () => {
    expect(await run(files, { body: `${body}\n` })).toMatchObject(
      outcome(1, holding('The request is not to be trusted: no signature in it was made with'), ''),
    )
    expect(await run(`${files} --tolerance 0.001`)).toMatchObject(outcome(1, holding('it was signed'), ''))
  })

  test('says the same as JSON', async () => {
    const right = await run(`${files} -o json`)
    expect(outputOf('webhooks-verify', right.stdout)).toEqual({ schema_version: 1, isValid: true })
    const wrong = await run(`${files} -o json`, { body: '' })
    expect(wrong.exit).toBe(1)
    expect(outputOf('webhooks-verify', wrong.stdout)).toMatchObject({ isValid: false })
  })

  test('refuses what is not a secret or not a header', async () => {
    expect(await run(files, { secret: 'hunter two' })).toMatchObject(
      outcome(3, holding('secret.txt cannot be read: it holds no secret'), ''),
    )
    expect(await run('--secret-file secret.txt --header nonsense')).toEqual(
      misuse('"nonsense" is not a header: write its name, a colon and its value.'),
    )
  })
})
