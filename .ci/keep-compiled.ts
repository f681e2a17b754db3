import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs exports once and keeps beside the program what was compiled for them, which is a fifth of a start. It is good for this
 * very Node and for who builds; any other one does without.
 */
export function keepCompiled(): void {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-build-'))
  try {
    execFileSync(process.execPath, ['.ci/run-exports.ts', join(folder, 'responses.csv')], {
      stdio: 'ignore',
      timeout: 60_000,
      env: { XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, FORMCTL_API_KEY: 'fctl_build_only' },
    })
  } catch {
    // As of a Node for which the program is not made. It runs without.
    rmSync('dist/compiled', { recursive: true, force: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
