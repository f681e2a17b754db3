import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overHttp } from '../../src/client/over-http.ts'
import { listen } from '../../src/server/listen.ts'
import type { Service } from '../../src/wire/wire.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { breakGround } from './ground.ts'
import { componentTypeRows } from './rows/component-types.ts'
import { choiceRows } from './rows/choices.ts'
import { generateRows } from './rows/generate.ts'
import { extensionRows } from './rows/extensions.ts'
import { operationRows } from './rows/operations.ts'
import { pageRows } from './rows/pages.ts'
import { resourceRows } from './rows/resources.ts'
import { responseRows } from './rows/responses.ts'

const rows = [
  ...operationRows,
  ...resourceRows,
  ...generateRows,
  ...componentTypeRows,
  ...responseRows,
  ...pageRows,
  ...choiceRows,
  ...extensionRows,
]

type Reached = { readonly service: Service; readonly close: () => Promise<void> }

const ways: Readonly<Record<string, (it: TestService) => Promise<Reached>>> = {
  'in process': async ({ service }) => ({ service, close: async () => undefined }),
  'over HTTP': async ({ app }) => {
    const { url, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    return { service: overHttp(url, { seconds: 30 }), close }
  },
}

describe.each(Object.entries(ways))('%s', (_way, reach) => {
  let it: TestService
  let reached: Reached
  beforeAll(async () => {
    it = await startTestService()
    reached = await reach(it)
  })
  afterAll(async () => {
    await reached.close()
    await it.close()
  })

  for (const [n, { clause, claim, prove }] of rows.entries())
    // The claims are the titles, and each row asserts in its own file.
    // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect
    test(`${clause} | ${claim}`, async () => prove(await breakGround(reached.service, it.deps, n)))
})

test('no claim is made twice', () => {
  const claims = rows.map(({ clause, claim }) => `${clause}: ${claim}`)
  expect(claims.filter((claim, i) => claims.indexOf(claim) !== i)).toEqual([])
})
