import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Texts by the names of their parts, with the name of the case. */
export type FileCase = Readonly<Record<string, string>>

/** The cases of a file in `fixtures/`: each begins with a line `=== its name`, and each part with `-- its name --`. */
export const casesOf = (file: string): FileCase[] =>
  readFileSync(resolve('fixtures', file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const [name = '', ...parts] = text.replace(/\n+$/, '').split(/\n-- (\S+) --(?:\n|$)/)
      const entries = parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? ''] as const] : []))
      return Object.fromEntries([['name', name], ...entries])
    })
