import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sampleSave } from '../support/samples.ts'
import { sharedTestService } from '../support/test-service.ts'
import { temporaryFolder } from '../support/test-host.ts'

/** The definitions of docs/pipelines.md, and the requests that they make to a server. */

const page = readFileSync(join(import.meta.dirname, '../../docs/pipelines.md'), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''

const it = await sharedTestService()
const { environmentId, apiKey, sourceFormId } = it.ours
let baseUrl = ''
beforeAll(async () => {
  baseUrl = await it.app.listen({ host: '127.0.0.1', port: 0 })
})

type Row = {
  readonly id: string
  readonly finished: boolean
  readonly updatedAt: string
  readonly until: number
}

/** One run of a definition. */
type Ran = { readonly requests: readonly URL[]; readonly rows: readonly Row[] }

/** Somebody begins, goes on with or finishes a response; each time the answer is another one. */
let seconds = 0
async function save(responseId: string, isFinished: boolean): Promise<void> {
  const at = new Date(Date.UTC(2026, 2, 1) + 1000 * ++seconds).toISOString()
  const response = { type: 'ShortInput', headline: 'When?', componentShapeVersion: '2.0', value: at }
  const answers = [{ questionId: 'when', response }]
  const questionIds = ['when']
  await it.store.responses.save(
    sampleSave({
      environmentId,
      formId: sourceFormId,
      responseId,
      at,
      isFinished,
      answers,
      questionIds,
      order: questionIds,
    }),
  )
}

/** What the service has, by the contract's own read of everything. */
async function everything(): Promise<Records> {
  const reply = await fetch(`${baseUrl}/api/v1/responses?returnPartials=true`, {
    headers: { 'x-api-key': apiKey },
  })
  // The contract's shape.
  return byId(((await reply.json()) as { data: Row[] }).data)
}

type Records = readonly { readonly id: string }[]
const byId = (records: Records): Records => records.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What came so far, merged by id as both platforms do. */
class Merged {
  readonly #rows = new Map<string, { readonly id: string }>()

  /** All ids that a run received, in order and with repeats. */
  add({ rows }: Ran): readonly string[] {
    for (const { until: _, ...row } of rows) this.#rows.set(row.id, row)
    return rows.map(({ id }) => id).toSorted()
  }

  get rows(): Records {
    return byId([...this.#rows.values()])
  }
}

/** Many people answer, and each third does not finish; gives their responses. */
async function peopleAnswer(name: string, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, i) => `${name}-${String(i).padStart(4, '0')}`)
  for (const [i, id] of ids.entries()) await save(id, i % 3 > 0)
  return ids
}

type Definition = { readonly name: string; readonly limit: number; readonly run: () => Promise<Ran> }

/** Runs a definition three times: over several pages, after some have gone on, and after nothing. */
async function follow({ name, limit, run }: Definition) {
  const merged = new Merged()
  const before = (await everything()).map(({ id }) => id)
  const ids = await peopleAnswer(name, 2 * limit + 3)
  const first = await run()
  const came = [merged.add(first)]
  // One is finished late, one goes on, one is new.
  const changed = [ids[0] ?? '', ids[3] ?? '', `${name}-new`]
  for (const [i, id] of changed.entries()) await save(id, i === 0)
  const second = await run()
  came.push(merged.add(second), merged.add(await run()))
  return {
    came,
    expected: [[...before, ...ids].toSorted(), changed, []],
    pages: first.requests.length,
    since: [...new Set([...first.requests, ...second.requests].map((url) => url.searchParams.get('since')))],
    until: first.rows[0]?.until,
    merged: merged.rows,
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error('FORMCTL_REQUIRE_ALL=1, but there is no python3.')

test.runIf(hasPython)(
  `the definition for dlt brings every response, and again only what has changed${hasPython ? '' : ' (skipped: there is no python3)'}`,
  async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'forms_pipeline.py')
    const source = blockOf('python')
    const limit = Number(/"limit": (\d+)/.exec(source)?.[1])
    writeFileSync(file, source.replace('https://forms.example.com', baseUrl))
    const words = [join(import.meta.dirname, 'dlt_stand_in.py'), file, join(folder, 'state.json')]
    const run = async (): Promise<Ran> => {
      const env = { ...process.env, FORMS_API_KEY: apiKey }
      const { stdout } = await promisify(execFile)('python3', words, { env, maxBuffer: 1e9 })
      // What the stand-in prints.
      const { requests, rows } = JSON.parse(stdout) as { requests: string[]; rows: Row[] }
      return { requests: requests.map((url) => new URL(url)), rows }
    }
    const { came, expected, pages, since, until, merged } = await follow({ name: 'dlt', limit, run })
    expect(came).toEqual(expected)
    expect(pages).toBeGreaterThan(2)
    expect(since).toEqual(['0', String(until)])
    expect(merged).toEqual(await everything())
  },
)

/** What the test reads of the definition for Airbyte. */
type Manifest = {
  readonly streams: readonly {
    readonly incremental_sync: { cursor_field: string; start_value: number; start_value_option: Option }
    readonly retriever: {
      readonly requester: {
        readonly url: string
        readonly request_parameters: Readonly<Record<string, string>>
        readonly authenticator: { readonly api_token: string; readonly inject_into: Option }
      }
      readonly paginator: {
        readonly page_token_option: Option
        readonly pagination_strategy: { readonly cursor_value: string; readonly stop_condition: string }
      }
      readonly record_selector: {
        readonly extractor: {
          readonly record_expander: { readonly expand_records_from_field: readonly string[] }
        }
      }
    }
    readonly transformations: readonly {
      readonly fields?: readonly { readonly path: readonly string[]; readonly value: string }[]
      readonly field_pointers?: readonly (readonly string[])[]
    }[]
  }[]
}
type Option = { readonly inject_into: string; readonly field_name: string }

/** An expression of Airbyte: names and members, such as `not response['nextCursor']`. */
function valueOf(text: string, names: Readonly<Record<string, unknown>>): unknown {
  const [whole = '', not, name = '', path = ''] = /\{\{ (not )?(\w+)((?:\['\w+'\])*) \}\}/.exec(text) ?? []
  let value: unknown = names[name]
  // As JSON has them.
  for (const [, member = ''] of path.matchAll(/'(\w+)'/g)) value = (value as Record<string, unknown>)[member]
  if (not !== undefined) return !value
  return whole === text ? value : text.replace(whole, String(value))
}

/** One run of the definition for Airbyte, as its CDK 7.28 makes it; `state` is what its cursor keeps. */
async function runAirbyte(state: Map<string, number>, between?: () => Promise<void>): Promise<Ran> {
  // As docs/pipelines.md has it.
  const { streams } = parse(blockOf('yaml')) as Manifest
  const [stream] = streams
  if (!stream) throw new Error('no stream')
  const { retriever, incremental_sync: sync, transformations } = stream
  const { requester, paginator, record_selector: selector } = retriever
  const config = { base_url: baseUrl, api_key: apiKey }
  const start = state.get(sync.cursor_field) ?? sync.start_value
  const [requests, rows]: [URL[], Row[]] = [[], []]
  for (let token = ''; ;) {
    const url = new URL(String(valueOf(requester.url, { config })))
    for (const [name, value] of Object.entries(requester.request_parameters))
      url.searchParams.set(name, value)
    url.searchParams.set(sync.start_value_option.field_name, String(start))
    if (token !== '') url.searchParams.set(paginator.page_token_option.field_name, token)
    requests.push(url)
    const { authenticator } = requester
    const headers = {
      [authenticator.inject_into.field_name]: String(valueOf(authenticator.api_token, { config })),
    }
    const response = (await (await fetch(url, { headers })).json()) as Readonly<Record<string, unknown>>
    const [field = ''] = selector.extractor.record_expander.expand_records_from_field
    for (const item of response[field] as readonly object[]) {
      const record: Record<string, unknown> = { ...item, original_record: response }
      for (const { fields = [], field_pointers: pointers = [] } of transformations) {
        for (const { path, value } of fields) record[path.join('.')] = valueOf(value, { record })
        for (const pointer of pointers) Reflect.deleteProperty(record, pointer.join('.'))
      }
      // The shape of the contract, with the field that was added.
      rows.push(record as Row)
    }
    const { stop_condition: stop, cursor_value: next } = paginator.pagination_strategy
    if (valueOf(stop, { response }) === true) break
    token = String(valueOf(next, { response }))
    if (requests.length === 1) await between?.()
  }
  // A field of each row, which the transformations made.
  const numbers = rows.map((row) => row[sync.cursor_field as 'until'])
  if (numbers.length > 0) state.set(sync.cursor_field, Math.max(...numbers))
  return { requests, rows }
}

describe('the definition for Airbyte', () => {
  test('brings every response, and again only what has changed', async () => {
    const state = new Map<string, number>()
    const { came, expected, pages, since, until, merged } = await follow({
      name: 'airbyte',
      limit: 50,
      run: () => runAirbyte(state),
    })
    expect(came).toEqual(expected)
    expect(pages).toBeGreaterThan(2)
    expect(since).toEqual(['0', String(until)])
    expect(merged).toEqual(await everything())
  })

  test('brings in its next run what changed while it read', async () => {
    const state = new Map<string, number>()
    const merged = new Merged()
    const ids = await peopleAnswer('while', 120)
    merged.add(
      await runAirbyte(state, async () => {
        for (const i of [6, 60, 102]) await save(ids[i] ?? '', true)
        await save('while-new', true)
      }),
    )
    merged.add(await runAirbyte(state))
    expect(merged.rows).toEqual(await everything())
  })
})
