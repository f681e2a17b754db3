/** Runs the executable with nothing on the PATH and no Node near: the quickstart must work, and a new spec must have its schema. */
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
  // The served store has threads of its own, and its first start writes.
  execFileSync(resolve('out/formctl'), ['serve', '--port', '0', '--exec', ':'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  // It has no files on the disk, so what editors need comes out of itself.
  execFileSync(resolve('out/formctl'), ['forms', 'new', 'survey.yaml'], { cwd: folder, env, stdio: 'ignore' })
  const schema = readFileSync(join(folder, 'spec.schema.json'), 'utf8')
  if (schema !== readFileSync('schemas/spec.schema.json', 'utf8'))
    throw new Error('Its schema is another one.')
  console.log(`The executable ran the quickstart without Node: ${rows} lines of responses.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
