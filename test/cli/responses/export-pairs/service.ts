import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf, type Dataset } from './dataset.ts'

/** The forms as a service lists them, with how many responses each has. */
const formsOf = (records: Dataset['records']): readonly object[] =>
  Array.from(
    Map.groupBy(records, ({ formId }) => formId),
    ([id, own]) => ({
      id,
      name: id,
      url: `/s/${id}`,
      createdAt: '2026-03-01T09:00:00.000Z',
      complete: own.filter(({ finished }) => finished).length,
      partial: own.filter(({ finished }) => !finished).length,
    }),
  )

/** A service over loopback HTTP that knows the responses of a dataset, and gives partial ones where they are asked for. */
export async function startService({
  records,
}: Dataset): Promise<{ readonly url: string; readonly close: () => void }> {
  const finished = records.filter((record) => record.finished)
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    if (pathname.endsWith('/forms')) {
      reply.end(JSON.stringify({ data: formsOf(records) }))
      return
    }
    if (pathname !== '/api/v1/responses') {
      reply.end(JSON.stringify({ extensions: ['returnPartials-all', 'forms-list'], environmentId: 'e' }))
      return
    }
    const form = searchParams.get('formId')
    const known = searchParams.get('returnPartials') === 'true' ? records : finished
    const newest = known
      .filter(({ formId }) => formId === form)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    reply.setHeader('content-type', 'application/json')
    reply.end(bodyOf(form === null ? known : newest.slice(0, 10)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
