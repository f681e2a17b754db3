import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specText } from '../support/applying.ts'
import { isLong } from '../support/is-long.ts'
import { oneOf, randomOf } from '../support/random.ts'
import { startTestService } from '../support/test-service.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { routes, type Service } from '../../src/wire/wire.ts'

/**
 * Two runners apply the specs of one repository to one service. Each has a clone and a state folder of its own. They are killed, their
 * pushes are refused, and they lose their lock files and state folders; the addresses of the service change.
 */
test.each(Array.from({ length: isLong ? 200 : 10 }, (_, i) => i + 1))(
  'schedule %i of two runners makes one form for each content of a spec',
  async (seed) => {
    const random = randomOf(seed)
    const pick = <T>(...choices: readonly T[]): T => oneOf(random, choices)
    const it = await startTestService()
    try {
      const folder = temporaryFolder()
      const origin = join(folder, 'origin')
      mkdirSync(origin)
      const write = (at: string, name: string, text: string): void => writeFileSync(join(at, name), text)
      const wanted = new Set<string>()
      const edit = (): void => {
        const [name, question] = [pick('A', 'B', 'C'), pick('One?', 'Two?', 'Three?')]
        write(origin, `${name}.yaml`, specText(name, question))
      }
      edit()
      write(origin, 'formctl.lock.json', '{"schema_version":1,"forms":[]}')
      let version = 0
      const runners = [0, 1].map((n) => ({ n, clone: join(folder, `clone-${n}`), has: -1 }))
      type Runner = (typeof runners)[number]
      const state = ({ n }: Runner): string => join(folder, `state-${n}`)
      const clone = (runner: Runner): void => {
        rmSync(runner.clone, { recursive: true, force: true })
        cpSync(origin, runner.clone, { recursive: true })
        runner.has = version
      }
      const apply = async (runner: Runner): Promise<void> => {
        clone(runner)
        const kill = pick('no', 'no', 'before', 'after')
        let calls = 0
        const at = pick(1, 2)
        const service: Service = async (call) => {
          const isDoomed = call.method === 'POST' && ++calls === at && kill !== 'no'
          // Unlike a Failure, this ends the run at once: nothing is noted any more.
          if (isDoomed && kill === 'before') throw new Error('killed')
          const reply = await it.service(call)
          if (isDoomed) throw new Error('killed')
          return reply
        }
        const ran = await runInProcess({
          cwd: runner.clone,
          stateFolder: state(runner),
          env: {
            FORMCTL_BASE_URL: pick('https://forms.example', 'http://127.0.0.1:8080', 'http://localhost:8080'),
            FORMCTL_API_KEY: it.ours.apiKey,
            FORMCTL_ENVIRONMENT_ID: it.ours.environmentId,
            FORMCTL_SOURCE_FORM_ID: it.ours.sourceFormId,
          },
          service,
          argv: ['forms', 'apply', '.', '--yes'],
        })
        if (ran.exit !== 0 && kill === 'no') throw new Error(`${ran.exit}: ${ran.stderr}`)
        if (ran.exit === 0)
          for (const { content } of JSON.parse(readFileSync(join(runner.clone, 'formctl.lock.json'), 'utf8'))
            .forms)
            wanted.add(content)
        // A push is refused where the other runner, or an author, was first; or it never comes to it.
        if (ran.exit !== 0 || runner.has !== version || pick(true, false)) return
        cpSync(join(runner.clone, 'formctl.lock.json'), join(origin, 'formctl.lock.json'))
        version++
      }
      const [one, other] = runners
      if (!one || !other) throw new Error('two runners')
      for (let step = 0; step < 8; step++) {
        const what = pick('edit', 'apply', 'apply', 'both', 'both', 'lose')
        if (what === 'edit') edit()
        else if (what === 'both') await Promise.all([apply(one), apply(other)])
        else if (what === 'apply') await apply(pick(one, other))
        else if (pick(true, false)) write(origin, 'formctl.lock.json', '{"schema_version":1,"forms":[]}')
        else rmSync(state(pick(one, other)), { recursive: true, force: true })
        if (what === 'edit' || what === 'lose') version++
      }
      const reply = await it.service({
        method: 'GET',
        path: routes.forms.replace(':environmentId', it.ours.environmentId),
        query: {},
        headers: { 'x-api-key': it.ours.apiKey },
      })
      const { data } = JSON.parse(Buffer.concat(await Array.fromAsync(reply.body)).toString())
      const made = data.flatMap(({ label }: { label?: { spec: string; content: string } }) =>
        label ? [`${label.spec} ${label.content}`] : [],
      )
      expect(made.length).toBe(new Set(made).size)
      expect(made.map((text: string) => text.split(' ')[1])).toEqual(expect.arrayContaining([...wanted]))
    } finally {
      await it.close()
    }
  },
)
