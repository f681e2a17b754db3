/** Serves a file as the responses of an environment, on a port of its own, which it prints. It ends with its parent's wish. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = ''] = process.argv.slice(2)
const { size } = statSync(file)

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  const form = new URL(request.url ?? '/', 'http://localhost').searchParams.get('formId')
  // What was asked of a single form answers a second look for what came meanwhile: nothing did.
  if (form !== null || !/\/responses(\?|$)/.test(request.url ?? '')) {
    response.end('{"data":[]}')
    return
  }
  response.setHeader('content-length', size)
  createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : address)
})
