import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/support/built-program.ts'],
    setupFiles: ['test/support/watch-keys.ts'],
    include: ['test/**/*.test.ts'],
    // Programs that tests start leave no compiled code in the folders that are looked at.
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    // Every core: the usual is one fewer, and many tests wait for programs that they start.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/generated/**'],
      reporter: ['text-summary'],
    },
  },
})
