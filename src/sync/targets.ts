/** The targets of `responses sync` by their words: `sqlite:survey.sqlite`. */
import { misuse } from '../failure/failure.ts'
import type { Owner } from './sqlite-target.ts'
import type { SyncTarget } from './target.ts'

/** Opens the target that a word names; `resolve` gives the whole path of a file. Fails with `usage` for any other word. */
export async function openTarget(
  word: string,
  owner: Owner,
  resolve: (path: string) => string,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const [, kind = '', place = ''] = /^(sqlite|duckdb|parquet|postgres|postgresql):(.*)$/s.exec(word) ?? []
  if (kind !== 'sqlite' || place === '')
    throw misuse(`--to ${word} is not a target. Name a file, as in --to sqlite:survey.sqlite.`)
  const { openSqliteTarget } = await import('./sqlite-target.ts')
  const target = await openSqliteTarget({ path: resolve(place), place }, owner, isDryRun)
  return isDryRun ? { ...target, write: async () => undefined } : target
}
