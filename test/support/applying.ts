import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LockedForm } from '../../src/publish/generated/lock.ts'
import type { JournalEntry } from '../../src/publish/generated/journal-entry.ts'
import { typeNames } from '../../src/form/schema.ts'
import { extensions, routes, type Call, type Service } from '../../src/wire/wire.ts'
import { replyOf, type Turn } from './scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from './test-host.ts'

/** A spec of one form. */
export const specText = (name: string, question = 'Who?'): string => `name: ${name}
steps:
  - name: One
    components:
      - type: ShortInput
        content: { question: "${question}" }
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

/** A spec of one form with these components, each as YAML in one line. */
export const specWith = (...components: readonly string[]): string => `name: Letters
steps:
  - name: One
    components:
${[...components, '{ type: NextButton, content: { label: Next } }'].map((one) => `      - ${one}`).join('\n')}
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`

/** A reply that a form was created. */
export const made = (id: string): Turn => ({
  body: { success: true, result: { form: { id, url: `/s/${id}` } } },
})

/** What every run has that needs no settings of its own. */
export const applyEnv = {
  FORMCTL_BASE_URL: 'https://forms.example',
  FORMCTL_API_KEY: 'fctl_0123456789',
  FORMCTL_ENVIRONMENT_ID: 'env-1',
  FORMCTL_SOURCE_FORM_ID: 'source-1',
}

/** A folder with specs, its lock file and its journal. */
export type Project = {
  readonly cwd: string
  readonly write: (name: string, text: string) => void
  readonly remove: (name: string) => void
  readonly rename: (from: string, to: string) => void
  readonly lockText: () => string | undefined
  readonly locked: () => readonly LockedForm[]
  readonly notes: () => readonly JournalEntry[]
  readonly noteFile: (note: JournalEntry) => string
}

/** Makes one. */
export function project(files: Readonly<Record<string, string>> = {}): Project {
  const cwd = temporaryFolder()
  const at = (name: string): string => join(cwd, name)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const journal = at('.local/state/formctl/journal')
  const lockText = (): string | undefined =>
    existsSync(at('formctl.lock.json')) ? readFileSync(at('formctl.lock.json'), 'utf8') : undefined
  const noteFile = ({ id }: JournalEntry): string => join(journal, `${id}.json`)
  return {
    cwd,
    write,
    remove: (name) => rmSync(at(name)),
    rename: (from, to) => renameSync(at(from), at(to)),
    lockText,
    locked: () => JSON.parse(lockText() ?? '{"forms":[]}').forms,
    notes: () =>
      (existsSync(journal) ? readdirSync(journal) : [])
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(journal, name), 'utf8'))),
    noteFile,
  }
}

/** How a run goes: `turns` answer its forms in order; absent, each is created, `f1`, `f2` and so on. */
export type ApplySetup = Partial<TestHostOptions> & {
  readonly turns?: readonly Turn[]
  /** Answers by the name of the form instead: of several at once, any may come first. */
  readonly turnOf?: (name: string) => Turn
  /** Whether the service announces that it knows requests again; or all that it announces. */
  readonly announces?: boolean | object
  /** Called before each form is answered. */
  readonly onPost?: (call: Call) => void | Promise<void>
}

let created = 0

/** Runs `forms apply …` in process. */
export async function apply(
  words: string,
  { cwd }: Pick<Project, 'cwd'>,
  setup: ApplySetup = {},
): Promise<Ran & { readonly posted: readonly Call[] }> {
  const { turns, turnOf, announces = false, onPost, ...options } = setup
  const posted: Call[] = []
  const service: Service = async (call) => {
    if (call.path === routes.wellKnown)
      return replyOf(
        announces === false
          ? { status: 404 }
          : { body: announces === true ? { extensions: ['idempotency-key'] } : announces },
      )
    if (call.method === 'GET' && call.path === routes.responses) return replyOf({ body: { data: [] } })
    const inOrder = turns?.[Math.min(posted.length, turns.length - 1)]
    posted.push(call)
    const turn = turnOf?.(String(namesOf([call])[0])) ?? inOrder ?? made(`f${++created}`)
    await onPost?.(call)
    if ('fails' in turn) throw turn.fails
    return replyOf(turn)
  }
  const argv = ['forms', 'apply', ...words.split(' ')]
  return { ...(await runInProcess({ cwd, env: applyEnv, service, ...options, argv })), posted }
}

/** A project where the spec `a.yaml` was applied in these versions, as the forms f1, f2 and so on. */
export async function appliedVersions(...specs: readonly string[]): Promise<Project> {
  const here = project()
  for (const [i, text] of specs.entries()) {
    here.write('a.yaml', text)
    const announces = { extensions, componentTypes: typeNames }
    const { exit, stderr } = await apply('a.yaml', here, { turns: [made(`f${i + 1}`)], announces })
    if (exit !== 0) throw new Error(stderr)
  }
  return here
}

/** The names of the forms that were sent. */
export const namesOf = (calls: readonly Call[]): readonly unknown[] =>
  calls.map(({ body }) => Object(JSON.parse(body ?? 'null')).name)
