import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram, inherited } from '../support/built-program.ts'
import { httpServer, type Running } from '../support/proxies.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { isLong } from '../support/is-long.ts'

/** Everything that prints much, as words; large ones are several times as large as what a pipe holds, 64 KiB. */
const large = [
  'responses export --from reply.json --format ndjson',
  'responses export --from reply.json --format csv',
  'responses export --all --format json',
  'responses get --all',
  'responses get --all -o json',
  'responses get --all -o yaml',
]
const others = [
  'forms schema',
  'forms types',
  'forms types -o json',
  'forms types Dropdown -o json',
  'explain unknown-type',
  'explain unknown-type -o json',
  '--help',
  'help responses export',
  '--version',
  'status',
  'responses stats --from reply.json',
  'responses stats --from reply.json -o json',
]

const small = isLong ? others : others.slice(0, 2)
/** One for each way to write much. */
const ended = isLong ? large : large.filter((words) => /ndjson|get --all( -o json)?$/.test(words))

const data = Array.from({ length: 300 }, (_, n) => ({
  id: `r${n}`,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  formId: 'f',
  data: [
    {
      questionId: 'q',
      response: { type: 'LongInput', headline: 'Words', value: `größer ${n} `.repeat(100) },
    },
  ],
}))

const cwd = temporaryFolder()
writeFileSync(join(cwd, 'reply.json'), JSON.stringify({ data }))
writeFileSync(join(cwd, 'one.json'), JSON.stringify({ data: data.slice(0, 1) }))
// Reads a little at a time, with a pause of its own after each.
writeFileSync(
  join(cwd, 'slowly.mjs'),
  `import { readSync, writeSync } from 'node:fs'
   const room = Buffer.alloc(4096)
   for (let n; (n = readSync(0, room)) > 0; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.1)) writeSync(1, room, 0, n)`,
)

let service: Running
beforeAll(async () => {
  service = await httpServer((_, reply) => void reply.end(readFileSync(join(cwd, 'reply.json'))))
})
afterAll(() => service.close())

const formctl = (words: string): string => `"${process.execPath}" "${builtProgram}" ${words}`

/** Runs a line of shell where formctl finds our service. */
function sh(line: string): Promise<{ exit: number; stdout: string; stderr: string }> {
  const env = {
    ...inherited,
    HOME: cwd,
    FORMCTL_BASE_URL: `http://127.0.0.1:${service.port}`,
    FORMCTL_API_KEY: 'formctl_0123456789',
  }
  return new Promise((done) => {
    execFile('sh', ['-c', line], { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      done({ exit: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

describe.runIf(process.platform !== 'win32')('output', () => {
  test.each(large)('of %s is whole behind a slow reader', async (words) => {
    const name = words.replaceAll(/\W+/g, '-')
    const { exit } = await sh(
      `${formctl(words)} 2> /dev/null > ${name}.direct && ${formctl(words)} 2> /dev/null | "${process.execPath}" slowly.mjs > ${name}.slow`,
    )
    const [direct, slow] = ['direct', 'slow'].map((ending) => readFileSync(join(cwd, `${name}.${ending}`)))
    expect(exit).toBe(0)
    expect(statSync(join(cwd, `${name}.direct`)).size).toBeGreaterThan(4 * 65_536)
    expect(slow?.equals(direct ?? Buffer.of())).toBe(true)
  })

  test.each([...ended, ...small])('of %s that is closed ends quietly with 141', async (words) => {
    const { stdout, stderr } = await sh(`{ ${formctl(`${words} --quiet`)}; echo $? >&2; } | true`)
    expect([stdout, stderr]).toEqual(['', '141\n'])
  })

  test.runIf(existsSync('/dev/full')).each([...ended, ...small])(
    'of %s onto a full disk ends with 3 and says so',
    async (words) => {
      const { exit, stderr } = await sh(`${formctl(`${words} --quiet`)} > /dev/full`)
      expect([exit, stderr]).toEqual([
        3,
        expect.stringContaining('The standard output cannot be written: the disk is full.'),
      ])
    },
  )
})

describe.runIf(process.platform !== 'win32')('responses that would be printed', () => {
  const printing = [
    'responses export --from reply.json',
    'responses export --from reply.json --format json --manifest lost.json',
    'responses export --all --format xlsx',
    'responses get --all',
    'responses stats --from reply.json',
    'responses stats --from reply.json -o json',
  ]

  const exporting = printing.filter((words) => words.includes('export'))
  test.each(exporting)('are not said to be written where the output is closed: %s', async (words) => {
    const { exit, stderr } = await sh(`${formctl(words)} >&-`)
    expect(exit).toBe(3)
    expect(stderr).toContain('The standard output is closed, so the output would be lost.')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(cwd, 'lost.json'))).toBe(false)
  })

  test.runIf(existsSync('/dev/full')).each(printing)(
    'are not, either, where the disk is full, and nothing tells of them: %s',
    async (words) => {
      const { exit, stderr } = await sh(`${formctl(words)} > /dev/full`)
      expect(exit).toBe(3)
      expect(stderr).toContain('The standard output cannot be written: the disk is full.')
      expect(stderr).not.toContain('Wrote')
      expect(existsSync(join(cwd, 'lost.json'))).toBe(false)
    },
  )

  test('may be thrown away, and a file needs no output', async () => {
    const lines = [
      `${formctl('responses export --from reply.json')} > /dev/null`,
      `${formctl('responses export --from reply.json --out closed.csv')} >&-`,
      `${formctl('responses stats --from reply.json --report closed.html')} >&-`,
      // Who asks for the exit code alone gets it.
      `${formctl('responses stats --from reply.json')} >&-`,
      `${formctl('responses export --from reply.json --check --columns-file c.yaml')} >&-`,
    ]
    const ends: number[] = []
    for (const line of lines) ends.push((await sh(line)).exit)
    expect(ends).toEqual([0, 0, 0, 0, 1])
    expect(statSync(join(cwd, 'closed.csv')).size).toBeGreaterThan(1024)
  })
})

describe.runIf(process.platform !== 'win32')('a codebook or manifest for which there is no room', () => {
  test.each(['codebook', 'manifest'])('%s: no data comes to be without it', async (flag) => {
    const folder = `no-room-${flag}`
    // The table is smaller than what tells of it, and so is what a file may hold.
    const ran = await sh(
      `mkdir ${folder} && cd ${folder} && echo old > out.csv && ulimit -f 1 && ${formctl(`responses export --from ../one.json --columns id --out out.csv --${flag} told.json --force`)}`,
    )
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('told.json cannot be written: it would'),
    })
    expect(ran.stderr).not.toContain('Wrote')
    expect((await sh(`ls -A ${folder}; cat ${folder}/out.csv`)).stdout).toBe('out.csv\nold\n')
  })
})

describe.runIf(process.platform !== 'win32')('a file that cannot be written to its end', () => {
  test.each(['csv', 'ndjson'])('keeps the old one, and leaves nothing: %s', async (format) => {
    const folder = `full-${format}`
    const ran = await sh(
      `mkdir ${folder} && cd ${folder} && echo old > out.${format} && ulimit -f 64 && ${formctl(`responses export --from ../reply.json --out out.${format} --force`)}`,
    )
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(`out.${format} cannot be written: it would`),
    })
    expect((await sh(`ls -A ${folder}; cat ${folder}/out.${format}`)).stdout).toBe(`out.${format}\nold\n`)
  })
})
