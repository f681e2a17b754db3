/** Runs the executable with nothing on the PATH and no Node near: the quickstart must work. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'formctl-executable-'))
try {
  const env = { HOME: folder, PATH: folder }
  const output = execFileSync(resolve('out/formctl'), ['quickstart', '--dir', 'q'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const rows =
    readFileSync(join(folder, 'q', 'responses.csv'), 'utf8')
      .trimEnd()
      .split('\n').length - 1
  if (rows < 1) throw new Error(`The executable's quickstart wrote no responses:\n${output}`)
  console.log(`The executable ran the quickstart without Node: ${rows} lines of responses.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
