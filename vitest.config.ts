import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hangGuard } from './test/support/hang-guard.ts'
import { isLong } from './test/support/is-long.ts'
import { slowTests } from './test/slow-tests.ts'

/** A file system in memory, if it has space for the files of all tests: waits for a disk took a sixth of the time. */
function folderInMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 1024 ** 3 ? folder : undefined
  } catch {
    return undefined
  }
}

const inMemory = folderInMemory()

export default defineConfig({
  test: {
    globalSetup: ['test/support/built-program.ts'],
    setupFiles: ['test/support/bundled-aliases.ts', 'test/support/watch-keys.ts'],
    // `npm test` runs the quick ones, `npm run test:all` both.
    projects: [
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: slowTests } },
      { extends: true, test: { name: 'slow', include: slowTests } },
    ],
    // Programs that tests start share their compiled code, and leave none in the folders that are looked at.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/formctl-tests'),
      ...(inMemory !== undefined && { TMPDIR: inMemory }),
    },
    // More than the cores: many tests wait for browsers, databases and programs that they start.
    maxWorkers: availableParallelism() * 2,
    // Test files share a process and its modules: to load the program anew for each took a third of the time.
    isolate: false,
    // Guards against hangs, not limits: on a machine with much other work a test may take a hundred times as long.
    testTimeout: isLong ? 0 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: hangGuard } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/generated/**'],
      reporter: ['text-summary'],
    },
  },
})
