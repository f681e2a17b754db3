import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { closedAddress } from './fault-server.ts'

test('the port of an address where nothing listens is given to no server', async () => {
  const { port } = new URL(await closedAddress())
  const server = createServer().listen(Number(port), '127.0.0.1')
  const [error] = await once(server, 'error')
  expect(error).toMatchObject({ code: 'EADDRINUSE' })
})
