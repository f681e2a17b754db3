import { describe, expect, test } from 'vitest'
import type { LeapThread } from '../../src/cli/host.ts'
import { run } from '../../src/cli/run.ts'
import { leastLeft } from '../../src/export/leap/least-left.ts'
import type { Headers } from '../../src/wire/service.ts'
import { canaryKey } from '../support/canary.ts'
import { testHost } from '../support/test-host.ts'

const body = '{"data":[{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z","data":[]}]}'

const idle: LeapThread = {
  run: () => new Promise(() => undefined),
  isReady: () => false,
  end: async () => undefined,
}

/** What an export of a reply with such headers does, in this order. */
async function stepsOf(headers: Headers, ...out: readonly string[]): Promise<readonly string[]> {
  const steps: string[] = []
  const host = testHost({
    argv: ['responses', 'export', '--all', ...out],
    env: { FORMCTL_API_KEY: canaryKey, FORMCTL_BASE_URL: 'http://localhost' },
    service: async () => ({
      status: 200,
      headers,
      // oxlint-disable-next-line require-await
      body: (async function* () {
        yield Buffer.from(body)
      })(),
    }),
  })
  const exit = await run({
    ...host,
    files: {
      ...host.files,
      create: (...file) => {
        steps.push('file')
        return host.files.create(...file)
      },
    },
    spareMemory: () => void steps.push('memory'),
    startLeapThread: async () => {
      steps.push('thread')
      return idle
    },
  })
  expect(exit).toBe(0)
  return steps
}

describe('the second thread of an export over HTTP', () => {
  const large = { 'content-length': String(leastLeft) }

  test('starts as soon as a large reply begins, before the engine is told to use little memory', async () => {
    expect(await stepsOf(large, '--out', 'a.csv')).toEqual(['thread', 'file', 'memory'])
  })

  test.each([
    ['is small', { 'content-length': String(leastLeft - 1) }, ['--out', 'a.csv']],
    ['tells no length', {}, ['--out', 'a.csv']],
    ['is packed', { ...large, 'content-encoding': 'gzip' }, ['--out', 'a.csv']],
  ] as const)('does not start for a reply that %s', async (_, headers, out) => {
    expect(await stepsOf(headers, ...out)).toEqual(['file', 'memory'])
  })
})
