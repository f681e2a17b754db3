/**
 * Serves a compact file as the responses of an environment, on a port of its own, which it prints; the last ten of a form are
 * its newest. It ends with its parent's wish.
 */
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = ''] = process.argv.slice(2)
const { size } = statSync(file)

const tail = Buffer.alloc(Math.min(size, 2 ** 20))
const opened = openSync(file, 'r')
readSync(opened, tail, { position: size - tail.length })
closeSync(opened)
const text = tail.toString()
const last = JSON.parse(`{"data":[${text.slice(text.indexOf('{"id":"cl'))}`) as {
  readonly data: readonly { readonly formId: string }[]
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  const form = new URL(request.url ?? '/', 'http://localhost').searchParams.get('formId')
  if (form !== null) {
    response.end(JSON.stringify({ data: last.data.filter(({ formId }) => formId === form).slice(-10) }))
    return
  }
  if (!/\/responses(\?|$)/.test(request.url ?? '')) {
    response.statusCode = 404
    response.end('{}')
    return
  }
  response.setHeader('content-length', size)
  createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : address)
})
