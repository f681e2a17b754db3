import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtProgram } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

type Told = {
  /** What the engine was told, a line each time. */
  readonly flags: readonly string[]
  /** How many modules of Node were loaded afterwards. */
  readonly later: number
  readonly said: string
}

/** Is loaded before the program, and notes what that tells the engine. */
const tell = `
  import v8 from 'node:v8'
  import { appendFileSync, writeFileSync } from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { setFlagsFromString } = v8
  const loaded = () => process.moduleLoadList.filter((name) => name.startsWith('NativeModule')).length
  let before = 0
  v8.setFlagsFromString = (flags) => {
    before = loaded()
    appendFileSync('flags', flags + String.fromCharCode(10))
    setFlagsFromString(flags)
  }
  syncBuiltinESMExports()
  process.on('exit', () => writeFileSync('later', String(loaded() - before)))`

describe('the engine', () => {
  const cwd = temporaryFolder()
  writeFileSync(
    join(cwd, 'reply.json'),
    '{"data":[{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z","data":[]}]}',
  )

  function toldBy(words: readonly string[]): Told {
    rmSync(join(cwd, 'flags'), { force: true })
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, builtProgram, ...words],
      { cwd, encoding: 'utf8' },
    )
    expect(status).toBe(0)
    const flags = existsSync(join(cwd, 'flags')) ? readFileSync(join(cwd, 'flags'), 'utf8') : ''
    return {
      flags: flags.split('\n').slice(0, -1),
      later: Number(readFileSync(join(cwd, 'later'), 'utf8')),
      said: stderr,
    }
  }

  test.for([
    [['--version']],
    [['responses', 'stats', '--from', 'reply.json']],
    [['forms', 'types']],
  ] as const)('is left as it is by %j', ([words]) => {
    expect(toldBy(words).flags).toEqual([])
  })

  const toFile = ['responses', 'export', '--from', 'reply.json', '--out', 'a', '--force', '--format']

  test.for(['csv', 'ndjson', 'xlsx'])('is told once to spare memory by an export to %s', (format) => {
    const { flags, said } = toldBy([...toFile, format])
    expect(flags).toEqual([
      expect.stringMatching(/--semi-space-growth-factor=1 .*--invocation-count-for-turbofan=60000/),
    ])
    // Of a flag that it doesn't know, it says so.
    expect(said).toMatch(/^Wrote 1 response (in \d+ columns? )?to a\.\n$/)
  })

  test('is told so when nearly all is loaded: what Node brings compiled counts until then', () => {
    expect(toldBy([...toFile, 'csv']).later).toBeLessThan(5)
  })
})
