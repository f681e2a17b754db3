import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from './measure.ts'

const program = resolve(import.meta.dirname, '../../bin/formctl.js')

const exportWords = ['responses', 'export', '--force', '--quiet']

/** What exports a saved reply in the format of the file's ending. */
export const exporting = (reply: string, out: string, ...more: readonly string[]): Command => [
  process.execPath,
  program,
  ...exportWords,
  '--from',
  reply,
  '--out',
  out,
  ...more,
]

/** What exports all responses of the service that the environment names. */
export const exportingAll = (out: string): Command => [
  process.execPath,
  program,
  ...exportWords,
  '--all',
  '--out',
  out,
]

/** What reads a file to its end in pieces of 1 MiB, and says how long that took without its start. */
export function reading(folder: string, file: string): Command {
  const script = join(folder, 'read.cjs')
  writeFileSync(
    script,
    `const { openSync, readSync } = require('node:fs')
const start = performance.now()
const file = openSync(process.argv[2])
const bytes = Buffer.alloc(2 ** 20)
while (readSync(file, bytes) > 0);
console.log((performance.now() - start) / 1000)
`,
  )
  return [process.execPath, script, file]
}
