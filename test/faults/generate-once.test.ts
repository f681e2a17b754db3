import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createForm,
  decide,
  type Outcome,
  makePublisher,
  type Publisher,
} from '../../src/publish/create-once.ts'
import type { PlannedForm } from '../../src/publish/plan.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { Form } from '../../src/form/form.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import type { Service } from '../../src/wire/wire.ts'
import { quickRetries } from '../support/scripted-service.ts'
import { temporaryFolder, testHost } from '../support/test-host.ts'
import { fine, startFormService, type Fault, type FaultClass, type FormService } from './form-service.ts'
import { closedAddress } from './fault-server.ts'
import { kinds, randomOf, silentKinds, type Random } from './generate-faults.ts'
import { isLong } from '../support/is-long.ts'

const isFull = isLong
const forms = isFull ? 10_000 : 400
const lanes = 40
// Only for silence: on a busy machine, a reply may take longer than this.
const shortWaits = { headers: 0.5, idle: 0.5 }
const text = `name: Contact
steps:
  - name: One
    components: [{ type: ShortInput, content: { question: "Who?" } }, { type: NextButton, content: {} }]
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`
const [spec] = checkSpec(Buffer.from(text)).forms

/** One run that was to create a form: how it ended, and what it met. */
type Ran = {
  readonly exit: number
  /** The id that it told. */
  readonly id?: string
  /** The faults that its requests met, by class. */
  readonly met: readonly FaultClass[]
  /** How many forms of its name there were when it ended. */
  readonly made: number
  /** Whether it ended before its id was safe, as a run that is killed. */
  readonly isCutShort?: boolean
}

/** All the runs that were to create one form, and the forms that came of them. */
type Story = {
  readonly isAnnounced: boolean
  readonly runs: readonly Ran[]
  readonly made: readonly string[]
}

test(`of ${forms} forms whose creation meets faults, none is made twice and none is lost, and each exit code is true`, async () => {
  const closed = overHttp(await closedAddress())
  const stories: Story[] = []
  const played = new Map<string, number>()
  const work = async (lane: number): Promise<void> => {
    const service = await startFormService()
    const [patient, hasty] = [overHttp(service.url), overHttp(service.url, { waits: shortWaits })]
    const random = randomOf(7919 * (lane + 1))
    const refusals = { left: 0 }
    const call: Service = (asked) => {
      const isPost = asked.method === 'POST'
      if (isPost && refusals.left-- > 0) return closed(asked)
      const [fault] = isPost ? service.faults : service.askFaults
      return fault?.isSilent === true ? hasty(asked) : patient(asked)
    }
    const given = { service, call, random, refusals, cwd: temporaryFolder(), played }
    for (let n = lane; n < forms; n += lanes) stories.push(await tell(`Form ${n}`, given))
    await service.close()
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)))
  const [twins, lost, wrong] = [isTwin, isLost, isWrong].map((judge) => stories.filter(judge))
  const runs = stories.flatMap((story) => story.runs)
  const requests = [...played.values()].reduce((sum, n) => sum + n, 0)
  const count = (exit: number): number => runs.filter((ran) => ran.exit === exit).length
  // What is measured is told.
  // oxlint-disable-next-line no-console
  console.log(
    `forms ${stories.length}, runs ${runs.length}, requests ${requests}, kinds of faults ${played.size}; ended with 0: ${count(0)}, 4: ${count(4)}, 5: ${count(5)}, 6: ${count(6)}, 7: ${count(7)}, 9: ${count(9)}; made twice ${twins?.length}, lost ${lost?.length}, wrong exit codes ${wrong?.length}`,
  )
  expect({ twins, lost, wrong }).toEqual({ twins: [], lost: [], wrong: [] })
  expect(stories).toHaveLength(forms)
})

type Given = {
  readonly service: FormService
  readonly call: Service
  readonly random: Random
  /** How many of the next requests find nothing that listens. */
  readonly refusals: { left: number }
  readonly cwd: string
  readonly played: Map<string, number>
}

/** Runs that want one form, one after the other, until one tells its id; the last meets no fault. */
async function tell(name: string, given: Given): Promise<Story> {
  const { service, random, refusals, cwd, played } = given
  const isAnnounced = random() < 0.5
  const runs: Ran[] = []
  for (let left = Math.floor(random() * 3); left >= 0; left--) {
    service.begin(isAnnounced)
    if (left > 0 || runs.length === 0) plan(given)
    const ran = await runOnce(name, given)
    for (const fault of service.played) played.set(fault.name, (played.get(fault.name) ?? 0) + 1)
    if (refusals.left < 0) refusals.left = 0
    runs.push({ ...ran, made: service.made.get(name)?.length ?? 0 })
    if (ran.exit === 0 && !ran.isCutShort) break
  }
  service.finishHeld()
  // What stays open is nobody's any more: the next form is another one.
  rmSync(join(cwd, '.local'), { recursive: true, force: true })
  return { isAnnounced, runs, made: service.made.get(name) ?? [] }
}

/** Faults for the next run. */
function plan({ service, random, refusals }: Given): void {
  const pick = (): Fault => {
    const from = random() < 0.04 ? silentKinds : kinds
    const makers = Object.values(from)
    return makers[Math.floor(random() * makers.length)]?.(random) ?? fine
  }
  refusals.left = random() < 0.1 ? Math.floor(random() * 5) : 0
  service.faults.push(...Array.from({ length: Math.floor(random() * 5) }, pick))
  if (random() < 0.1) service.askFaults.push(...Array.from({ length: Math.floor(random() * 5) }, pick))
}

async function runOnce(name: string, { service, call, random, cwd }: Given): Promise<Omit<Ran, 'made'>> {
  const machine = testHost({ argv: [], cwd })
  const access = { service: call, ...settings, baseUrl: 'https://forms.example' }
  const caller = { access, retry: quickRetries() }
  const publisher = await makePublisher({ caller, machine, report: async () => undefined })
  const outcome = await creation(plannedOf(name), publisher)
  const met = service.played.map((fault) => fault.class)
  if ('failure' in outcome) return { exit: outcome.failure.exit, met }
  const ran = { exit: 0, id: outcome.created.id, met }
  if (random() < 0.2) return { ...ran, isCutShort: true }
  await outcome.clearEntry()
  return ran
}

async function creation(planned: PlannedForm, publisher: Publisher): Promise<Outcome> {
  try {
    const [decision] = await decide([planned], publisher, { isForced: false })
    if (!decision) throw new Error('a decision is made for each form')
    return await createForm(decision, publisher)
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}

const settings = {
  apiKey: 'key',
  keySource: 'FORMCTL_API_KEY',
  keyAdvice: 'Correct FORMCTL_API_KEY, or unset it.',
  environmentId: 'env-1',
}

function plannedOf(name: string): PlannedForm {
  if (!spec) throw new Error('the spec holds a form')
  // Nothing is wrong with it.
  const form = { ...(spec.value as Form), name }
  const body = { sourceFormId: 'source-1', name, steps: form.steps }
  return { file: 'a.yaml', path: '/a.yaml', document: 1, text, spec, form, template: spec.value, body }
}

const isTwin = ({ made }: Story): boolean => made.length > 1

/** A form that exists and was told by nobody, although the last run met no fault and could have asked for it. */
const isLost = ({ isAnnounced, runs, made }: Story): boolean => {
  const last = runs.at(-1)
  const isTold = runs.some(({ id }) => id !== undefined && made.includes(id))
  const couldKnow = isAnnounced && last?.met.every((kind) => kind === 'fine')
  return made.length > 0 && !isTold && (couldKnow === true || last?.exit !== 9)
}

/** Whether some run ended with an exit code that says what is not so. */
function isWrong({ isAnnounced, runs, made }: Story): boolean {
  let isOpen = false
  for (const { exit, id, met, made: madeThen } of runs) {
    const isOpenBefore = isOpen
    isOpen ||= met.includes('open')
    // A form was told that is not there, or it is told that nothing happened, and it did.
    if (exit === 0 && !made.includes(id ?? '')) return true
    // Open is what was sent and not answered, in this run or in one before; nothing else.
    if (exit === 9 && !isOpen) return true
    if (exit !== 0 && exit !== 9 && (madeThen > 0 || ![4, 5, 6, 7].includes(exit))) return true
    if (!isAnnounced && isOpen && exit !== 9 && !(isOpenBefore && exit === 0)) return true
    // What is open is not sent again where the service does not know it again.
    if (!isAnnounced && isOpenBefore && met.length > 0) return true
  }
  return false
}
