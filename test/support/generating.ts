import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../src/publish/journal.ts'
import { Failure } from '../../src/failure/failure.ts'
import { routes, type Call, type Service } from '../../src/wire/wire.ts'
import { replyOf, type ScriptedReply, type Turn } from './scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from './test-host.ts'

/** A spec that nothing is wrong with. */
export const spec = (name: string, question = 'Who?'): string => `name: ${name}
steps:
  - name: One
    components:
      - type: ShortInput
        content: { question: "${question}" }
      - { type: NextButton, content: {} }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`
/** Settings that lead to a service which a test scripts. */
export const env = {
  FORMCTL_BASE_URL: 'https://forms.example',
  FORMCTL_API_KEY: 'fctl_0123456789',
  FORMCTL_ENVIRONMENT_ID: 'env-1',
  FORMCTL_SOURCE_FORM_ID: 'source-1',
}

/** The reply to a form that was created. */
export const made = (id: string): ScriptedReply => ({
  body: { success: true, result: { form: { id, url: `/s/${id}` } } },
})
/** A call that is lost on its way or on its way back. */
export const lost: Turn = {
  fails: Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' }),
}

/** A folder with specs, and runs in it that follow one another. */
export function project(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder()
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const folder = join(cwd, '.local/state/formctl/journal')
  const entries = (): JournalEntry[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.json'))
          .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
      : []
  return { cwd, folder, write, entries }
}

export type Project = ReturnType<typeof project>

type Setup = Partial<TestHostOptions> & { readonly turns?: readonly Turn[]; readonly announces?: boolean }

/** Runs `forms …`; `turns` are those of generate, one a call, the last again and again. */
export async function run(
  words: string,
  { cwd }: Project,
  setup: Setup = {},
): Promise<Ran & { posted: Call[] }> {
  const { turns = [made('f1')], announces = false, ...options } = setup
  const posted: Call[] = []
  const service: Service = async (call) => {
    if (call.path === routes.wellKnown)
      return replyOf(announces ? { body: { extensions: ['idempotency-key'] } } : { status: 404 })
    const turn = turns[Math.min(posted.length, turns.length - 1)] ?? made('f1')
    posted.push(call)
    if ('fails' in turn) throw turn.fails
    return replyOf(turn)
  }
  const argv = ['forms', ...words.split(' ')]
  return { ...(await runInProcess({ cwd, env, service, ...options, argv })), posted }
}

/** As a run leaves its entry that is killed while the form is on its way. */
export async function killedWhileSending(here: Project, more: Partial<JournalEntry> = {}): Promise<void> {
  await run('generate a.yaml', here, { turns: [lost] })
  const [entry] = here.entries()
  const left = { ...entry, state: 'sending', reason: undefined, ...more }
  writeFileSync(join(here.folder, `${entry?.id}.json`), JSON.stringify(left))
}
