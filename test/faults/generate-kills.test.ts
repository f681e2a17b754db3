import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/wire/wire.ts'
import { builtProgram, runBuilt, type ProgramRun, inherited } from '../support/built-program.ts'
import { spec } from '../support/generating.ts'
import { isLong } from '../support/is-long.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { ours, startTestService, textOf, type TestService } from '../support/test-service.ts'
import { randomOf } from './generate-faults.ts'

const kills = isLong ? 100 : 6
const atOnce = 4

/** The service behind a socket: under /keyed as it is, under /plain as one that knows no request again. */
type Front = {
  readonly url: string
  /** Requests by name of the form. */
  readonly posted: Map<string, number>
  /** What hears of the first request of a form. */
  readonly arrivals: Map<string, () => void>
  readonly close: () => Promise<void>
}

let it: TestService
let front: Front
beforeAll(async () => {
  it = await startTestService()
  front = await startFront()
})
afterAll(async () => {
  await front.close()
  await it.close()
})

async function startFront(): Promise<Front> {
  const posted = new Map<string, number>()
  const arrivals = new Map<string, () => void>()
  const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 15))
  const server = createServer((message, reply) => {
    void answer(message).then(({ status, text }) => reply.writeHead(status).end(text))
  })
  const answer = async (message: IncomingMessage): Promise<{ status: number; text: string }> => {
    const [, mode, path = ''] = /^\/(\w+)(\/.*)$/.exec(message.url ?? '') ?? []
    const body = await Array.fromAsync(message, String).then((chunks) => chunks.join(''))
    const { 'idempotency-key': key, ...headers } = message.headers as Record<string, string>
    if (mode === 'plain' && path === routes.wellKnown) return { status: 404, text: '' }
    if (message.method === 'POST') {
      const { name } = JSON.parse(body) as { name: string }
      posted.set(name, (posted.get(name) ?? 0) + 1)
      arrivals.get(name)?.()
    }
    // A run shall be caught before, while and after its form is made.
    await pause()
    const made = await it.service({
      method: message.method === 'POST' ? 'POST' : 'GET',
      path,
      query: {},
      headers: mode === 'keyed' && key !== undefined ? { ...headers, 'idempotency-key': key } : headers,
      ...(body === '' ? {} : { body }),
    })
    const text = await textOf(made)
    await pause()
    return { status: made.status, text }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    arrivals,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const envOf = (mode: string): Record<string, string> => ({
  FORMCTL_BASE_URL: `${front.url}/${mode}`,
  FORMCTL_API_KEY: ours.apiKey,
  FORMCTL_ENVIRONMENT_ID: ours.environmentId,
  FORMCTL_SOURCE_FORM_ID: ours.sourceFormId,
})

const words = ['forms', 'generate', 'a.yaml']

/** When a run is killed: so many milliseconds after its begin, or after its form has arrived at the service. */
type Moment = { readonly since: 'begin' | 'arrival'; readonly after: number }

/** Runs the program and kills it; what it printed. */
async function killed(cwd: string, { mode, name }: Named, { since, after }: Moment): Promise<string> {
  const env = {
    ...inherited,
    HOME: cwd,
    XDG_STATE_HOME: join(cwd, '.local/state'),
    ...envOf(mode),
  }
  const child = spawn(process.execPath, [builtProgram, ...words], { cwd, env, stdio: 'pipe' })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  let timer: NodeJS.Timeout | undefined
  const kill = (): void => void (timer = setTimeout(() => child.kill('SIGKILL'), after))
  if (since === 'begin') kill()
  else front.arrivals.set(name, kill)
  await once(child, 'close')
  clearTimeout(timer)
  front.arrivals.delete(name)
  return stdout
}

/** What the journal holds of the run. */
function stateIn(cwd: string): string {
  const folder = join(cwd, '.local/state/formctl/journal')
  const [name] = existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith('.json')) : []
  if (name === undefined) return 'none'
  return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { state: string }).state
}

type Story = {
  readonly mode: string
  readonly state: string
  readonly second: ProgramRun | undefined
  readonly made: readonly string[]
  readonly posted: number
}

type Named = { readonly mode: string; readonly name: string }

async function story({ mode, name }: Named, moment: Moment): Promise<Story> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'a.yaml'), spec(name))
  const printed = await killed(cwd, { mode, name }, moment)
  const state = stateIn(cwd)
  // What the first run sent arrives by now, or never.
  await new Promise((done) => setTimeout(done, 100))
  const posted = front.posted.get(name) ?? 0
  // The id is out: another run would be another wish.
  const isTold = /\tform|\tcl/.test(printed)
  const second = isTold ? undefined : await runBuilt(words, { cwd, env: envOf(mode) })
  const made = (await it.store.forms.list(ours.environmentId)).filter((form) => form.name === name)
  return {
    mode,
    state,
    second,
    made: made.map(({ id }) => id),
    posted: (front.posted.get(name) ?? 0) - posted,
  }
}

/** What is wrong with a story; undefined: nothing. */
function faultOf({ mode, state, second, made, posted }: Story): string | undefined {
  if (made.length > 1) return 'made twice'
  if (!second) return made.length === 1 ? undefined : 'told, and not made'
  if (second.exit === 0)
    return made.length === 1 && second.stdout.includes(made[0] ?? '?') ? undefined : 'lost'
  if (mode === 'keyed') return `ended with ${second.exit}: ${second.stderr}`
  const isRefused = second.exit === 9 && posted === 0 && state === 'sending'
  return isRefused ? undefined : `ended with ${second.exit} after ${state}: ${second.stderr}`
}

test.each(['keyed', 'plain'])(
  `a run killed at any of ${kills} moments makes no twin, and no id is lost: a service under /%s`,
  async (mode) => {
    const started = performance.now()
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.yaml'), spec('Whole'))
    await runBuilt(words, { cwd, env: envOf(mode) })
    // As the machine is busier with several at once, the last moments are later than one run takes.
    const whole = (performance.now() - started) * 1.5
    const random = randomOf(mode === 'keyed' ? 11 : 23)
    const moments = Array.from({ length: kills }, (_, n): Moment => {
      if (n % 3 === 0) return { since: 'begin', after: whole * (0.3 + 0.7 * random()) }
      return { since: 'arrival', after: 120 * random() }
    })
    const stories: Story[] = []
    const lane = async (first: number): Promise<void> => {
      for (const [n, moment] of moments.entries())
        if (n % atOnce === first) stories.push(await story({ mode, name: `Killed ${n} ${mode}` }, moment))
    }
    await Promise.all(Array.from({ length: atOnce }, (_, first) => lane(first)))
    const faults = stories.flatMap((each) => faultOf(each) ?? [])
    const at = (state: string): number => stories.filter((each) => each.second && each.state === state).length
    // What is measured is told.
    // oxlint-disable-next-line no-console
    console.log(
      `${mode}: killed ${stories.length}: before the note or after the end ${at('none')}, while sending ${at('sending')}, before the id was out ${at('created')}, id out ${stories.filter(({ second }) => !second).length}; refused with 9: ${stories.filter(({ second }) => second?.exit === 9).length}; faults ${faults.length}`,
    )
    expect(faults).toEqual([])
    expect(stories).toHaveLength(kills)
  },
)
