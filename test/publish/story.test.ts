import { expect, test } from 'vitest'
import { outcome } from '../support/outcome.ts'
import { specText } from '../support/applying.ts'
import { Team, type FormCounts } from '../support/team.ts'

/**
 * The promises of docs/ci.md, played as a team lives them: a repository, authors who push, and jobs that run in a clone of their own on a
 * machine that is thrown away. A step says what happens, then how many forms the service has in production and in staging.
 */
type Steps = readonly (readonly [what: string, play: (team: Team) => Promise<void>, ...forms: FormCounts])[]

const firstSteps: Steps = [
  [
    'a pull request brings two specs; its plan needs no key',
    async (team) => {
      team.push({ 'forms/contact.yaml': specText('Contact'), 'forms/visit.yaml': specText('Visit') })
      const plan = await team.formctl(team.clone(), 'forms apply --dry-run --strict', { key: '' })
      expect(plan).toMatchObject(
        outcome(0, /^Which forms .* could not be asked: No API key .*\n2 forms would be created\.\n$/),
      )
    },
    0,
    0,
  ],
  ['it is merged, and the job on main applies it', (team) => team.job(), 2, 0],
  ['the job runs again', (team) => team.job(), 2, 0],
]

const ownService: Steps = [
  ...firstSteps,
  [
    'a question of one spec changes',
    (team) => team.change({ 'forms/contact.yaml': specText('Contact', 'Why?') }),
    3,
    0,
  ],
  ['staging gets the same specs by its profile', (team) => team.job({ profile: 'staging' }), 3, 2],
  ['the lock file is lost', (team) => team.change({ 'formctl.lock.json': null }), 3, 2],
  [
    'staging is applied with the lock file that lost its entries',
    (team) => team.job({ profile: 'staging' }),
    3,
    2,
  ],
  [
    'the push of the lock file is refused, and the next job starts without it',
    async (team) => {
      team.push({ 'forms/order.yaml': specText('Order') })
      await team.job({ pushes: false })
      await team.job()
    },
    4,
    2,
  ],
  [
    'two jobs apply the same commit at once',
    async (team) => {
      team.push({ 'forms/return.yaml': specText('Return'), 'forms/repair.yaml': specText('Repair') })
      await Promise.all([team.job({ pushes: false }), team.job({ pushes: false }), team.job()])
      await team.job()
    },
    6,
    2,
  ],
  [
    'the runner dies once the service has the form',
    async (team) => {
      team.push({ 'forms/press.yaml': specText('Press') })
      expect((await team.formctl(team.clone(), 'forms apply', { dies: 'after' })).exit).toBe(70)
      await team.job()
    },
    7,
    2,
  ],
  [
    'the runner dies before the service has the form',
    async (team) => {
      team.push({ 'forms/jobs.yaml': specText('Jobs') })
      expect((await team.formctl(team.clone(), 'forms apply', { dies: 'before' })).exit).toBe(70)
      await team.job()
    },
    8,
    2,
  ],
  [
    'the runner dies, its state is kept, and the spec is edited before it runs again: two versions',
    async (team) => {
      team.push({ 'forms/guests.yaml': specText('Guests') })
      const machine = team.clone()
      expect((await team.formctl(machine, 'forms apply', { dies: 'after' })).exit).toBe(70)
      team.push({ 'forms/guests.yaml': specText('Guests', 'Why?') })
      team.refresh(machine)
      await team.job({ machine })
    },
    10,
    2,
  ],
  [
    'two branches that were applied are merged, and the marks of the merge are committed',
    async (team) => {
      for (const name of ['left', 'lower'])
        await team.job({ branch: name, writes: { [`forms/${name}.yaml`]: specText(name) } })
      expect(team.merge('left')).toBe(true)
      expect(team.merge('lower')).toBe(false)
      await team.job()
    },
    12,
    2,
  ],
  [
    'a spec is renamed',
    (team) => team.change({ 'forms/left.yaml': null, 'forms/east.yaml': specText('left') }),
    12,
    2,
  ],
  [
    'a spec is renamed, and the lock file is lost',
    (team) =>
      team.change({
        'forms/lower.yaml': null,
        'forms/west.yaml': specText('lower'),
        'formctl.lock.json': null,
      }),
    12,
    2,
  ],
  [
    'a spec is renamed and edited in one commit: a new form',
    (team) => team.change({ 'forms/west.yaml': null, 'forms/south.yaml': specText('lower', 'Where?') }),
    13,
    2,
  ],
  [
    'a spec is renamed and edited, and its form is adopted: a new version',
    async (team) => {
      const before = await team.newestForm()
      team.push({ 'forms/south.yaml': null, 'forms/north.yaml': specText('lower', 'When?') })
      const machine = team.clone()
      const adopted = await team.formctl(machine, `forms adopt forms/north.yaml ${before}`)
      expect([adopted.exit, adopted.stderr]).toEqual([0, expect.stringContaining('Adopted 1 form.')])
      await team.job({ machine })
      expect(team.read('formctl.lock.json')).not.toContain('forms/south.yaml')
    },
    14,
    2,
  ],
  [
    'two forms come in one file',
    (team) => team.change({ 'forms/both.yaml': `${specText('One')}---\n${specText('Two')}` }),
    16,
    2,
  ],
  [
    'the file is split into two',
    (team) =>
      team.change({
        'forms/both.yaml': null,
        'forms/one.yaml': specText('One'),
        'forms/two.yaml': specText('Two'),
      }),
    16,
    2,
  ],
  [
    'the address of the service is written in another way',
    (team) => team.change(team.project('localhost')),
    16,
    2,
  ],
  [
    'the address changes back, and the lock file is lost',
    (team) => team.change({ ...team.project('127.0.0.1'), 'formctl.lock.json': null }),
    16,
    2,
  ],
  [
    'the lock file is lost after 31 days',
    async (team) => {
      team.wait(31)
      await team.change({ 'formctl.lock.json': null })
    },
    16,
    2,
  ],
  ['staging catches up with the forms of today', (team) => team.job({ profile: 'staging' }), 16, 12],
  [
    'a form is deleted at the service: it is made again',
    async (team) => {
      await team.deleteForm('forms/visit.yaml')
      await team.job()
    },
    16,
    12,
  ],
  [
    'somebody asks for another form of a spec',
    (team) => team.job({ words: 'forms apply forms/visit.yaml --recreate' }),
    17,
    12,
  ],
  [
    'a project beside it in the repository has the same specs',
    async (team) => {
      team.push({
        ...team.project('127.0.0.1', { name: 'shop', folder: 'shop/' }),
        'shop/forms/visit.yaml': specText('Visit'),
        'shop/forms/order.yaml': specText('Order'),
      })
      await team.job({ words: '-C shop forms apply' })
    },
    19,
    12,
  ],
  [
    'that project loses its lock file',
    async (team) => {
      team.push({ 'shop/formctl.lock.json': null })
      await team.job({ words: '-C shop forms apply' })
      await team.job()
    },
    19,
    12,
  ],
  [
    'a project with a table has a form for each row; a row is added, others move, and the lock file is lost',
    async (team) => {
      const apply = { words: '-C calls forms apply' }
      team.push({
        ...team.project('127.0.0.1', {
          name: 'calls',
          folder: 'calls/',
          forms: '[{ path: call.yaml, each: rows.csv }]',
        }),
        'calls/call.yaml': specText('Call of ${who}'),
        'calls/rows.csv': 'who\nAcme\nGlobex\n',
      })
      await team.job(apply)
      team.push({ 'calls/formctl.lock.json': null, 'calls/rows.csv': 'who\nInitech\nGlobex\nAcme\n' })
      await team.job(apply)
    },
    22,
    12,
  ],
]

const otherService: Steps = [
  ...firstSteps,
  ['staging gets the same specs by its profile', (team) => team.job({ profile: 'staging' }), 2, 2],
  [
    'the lock file is lost: the job ends, and names the commit that has it',
    async (team) => {
      team.push({ 'formctl.lock.json': null })
      const ran = await team.formctl(team.clone(), 'forms apply')
      expect([ran.exit, ran.stderr]).toEqual([3, expect.stringContaining('error[form-lost]')])
      const [, restore = ''] = /git (checkout \w+ -- formctl\.lock\.json)/.exec(ran.stderr) ?? []
      team.push({}, restore)
      await team.job()
    },
    2,
    2,
  ],
  [
    'the push of the lock file is refused, on a machine that keeps its journal and the folder of its clone',
    async (team) => {
      team.push({ 'forms/order.yaml': specText('Order') })
      const machine = team.clone()
      await team.job({ machine, pushes: false })
      team.refresh(machine)
      await team.job({ machine })
    },
    3,
    2,
  ],
  [
    'the runner dies once the service has the form: 9, until somebody records it, and the cache is deleted',
    async (team) => {
      team.push({ 'forms/press.yaml': specText('Press') })
      const machine = team.clone()
      expect((await team.formctl(machine, 'forms apply', { dies: 'after' })).exit).toBe(70)
      expect((await team.formctl(machine, 'forms apply')).exit).toBe(9)
      const author = team.clone()
      const adopted = await team.formctl(author, `forms adopt forms/press.yaml ${await team.newestForm()}`)
      expect([adopted.exit, adopted.stderr]).toEqual([0, expect.stringContaining('Adopted 1 form.')])
      await team.job({ machine: author })
    },
    4,
    2,
  ],
  [
    'two branches that were applied are merged, and the marks of the merge are committed',
    async (team) => {
      for (const name of ['left', 'lower'])
        await team.job({ branch: name, writes: { [`forms/${name}.yaml`]: specText(name) } })
      expect(team.merge('left')).toBe(true)
      expect(team.merge('lower')).toBe(false)
      await team.job()
    },
    6,
    2,
  ],
  [
    'a spec is renamed',
    (team) => team.change({ 'forms/left.yaml': null, 'forms/east.yaml': specText('left') }),
    6,
    2,
  ],
  [
    'a spec is renamed and edited in one commit: a new form',
    (team) => team.change({ 'forms/lower.yaml': null, 'forms/south.yaml': specText('lower', 'Where?') }),
    7,
    2,
  ],
  [
    'two forms come in one file, and the file is split into two',
    async (team) => {
      const [one, two] = [specText('One'), specText('Two')]
      await team.change({ 'forms/both.yaml': `${one}---\n${two}` })
      await team.change({ 'forms/both.yaml': null, 'forms/one.yaml': one, 'forms/two.yaml': two })
    },
    9,
    2,
  ],
  [
    'the address is written in another way: the job ends, and goes on with the new address in the lock file',
    async (team) => {
      team.push(team.project('localhost'))
      const ran = await team.formctl(team.clone(), 'forms apply')
      expect([ran.exit, ran.stderr]).toEqual([3, expect.stringContaining('error[address-changed]')])
      team.push({ 'formctl.lock.json': team.read('formctl.lock.json').replaceAll('127.0.0.1', 'localhost') })
      await team.job()
    },
    9,
    2,
  ],
  [
    'a form is deleted at the service: nobody notices',
    async (team) => {
      await team.deleteForm('forms/visit.yaml')
      await team.job()
    },
    8,
    2,
  ],
  [
    'until somebody asks for another form of the spec',
    (team) => team.job({ words: 'forms apply forms/visit.yaml --recreate' }),
    9,
    2,
  ],
]

test.each([
  ["formctl's own service", 'ours', ownService],
  ['a service that announces nothing', 'other', otherService],
] as const)(
  'the story of a team at %s makes one form of each version of each spec',
  async (_, kind, steps) => {
    const team = await Team.start(kind)
    try {
      const found: unknown[] = []
      for (const [what, play] of steps) {
        await play(team).catch((error: unknown) => {
          throw new Error(`${what}: ${String(error)}`, { cause: error })
        })
        found.push([what, ...(await team.formCounts())])
      }
      expect(found).toEqual(steps.map(([what, , ...forms]) => [what, ...forms]))
    } finally {
      await team.close()
    }
  },
)
