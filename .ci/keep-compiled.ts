import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs an export once, so that Node keeps beside the program what it compiles for it, which is a tenth of a start. It is
 * good for this very Node and for who builds; any other one makes its own or does without.
 */
export function keepCompiled(): void {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-build-'))
  const [saved, table] = ['fixtures/responses/every-type.json', join(folder, 'responses.csv')]
  mkdirSync('dist/compiled')
  try {
    execFileSync(
      process.execPath,
      ['bin/formctl.js', 'responses', 'export', '--from', saved, '--out', table],
      { stdio: 'ignore', env: { XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder } },
    )
  } catch {
    // As of a Node for which the program is not made. It runs without.
    rmSync('dist/compiled', { recursive: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
