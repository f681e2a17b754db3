import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versionsOf } from '../../src/publish/lock-entries.ts'
import type { LockedForm } from '../../src/publish/generated/lock.ts'
import { idempotencyHeader, routes, type Service } from '../../src/wire/wire.ts'
import { applyEnv, project, specText, type Project } from '../support/applying.ts'
import { replyOf } from '../support/scripted-service.ts'
import { runInProcess, type Ran } from '../support/test-host.ts'
import { isLong } from '../support/is-long.ts'

const numRuns = isLong ? 100 : 12

/** What people and machines do to a project. */
type Step =
  | { readonly kind: 'write'; readonly file: string; readonly content: number }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string }
  | { readonly kind: 'apply'; readonly dies: Death | undefined }
  /** A run that makes forms again, or whose forms the service refuses. */
  | { readonly kind: 'recreate' | 'refused'; readonly dies: Death | undefined }
  /** Git puts marks around the lock file as it was at the last such step, and as it is. */
  | { readonly kind: 'merge' }

/**
 * Where the n-th form of a run is when the run ends without a word: not yet at the service, made there, or made and noted,
 * but not in the lock file.
 */
type Death = { readonly form: number; readonly at: 'request' | 'reply' | 'lock' }

const file = fc.constantFrom('forms/a.yaml', 'forms/b.yaml', 'forms/c.yaml')
const death: fc.Arbitrary<Death> = fc.record({
  form: fc.integer({ min: 1, max: 3 }),
  at: fc.constantFrom('request', 'reply', 'lock'),
})
const maybeDeath = fc.option(death, { nil: undefined })
const kind = <Kind extends string>(word: Kind): fc.Arbitrary<Kind> => fc.constant(word)
const often = (arbitrary: fc.Arbitrary<Step>) => ({ weight: 4, arbitrary })
const usual = [
  often(fc.record({ kind: kind('write'), file, content: fc.nat({ max: 3 }) })),
  often(fc.record({ kind: kind('apply'), dies: maybeDeath })),
  fc.record({ kind: kind('remove'), file }),
  fc.record({ kind: kind('rename'), file, to: file }),
]
const stepsOf = (...kinds: readonly fc.MaybeWeightedArbitrary<Step>[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.oneof(...kinds), { minLength: 3, maxLength: 14 })
const unusual = [
  fc.record({ kind: kind('recreate'), dies: maybeDeath }),
  fc.record({ kind: kind('refused'), dies: maybeDeath }),
  fc.record({ kind: kind('merge') }),
]

type Made = { readonly id: string; readonly name: string }

/** A service with idempotency keys, and runs that may be killed. */
function serviceAndRuns(here: Project) {
  const made = new Map<string, Made>()
  let dies: Death | undefined
  let posts = 0
  let isRefusing = false
  let lockText: string | undefined
  const service: Service = async (call) => {
    if (call.path === routes.wellKnown) return replyOf({ body: { extensions: ['idempotency-key'] } })
    if (call.method === 'GET') return replyOf({ body: { data: [] } })
    if (isRefusing) return replyOf({ status: 400, body: { message: 'Invalid request body', errors: [] } })
    const isLast = ++posts === dies?.form
    // An error that no one foresees stops a run as a kill does, without a word in the journal.
    if (isLast && dies?.at === 'request') throw new Error('killed')
    const key = call.headers[idempotencyHeader] ?? ''
    const { name } = JSON.parse(call.body ?? '{}')
    const form = made.get(key) ?? { id: `f${made.size + 1}`, name }
    made.set(key, form)
    if (isLast && dies?.at === 'reply') throw new Error('killed')
    if (isLast) {
      lockText = here.lockText()
      here.write('formctl.lock.json', '<<<<<<<')
    }
    return replyOf({ body: { success: true, result: { form: { id: form.id, url: `/s/${form.id}` } } } })
  }
  const run = (...argv: readonly string[]): Promise<Ran> =>
    runInProcess({ cwd: here.cwd, env: applyEnv, service, argv: ['forms', ...argv] })
  const apply = async (now?: Death, how: 'apply' | 'recreate' | 'refused' = 'apply'): Promise<Ran> => {
    ;[dies, posts, lockText, isRefusing] = [now, 0, undefined, how === 'refused']
    const ran = await run('apply', 'forms', ...(how === 'recreate' ? ['--recreate'] : []))
    isRefusing = false
    if (lockText !== undefined) here.write('formctl.lock.json', lockText)
    dies = undefined
    return ran
  }
  return { made, run, apply, hasSent: () => posts > 0 }
}

type Edit = Extract<Step, { readonly file: string }>

const isEdit = (step: Step): step is Edit => 'file' in step

function edit(here: Project, step: Edit): void {
  const isThere = existsSync(join(here.cwd, step.file))
  if (step.kind === 'write') here.write(step.file, specText(`Form ${step.content}`))
  else if (isThere && step.kind === 'remove') here.remove(step.file)
  else if (isThere && step.kind === 'rename') here.rename(step.file, step.to)
}

const hasSpecs = ({ cwd }: Project): boolean =>
  ['a', 'b', 'c'].some((name) => existsSync(join(cwd, `forms/${name}.yaml`)))

const shapeOf = (forms: readonly LockedForm[]): unknown =>
  forms.map((form) => [form.spec, ...versionsOf(form).map(({ id, content }) => [id, content])])

/** Where a history leads: the forms of the service, and the lock file. */
async function endOf(history: readonly Step[], isDeadly: boolean): Promise<unknown> {
  const here = project()
  const runs = serviceAndRuns(here)
  for (const step of history) {
    if (isEdit(step)) edit(here, step)
    else if (step.kind === 'apply' && hasSpecs(here)) {
      if (isDeadly && step.dies) await runs.apply(step.dies)
      const ran = await runs.apply()
      if (ran.exit !== 0) throw new Error(ran.stderr)
    }
  }
  rmSync(here.cwd, { recursive: true })
  return { made: [...runs.made.values()], locked: shapeOf(here.locked()) }
}

test('a run that dies at any form and is run again leads where one leads that does not die', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(...usual), async (history) => {
      expect(await endOf(history, true)).toEqual(await endOf(history, false))
    }),
    { numRuns },
  )
})

/** Runs until nothing is open any more; what is open is told as it is at the service. */
async function settled(here: Project, runs: ReturnType<typeof serviceAndRuns>): Promise<void> {
  for (;;) {
    const ran = await runs.apply()
    if (ran.exit === 0) return
    const note = here.notes().find(({ state }) => state !== 'created')
    if (ran.exit !== 9 || !note) throw new Error(`${ran.exit}: ${ran.stderr}`)
    const form = runs.made.get(note.idempotencyKey)
    await runs.run('resolve', note.id, ...(form ? ['--created', form.id] : ['--not-created']))
  }
}

test('whatever is changed after a death, no id is lost, each spec has its form, and then there is nothing to do', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(...usual, ...unusual), async (history) => {
      const here = project()
      const runs = serviceAndRuns(here)
      let merged = ''
      for (const step of [...history, { kind: 'write' as const, file: 'forms/a.yaml', content: 0 }])
        if (isEdit(step)) edit(here, step)
        else if (step.kind === 'merge') {
          const ours = here.lockText() ?? ''
          here.write('formctl.lock.json', `<<<<<<< HEAD\n${ours}=======\n${merged}>>>>>>> b\n`)
          merged = ours.startsWith('<') ? merged : ours
        } else if (hasSpecs(here)) await runs.apply(step.dies, step.kind)
      await settled(here, runs)
      const locked = here.locked()
      const ids = locked.flatMap((form) => versionsOf(form).map(({ id }) => id))
      expect(new Set(ids)).toEqual(new Set([...runs.made.values()].map(({ id }) => id)))
      expect(ids).toHaveLength(runs.made.size)
      const again = await runs.apply()
      expect([again.exit, runs.hasSent(), again.stderr]).toEqual([0, false, expect.any(String)])
      expect(here.notes()).toEqual([])
      rmSync(here.cwd, { recursive: true })
    }),
    { numRuns },
  )
})
