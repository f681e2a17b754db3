import { describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import type { Reply, Service } from '../../../src/wire/wire.ts'
import { withoutProgress } from '../../support/built-program.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { testHost, type TestHost, type TestHostOptions } from '../../support/test-host.ts'

const env = { FORMCTL_API_KEY: 'fctl_0123456789', FORMCTL_BASE_URL: 'https://forms.example' }

/** Runs while so many chunks come, each followed by a tick; the clock goes on a second a look. */
async function readingOf(words: string, chunks: number, options: Partial<TestHostOptions> = {}) {
  let host: TestHost | undefined
  const body = async function* (): AsyncIterable<Uint8Array> {
    yield Buffer.from('{"data":[')
    for (let n = 0; n < chunks; n++) {
      yield Buffer.from(`${n === 0 ? '' : ','}{"id":"r${n}","text":"${'x'.repeat(1e6)}"}`)
      host?.tick()
    }
    yield Buffer.from(']}')
  }
  const service: Service = async ({ path }): Promise<Reply> => {
    if (path.startsWith('/.well-known')) return replyOf({ status: 404 })
    host?.tick()
    return { status: 200, headers: {}, body: body() }
  }
  host = testHost({ argv: words.split(' '), service, ...options, env: { ...env, ...options.env } })
  const exit = await run(host)
  host.tick()
  return { exit, ...host.output() }
}

/** What is said of a reply that nothing is compared with. */
const unchecked = (n: number): string =>
  `The whole reply was read: ${n} responses of the environment.\nThe service announces no numbers, so nothing shows whether this is all. With --form, the newest of each form are compared.\n`

/** Without the line breaks of a narrow terminal. */
const onLongLines = (text = ''): string => text.replaceAll(/\n(?=[a-z-])/g, ' ')

const exporting = 'responses export --all --columns id --out a.csv'

describe('a reading that takes more than a second', () => {
  test('is told in one line on a terminal, which is gone before anything else is said', async () => {
    const { exit, stderr } = await readingOf(exporting, 3, { isTerminal: true })
    const [last, ...drawn] = stderr.split('\r\u001b[K').toReversed()
    expect(exit).toBe(0)
    expect(drawn.toReversed()).toEqual([
      'Waiting for responses, 3 s',
      expect.stringMatching(/^Reading: 1\.0 MB, 1 response, \d\.\d MB\/s$/),
      expect.stringMatching(/^Reading: 2\.0 MB, 2 responses, \d\.\d MB\/s$/),
      expect.stringMatching(/^Reading: 3\.0 MB, 3 responses, \d\.\d MB\/s$/),
      expect.stringMatching(/^Writing: all responses are read, \d+ s since the start$/),
    ])
    expect(onLongLines(last)).toBe(`Wrote 3 responses in 1 column to a.csv.\n${unchecked(3)}`)
  })

  test('shows in a sync how many responses it has read', async () => {
    const syncing = 'responses sync --all --environment e1 --to sqlite:survey.sqlite'
    const { exit, stderr } = await readingOf(syncing, 3, { isTerminal: true })
    const [last, ...drawn] = stderr.split('\r\u001b[K').toReversed()
    expect(exit).toBe(0)
    expect(drawn.length).toBeGreaterThan(2)
    for (const line of drawn) expect(line).toMatch(/^Syncing: \d+ responses? read, \d+ s$/)
    expect(onLongLines(last)).toContain('3 responses changed in survey.sqlite')
    const { stderr: logged } = await readingOf(syncing, 25)
    expect(withoutProgress(logged)).not.toContain('Syncing')
    expect(logged).toMatch(/^Syncing: /m)
  })

  test('is never wider than the terminal', async () => {
    const { stderr } = await readingOf(exporting, 1, { isTerminal: true, columns: 20 })
    expect(stderr).toContain('\r\u001b[KReading: 1.0 MB, 1 \r')
  })

  test.each([
    ['in a pipe', {}],
    ['in CI', { isTerminal: true, env: { CI: 'true' } }],
    ['on a terminal that cannot write a line anew', { isTerminal: true, env: { TERM: 'dumb' } }],
  ])('is told in plain lines ten seconds apart %s', async (_, options) => {
    const { stderr } = await readingOf(exporting, 25, options)
    expect(stderr.split('\n').filter((line) => /^(Reading|Waiting|Writing)/.test(line))).toEqual([
      'Waiting for responses, 3 s',
      expect.stringMatching(/^Reading: 9\.0 MB, 9 responses, \d\.\d MB\/s$/),
      expect.stringMatching(/^Reading: 19\.0 MB, 19 responses, \d\.\d MB\/s$/),
      expect.stringMatching(/^Writing: all responses are read, \d+ s since the start$/),
    ])
    expect(stderr).not.toContain('\u001b')
    // What tests of the built program compare is the same on a slow machine.
    expect(onLongLines(withoutProgress(stderr))).toBe(
      `Wrote 25 responses in 1 column to a.csv.\n${unchecked(25)}`,
    )
  })

  test.each([{}, { isTerminal: true }])('is told to nobody under --quiet: %j', async (options) => {
    expect((await readingOf(`${exporting} --quiet`, 9, options)).stderr).toBe('')
  })

  test('is told by responses get, too', async () => {
    const { stderr } = await readingOf('responses get --all -o ndjson', 2, { isTerminal: true })
    expect(stderr).toContain('\r\u001b[KReading: 2.0 MB, 2 responses')
    expect(stderr).not.toContain('Writing')
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
  })

  test('is not told where the responses themselves come onto the terminal', async () => {
    const { stderr } = await readingOf('responses export --all --columns id', 9, { isTerminal: true })
    expect(stderr).toMatch(/^Wrote 9 responses/)
  })

  test('takes its line away when it fails', async () => {
    const broken: Partial<TestHostOptions> = { isTerminal: true }
    const { exit, stderr } = await readingOf(exporting.replace(' id ', ' nothing '), 2, broken)
    expect(exit).toBe(2)
    expect(stderr).toContain('\r\u001b[Kerror[column-unknown]: There is no column "nothing"')
  })
})
