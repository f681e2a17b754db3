import { fits, isGlob, unbraced } from '../glob.ts'
import type { Files } from '../host.ts'
import { relative, sep } from 'node:path'

/**
 * Whether the words of a run name a spec, were it there: a file by its own name, one in a folder by the folder's, or one
 * that a pattern fits. Asked with a whole path.
 */
export async function namedSpecs(files: Files, words: readonly string[]): Promise<(path: string) => boolean> {
  const tests: ((path: string) => boolean)[] = []
  for (const word of words) {
    const kind = await files.kind(word)
    if (kind === 'missing' && isGlob(word)) tests.push(...unbraced(word).map((one) => byPattern(files, one)))
    else tests.push(byPath(files.resolve(word)))
  }
  return (path) => tests.some((test) => test(path))
}

/** The path itself, or what is under it. */
const byPath =
  (named: string) =>
  (path: string): boolean =>
    path === named || path.startsWith(named.endsWith(sep) ? named : `${named}${sep}`)

function byPattern(files: Files, pattern: string): (path: string) => boolean {
  const isWhole = pattern.startsWith('/')
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.')
  return (path) => {
    const seen = isWhole ? path : relative(files.resolve('.'), path)
    return covers(
      segments,
      seen.split(sep).filter((part) => part !== ''),
    )
  }
}

/** Whether a pattern fits a path, or a folder above it: of a folder, all specs are read. */
function covers(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern
  const [name, ...below] = path
  if (first === undefined) return true
  if (first === '**') return covers(rest, path) || (name !== undefined && covers(pattern, below))
  return name !== undefined && fits(first, name) && covers(rest, below)
}
