import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project, specText, type Project } from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const run = ({ cwd }: Project, words: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runInProcess({ cwd, env: { FORMCTL_BASE_URL: 'embedded:data', ...env }, argv: words.split(' ') })

/** A spec whose form has an address that stays. */
const withAddress = (question: string): string => `address: feedback\n${specText('A', question)}`

/** A project where the spec was applied and has changed since. */
async function changed(): Promise<{ readonly here: Project; readonly first: string }> {
  const here = project({ 'a.yaml': withAddress('Who?'), 'formctl.yaml': 'project: acme\n' })
  await run(here, 'forms apply a.yaml')
  here.write('a.yaml', withAddress('Who are you?'))
  return { here, first: here.locked()[0]?.id ?? '' }
}

const difference = 'step "One", "Who are you?": question: "Who?" → "Who are you?"'

describe('the plan of forms apply', () => {
  test('names service and profile, and says what changed in a form', async () => {
    const { here } = await changed()
    here.write('formctl.yaml', 'project: acme\nprofiles:\n  staging: {}\n')
    const { stderr } = await run(here, 'forms apply a.yaml --dry-run --profile staging')
    expect(stderr).toMatch(
      /^The plan for embedded:.*, environment \w+, profile staging:\n {2}changed {2}a\.yaml "A": /,
    )
    expect(stderr).toContain(`\n    ${difference}\n`)
  })

  test('says it in JSON, too', async () => {
    const { here } = await changed()
    const { stdout } = await run(here, 'forms apply a.yaml --dry-run -o json')
    expect(outputOf('forms-apply', stdout)).toMatchObject({
      profile: 'default',
      forms: [{ changes: [{ step: 'One', key: 'question', before: 'Who?', after: 'Who are you?' }] }],
    })
  })

  test('is what a journal entry recovers, so that the next plan still knows what was sent', async () => {
    const { here } = await changed()
    await run(here, 'forms apply a.yaml')
    here.remove('formctl.lock.json')
    await run(here, 'forms apply a.yaml')
    here.write('a.yaml', withAddress('Why?'))
    expect((await run(here, 'forms apply a.yaml --dry-run')).stderr).toContain('"Who are you?" → "Why?"')
  })

  test('has a hash, and --expect-plan carries out the plan of that hash and no other', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const planned = async (words = ''): Promise<string> => {
      const { stdout } = await run(here, `forms apply . --dry-run -o json${words}`)
      return (outputOf('forms-apply', stdout) as { readonly planHash: string }).planHash
    }
    // The folder of the service is made by the first run.
    const unmade = await planned()
    here.write('b.yaml', specText('B'))
    const refused = await run(here, `forms apply . --yes --expect-plan ${unmade}`)
    expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('error[plan-changed]')])
    expect(here.lockText()).toBeUndefined()
    expect(existsSync(join(here.cwd, 'data'))).toBe(false)
    here.remove('b.yaml')
    expect(await run(here, `forms apply . --yes --expect-plan ${unmade}`)).toMatchObject({ exit: 0 })
    expect(here.locked()).toHaveLength(1)
    const nothing = await planned()
    expect(await planned(' --recreate')).not.toBe(nothing)
    expect(await run(here, `forms apply . --yes --expect-plan ${nothing}`)).toMatchObject({ exit: 0 })
    here.write('a.yaml', specText('A', 'Who are you?'))
    const stale = await run(here, `forms apply . --dry-run --expect-plan ${nothing}`)
    expect([stale.exit, stale.stderr]).toEqual([1, expect.stringContaining('error[plan-changed]')])
    expect(await planned()).not.toBe(nothing)
    expect(await planned()).toBe(await planned())
  })

  test('names another source form', async () => {
    const { here } = await changed()
    here.write('a.yaml', withAddress('Who?'))
    const { stdout } = await run(here, 'forms list --starters')
    const id = stdout.trim().split('\n').at(-3)?.split('\t')[0] ?? ''
    const { stderr } = await run(here, `forms apply a.yaml --dry-run --source-form ${id}`)
    expect(stderr).toMatch(new RegExp(`source form: "\\w+" → "${id}"`))
  })

  test('is Markdown with --reporter markdown, in which nothing breaks out', async () => {
    const { here } = await changed()
    here.write('a.yaml', withAddress('<b>```|x|</b> @all'))
    const { stdout } = await run(here, 'forms apply a.yaml --dry-run --reporter markdown')
    const [head, , fence, line, , ...rest] = stdout.split('\n')
    expect([head, fence, rest.slice(-3)]).toEqual([
      expect.stringMatching(/^### The plan for /),
      '````text',
      ['````', '', ''],
    ])
    expect(line).toContain('changed  a.yaml "A": a new form is made')
    expect(stdout).toContain('<b>```|x|</b> @all')
  })

  test('has no other reporters', async () => {
    const { here } = await changed()
    const ran = await run(here, 'forms apply a.yaml --reporter sarif')
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining('There is text, markdown, github.')])
  })

  test('and the findings of a refused run stand in the summary of a job', async () => {
    const { here } = await changed()
    const env = { GITHUB_STEP_SUMMARY: join(here.cwd, 'summary.md') }
    here.write('summary.md', 'before\n')
    const ran = await run(here, 'forms apply a.yaml --reporter github --reporter markdown=plan.md', env)
    const read = (name: string): string => readFileSync(join(here.cwd, name), 'utf8')
    expect(ran.exit).toBe(0)
    expect(read('summary.md')).toBe(`before\n${read('plan.md')}`)
    here.write('b.yaml', withAddress('Another?'))
    const refused = await run(here, 'forms apply b.yaml --reporter github', env)
    expect([refused.exit, refused.stdout]).toEqual([
      6,
      expect.stringMatching(/^::error file=b\.yaml,line=1,/),
    ])
    expect(read('summary.md')).toContain('new  b.yaml "A"')
  })
})

describe('--close-replaced', () => {
  const closedOf = async (here: Project, id: string): Promise<string> =>
    (await run(here, `service form show ${id} --data data -o json`)).stdout

  test('closes what a new version replaces, and a plan says so first', async () => {
    const { here, first } = await changed()
    const plan = await run(here, 'forms apply a.yaml --close-replaced --dry-run -o json')
    expect(outputOf('forms-apply', plan.stdout)).toMatchObject({ toDo: 2, closed: [{ id: first }] })
    expect(await closedOf(here, first)).not.toContain('closedAt')
    expect(await run(here, 'forms apply a.yaml --close-replaced')).toMatchObject({ exit: 0 })
    expect(await closedOf(here, first)).toContain('closedAt')
    expect((await run(here, 'forms apply a.yaml --close-replaced --dry-run --detailed-exitcode')).exit).toBe(
      0,
    )
  })

  test('does later what an earlier run left open, and the closed form is not taken up again', async () => {
    const { here, first } = await changed()
    await run(here, 'forms apply a.yaml')
    await run(here, 'forms apply a.yaml --close-replaced')
    expect(await closedOf(here, first)).toContain('closedAt')
    here.write('a.yaml', withAddress('Who?'))
    const { stdout } = await run(here, 'forms apply a.yaml')
    expect(stdout).toMatch(/\nchanged\tA\t/)
    expect(here.locked()[0]?.id).not.toBe(first)
  })

  test('needs the name of a project, since another one may have the same form', async () => {
    const { here, first } = await changed()
    here.write('formctl.yaml', 'forms: [a.yaml]\n')
    const ran = await run(here, 'forms apply --close-replaced')
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining('project: acme in formctl.yaml')])
    expect([here.locked().length, await closedOf(here, first)]).toEqual([
      1,
      expect.not.stringContaining('closedAt'),
    ])
  })

  test('is partly done where its key may make forms and may not close them', async () => {
    const { here, first } = await changed()
    const made = await run(here, 'service key create ci --scopes generate --quiet --data data')
    const env = { FORMCTL_API_KEY: made.stdout.trim() }
    const ran = await run(here, 'forms apply a.yaml --close-replaced', env)
    expect([ran.exit, ran.stderr]).toEqual([8, expect.stringContaining('has no scope manage')])
    expect(here.locked()).toMatchObject([{ history: [{ id: first }] }])
  })
})

describe('a form that somebody has closed', () => {
  test('is not made again by itself, and each plan says that it takes no more answers', async () => {
    const { here, first } = await changed()
    await run(here, 'forms apply a.yaml --close-replaced')
    // As git takes back the commit with spec and lock file.
    here.remove('formctl.lock.json')
    here.write('a.yaml', withAddress('Who?'))
    await run(here, `forms adopt a.yaml ${first}`)
    const note = 'it was closed: --recreate makes a new one'
    expect(await run(here, 'forms apply a.yaml')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(note),
    })
    const dry = await run(here, 'forms apply a.yaml --dry-run --detailed-exitcode')
    expect([dry.exit, dry.stdout]).toEqual([0, expect.stringContaining(note)])
    const plan = await run(here, 'forms apply a.yaml --dry-run -o json')
    expect(outputOf('forms-apply', plan.stdout)).toMatchObject({ forms: [{ id: first, isClosed: true }] })
  })

  test('and one whose text was taken back says where its lasting address leads meanwhile', async () => {
    const { here } = await changed()
    await run(here, 'forms apply a.yaml')
    here.write('a.yaml', withAddress('Who?'))
    const { stderr } = await run(here, 'forms apply a.yaml --dry-run')
    expect(stderr).toContain(', and feedback leads there until --close-replaced closes it')
  })
})

describe('forms open', () => {
  test('prints the address that stays, for a spec; and for an id the one of that form', async () => {
    const { here, first } = await changed()
    await run(here, 'forms apply a.yaml')
    expect((await run(here, 'forms open a.yaml --print')).stdout).toBe('/f/feedback\n')
    expect((await run(here, `forms open ${first} --print`)).stdout).toBe(`/s/${first}\n`)
    const { stdout } = await run(here, 'forms open a.yaml -o json')
    expect(outputOf('forms-open', stdout)).toMatchObject({ url: '/f/feedback', isLasting: true })
  })
})
