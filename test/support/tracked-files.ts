import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Copies what git tracks in a folder of the repository, and nothing that somebody left beside it. */
export function copyTracked(folder: string, to: string): void {
  const names = execFileSync('git', ['ls-files', '-z', folder], { cwd: root, encoding: 'utf8' })
  for (const name of names.split('\0').filter((each) => each !== ''))
    cpSync(join(root, name), join(to, relative(folder, name)))
}
