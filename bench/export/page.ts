import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { resolve } from 'node:path'

const path = resolve(import.meta.dirname, '../../docs/export-speed.md')

const opening = `# How fast exports are
Counted by \`npm run bench -- <megabytes> --peers <folder> --write\`, which writes this page. All read the same generated
replies (\`bench/saved-reply.ts\`); times are whole processes, from start to end, the fastest of the rounds, in which
all took turns, and what they make was not there before. What takes longer than ten seconds has one turn. Reading is
Node reading the file in pieces of 1 MiB. Memory is the highest resident size of the process, in millions of bytes. The
programs of others make the same cells, which is checked (\`bench/export-peers\`).

Where a machine gives memory that is free back to its host, as many virtual ones do, the first touch of a page takes
longer than all work on it, and who comes first would pay for those who come later. So before each turn that makes a
file, of ours as of others, a process of its own writes as many bytes as the largest file that was read or made so far,
and they are removed.
Beside the formats stands how long Node takes to write as many bytes as the reply has, which is about what NDJSON has: as
the system takes them, and made durable, as exports are. What reads our CSV finds it in memory: it is read once before.

Of 1 GB, \`odd\` has a thousand columns that few rows have a cell of, so its CSV is 2.5 times as large as that of the
compact reply, and to write that takes most of the time. The table tells the plain ratio, the demand below it is for as
many bytes read and written.

\`others\` is how many processors others had during the fastest run, said where it is more than a quarter of one: what
the clock says is longer for it, and the time of processors tells more.
`

/** The heading of a run: where and when it was. */
export function headingOf(megabytes: number): string {
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  return [
    `## ${megabytes} MB`,
    '',
    `On ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, others' load when it began: ${load.toFixed(1)}.`,
    '',
  ].join('\n')
}

/** Puts what was found for replies of a size in the place of what was found before. */
export function writePage(megabytes: number, text: string): void {
  const before = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const size = (section: string): number => Number(/^## (\d+)/.exec(section)?.[1])
  const sections = [...before.filter((section) => size(section) !== megabytes), `${text.trim()}\n`]
  const sorted = sections.toSorted((a, b) => size(a) - size(b)).map((section) => `\n${section.trim()}\n`)
  writeFileSync(path, opening + sorted.join(''))
}
