import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writing } from './commands.ts'
import type { Command, Run } from './measure.ts'

/**
 * Makes what has the machine find memory: a process writes so many bytes, and they are removed at once. A guest that
 * gives free memory back to its host takes longer for the first touch of a page than for all else; who comes first would
 * pay for all.
 */
export function makeWarm(folder: string, run: (command: Command) => Run): (bytes: number) => void {
  const out = join(folder, 'warm')
  return (bytes) => {
    run(writing(folder, { out, bytes, isDurable: false }))
    rmSync(out)
  }
}
