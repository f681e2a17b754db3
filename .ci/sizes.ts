/**
 * Counts the files and lines of `src/` that people write, room by room, and ends with 1 where a limit is passed. Tests and
 * what is generated are not counted.
 * Usage: node .ci/sizes.ts
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Size = { readonly files: number; readonly lines: number }

const limits: readonly {
  readonly what: string
  readonly rooms?: readonly string[]
  readonly most: Partial<Size>
}[] = [
  { what: 'src', most: { files: 560, lines: 69_800 } },
  { what: 'cli', rooms: ['cli'], most: { lines: 14_100 } },
  { what: 'export, engine and table', rooms: ['export', 'engine', 'table'], most: { lines: 14_800 } },
]

const sizes = new Map<string, Size>()
for (const file of execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).trimEnd().split('\n')) {
  if (!file.endsWith('.ts') || file.includes('/generated/')) continue
  const room = /^src\/([^/]+)\//.exec(file)?.[1] ?? '(root)'
  const { files, lines } = sizes.get(room) ?? { files: 0, lines: 0 }
  sizes.set(room, { files: files + 1, lines: lines + readFileSync(file, 'utf8').split('\n').length - 1 })
}

const sum = (rooms: Iterable<string>): Size =>
  [...rooms].reduce(
    (total, room) => ({
      files: total.files + (sizes.get(room)?.files ?? 0),
      lines: total.lines + (sizes.get(room)?.lines ?? 0),
    }),
    { files: 0, lines: 0 },
  )

const row = (what: string, { files, lines }: Size, limit = ''): string =>
  `${what.padEnd(26)}${String(files).padStart(6)}${String(lines).padStart(8)}${limit}`

console.log(`${'room'.padEnd(26)} files   lines`)
for (const [room, size] of [...sizes].toSorted((a, b) => b[1].lines - a[1].lines))
  console.log(row(room, size))
console.log()
for (const { what, rooms = sizes.keys(), most } of limits) {
  const size = sum(rooms)
  const isPassed = size.files > (most.files ?? Infinity) || size.lines > (most.lines ?? Infinity)
  const limit = [most.files && `${most.files} files`, most.lines && `${most.lines} lines`]
    .filter(Boolean)
    .join(', ')
  console.log(row(what, size, `   at most ${limit}${isPassed ? ': PASSED' : ''}`))
  if (isPassed) process.exitCode = 1
}
