/**
 * How long `responses export --from` takes for saved replies, as a multiple of the time in which Node reads the file,
 * and how much memory. Usage: npm run bench -- [megabytes]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSavedReply, type Shape } from './saved-reply.ts'

const megabytes = Number(process.argv[2] ?? 100)
const program = join(import.meta.dirname, '../bin/formctl.js')
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const reply = join(folder, 'reply.json')
const usage = join(folder, 'usage')

const readAll = `const fs = require('node:fs'); const file = fs.openSync(${JSON.stringify(reply)}); const bytes = Buffer.alloc(2 ** 20); while (fs.readSync(file, bytes) > 0);`
// The peak is the child's own to tell, at its end.
const tellPeak = `data:text/javascript,import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, String(process.resourceUsage().maxRSS)))`

type Run = { readonly seconds: number; readonly mebibytes: number }

function run(words: readonly string[]): Run {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--import', tellPeak, ...words], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return {
    seconds: (performance.now() - start) / 1000,
    mebibytes: Number(readFileSync(usage, 'utf8')) / 1024,
  }
}

/** The fastest of five, since whatever else runs only makes it slower. */
const best = (words: readonly string[]): Run =>
  [1, 2, 3, 4, 5].map(() => run(words)).reduce((a, b) => (b.seconds < a.seconds ? b : a))

try {
  for (const shape of ['compact', 'pretty', 'odd'] satisfies Shape[]) {
    const size = writeSavedReply(reply, megabytes * 1e6, shape)
    const floor = best(['--eval', readAll])
    console.log(`${shape}, ${(size / 1e6).toFixed(0)} MB; Node reads it in ${floor.seconds.toFixed(2)} s`)
    for (const format of ['csv', 'ndjson']) {
      const out = join(folder, `out.${format}`)
      const { seconds, mebibytes } = best([
        program,
        'responses',
        'export',
        '--from',
        reply,
        '--out',
        out,
        '--force',
      ])
      const ratio = (seconds / floor.seconds).toFixed(1)
      console.log(
        `  ${format}: ${seconds.toFixed(2)} s, ${ratio} times that, ${mebibytes.toFixed(0)} MiB at most`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
