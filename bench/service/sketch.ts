/**
 * Servers with nothing but what a figure of ours is held to. Each prints its port.
 * Usage: node sketch.ts saves <database>
 *        node sketch.ts bytes <file with a body> <its head, as HTTP>
 */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const [kind, file = '', option = ''] = process.argv.slice(2)

// A commit takes so many saves, or those of so many milliseconds.
const [groupSize, groupDelay] = [256, 2]

/** Stores the body of each request, durably, and answers when it is stored. */
function saves(): RequestListener {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table bodies (id integer primary key, body text not null) strict')
  const insert = database.prepare('insert into bodies (body) values (?)')
  let waiting: { readonly body: string; readonly done: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  const commit = (): void => {
    clearTimeout(timer)
    timer = undefined
    const group = waiting
    waiting = []
    database.exec('begin immediate')
    for (const { body } of group) insert.run(body)
    database.exec('commit')
    for (const { done } of group) done()
  }
  return (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => void (body += text))
    request.on('end', () => {
      waiting.push({ body, done: () => response.writeHead(303, { location: '/done' }).end() })
      if (waiting.length >= groupSize) commit()
      else timer ??= setTimeout(commit, groupDelay)
    })
  }
}

/** Answers every request with the same bytes, from memory or, where they are many, from their file. */
function bytes(head: string): RequestListener {
  const { size } = statSync(file)
  const content = size < 2 ** 20 ? readFileSync(file) : undefined
  const ownHeaders = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: (.*)/s, 2))
    .flatMap(([name = '', value = '']) => (name === '' || ownHeaders.test(name) ? [] : [[name, value]]))
  const all = Object.fromEntries([...headers, ['content-length', size]]) as Record<string, string>
  return (_request, response) => {
    response.writeHead(200, all)
    if (content) response.end(content)
    else createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
  }
}

const server = createServer(kind === 'saves' ? saves() : bytes(option))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : address)
})
