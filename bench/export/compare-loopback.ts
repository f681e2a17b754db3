import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportingAll } from './commands.ts'
import { compactIn, of, type Bench, type Findings } from './compare-shapes.ts'
import { atMost, figureOf } from './judge.ts'
import { making, othersIn, takeTurns, type Command } from './measure.ts'

/** The compact reply over HTTP on this machine, beside programs that only receive it. */
export async function compareLoopback(bench: Bench): Promise<Findings> {
  const { folder } = bench
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serve-reply.ts'), compactIn(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = await portOf(server)
    process.env['FORMCTL_BASE_URL'] = `http://127.0.0.1:${port}`
    process.env['FORMCTL_API_KEY'] = 'fctl_0123456789'
    const best = takeTurns(
      [
        { name: names.bare, command: receiving(folder, 'bare', port) },
        { name: names.fetch, command: receiving(folder, 'fetch', port) },
        making(names.export, join(folder, 'loopback.csv'), exportingAll),
      ],
      bench,
    )
    const bare = of(best, names.bare)
    return {
      lines: [
        '| | time | times receiving | of processors | peak, MB | others |',
        '| --- | ---: | ---: | ---: | ---: | ---: |',
        ...[...best].map(
          ([name, taken]) =>
            `| ${name} | ${taken.seconds.toFixed(2)} s | ${figureOf(taken.seconds / bare.seconds)} | ${taken.cpu.toFixed(2)} s | ${taken.megabytes.toFixed(0)} | ${othersIn(taken)} |`,
        ),
      ],
      verdicts: [atMost('CSV over HTTP, times receiving', of(best, names.export).seconds / bare.seconds, 3)],
    }
  } finally {
    server.kill()
  }
}

const names = {
  bare: "receiving by Node's http",
  fetch: "receiving by Node's fetch",
  export: '`responses export --all`, to CSV',
} as const

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('the server has no output')
  const [said] = (await once(stdout, 'data')) as readonly unknown[]
  return Number(String(said))
}

const scripts = {
  bare: `const { get } = require('node:http')
get(process.argv[2], { agent: false }, async (reply) => {
  let size = 0
  for await (const chunk of reply) size += chunk.length
  console.log(size)
})
`,
  fetch: `fetch(process.argv[2]).then(async ({ body }) => {
  let size = 0
  for await (const chunk of body) size += chunk.length
  console.log(size)
})
`,
} as const

/** What receives the reply, and counts its bytes. */
function receiving(folder: string, how: keyof typeof scripts, port: number): Command {
  const script = join(folder, `receive-${how}.cjs`)
  writeFileSync(script, scripts[how])
  return [process.execPath, script, `http://127.0.0.1:${port}/api/v1/responses`]
}
