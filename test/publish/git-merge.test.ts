import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { project, specText, type Project } from '../support/applying.ts'
import { runInProcess, type Ran } from '../support/test-host.ts'

const run = ({ cwd }: Project, words: string): Promise<Ran> =>
  runInProcess({ cwd, env: { FORMCTL_BASE_URL: 'embedded:.data' }, argv: words.split(' ') })

const git = ({ cwd }: Project, ...words: readonly string[]): void => {
  const names = [
    'user.name=x',
    'user.email=x@example.com',
    'core.autocrlf=false',
    'merge.conflictStyle=merge',
  ]
  execFileSync('git', [...names.flatMap((one) => ['-c', one]), ...words], { cwd, stdio: 'pipe' })
}

/** Merges a branch; whether it merged without a conflict. */
const merges = (here: Project, branch: string, ...more: readonly string[]): boolean =>
  spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...more, 'merge', branch], {
    cwd: here.cwd,
  }).status === 0

type Files = Readonly<Record<string, string | null>>

async function commit(here: Project, files: Files, applies = true): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    if (text === null) here.remove(name)
    else here.write(name, text)
  }
  const ran = applies ? await run(here, 'forms apply forms --forget') : { exit: 0, stderr: '' }
  expect([ran.exit, ran.stderr]).toEqual([0, expect.anything()])
  git(here, 'add', '--all')
  git(here, 'commit', '--message', 'x', '--quiet')
}

/** A repository whose main branch and others were applied, all from one first commit. */
async function branches(base: Files, ...others: readonly Files[]): Promise<Project> {
  const here = project({ '.gitignore': '.data\n.local\n.config\n' })
  git(here, 'init', '--quiet', '--initial-branch', 'main')
  await commit(here, base)
  for (const [i, files] of others.entries()) {
    git(here, 'checkout', '--quiet', '-b', `b${i + 1}`, 'main')
    await commit(here, files)
  }
  return here
}

/** The forms of the service that a spec made. */
async function formCount(here: Project): Promise<number> {
  const { stdout } = await run(here, 'forms list -o json')
  const { forms }: { forms: readonly { name: string }[] } = JSON.parse(stdout)
  return forms.filter(({ name }) => /^[A-Z]$/.test(name)).length
}

const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => specText(name))
const base = { 'forms/a.yaml': a ?? '', 'forms/d.yaml': d ?? '' }

/** Applies after a merge: nothing is created, and the lock file is whole, with as many forms as entries. */
async function expectSettled(here: Project, specs: readonly string[], forms: number): Promise<Ran> {
  const ran = await run(here, 'forms apply forms')
  expect([ran.exit, ran.stderr]).toEqual([0, expect.anything()])
  expect(here.locked().map(({ spec }) => spec)).toEqual(specs.map((name) => `forms/${name}.yaml`))
  expect(here.lockText()).not.toMatch(/^[<=>|]{7}/m)
  expect(await formCount(here)).toBe(forms)
  expect((await run(here, 'forms apply forms --dry-run --detailed-exitcode')).exit).toBe(0)
  return ran
}

describe('a lock file that git merged', () => {
  test.each([
    ['in the style of git', []],
    ['with the common ancestor', ['-c', 'merge.conflictStyle=diff3']],
  ])('of two branches that added a spec each side by side, %s', async (_, style) => {
    const here = await branches(base, { 'forms/b.yaml': b ?? '' }, { 'forms/c.yaml': c ?? '' })
    expect(merges(here, 'b1', ...style)).toBe(false)
    expect((await run(here, 'forms open forms/b.yaml --print')).exit).toBe(0)
    const { stderr } = await expectSettled(here, ['a', 'b', 'c', 'd'], 4)
    expect(stderr).toContain('formctl.lock.json holds a merge: the entries of both sides are kept.')
  })

  test('of branches that changed one spec keeps the newer form, the other in its history, and says so', async () => {
    const here = await branches(
      base,
      { 'forms/a.yaml': specText('A', 'Left?') },
      { 'forms/a.yaml': specText('A', 'Right?') },
    )
    expect(merges(here, 'b1')).toBe(false)
    here.write('forms/a.yaml', specText('A', 'Right?'))
    const { stderr } = await expectSettled(here, ['a', 'd'], 4)
    expect(stderr).toMatch(
      /Both sides of the merge made a form of forms\/a\.yaml: \w+, the newer one, is its form now/,
    )
    expect(here.locked()[0]?.history).toHaveLength(2)
  })

  test('of branches that added the same spec with other texts', async () => {
    const here = await branches(base, { 'forms/b.yaml': b ?? '' }, { 'forms/b.yaml': specText('B', 'Why?') })
    expect(merges(here, 'b1')).toBe(false)
    here.write('forms/b.yaml', b ?? '')
    await expectSettled(here, ['a', 'b', 'd'], 4)
    expect(here.locked()[1]?.history).toHaveLength(1)
  })

  test('where one side removed what the other changed keeps its forms', async () => {
    const here = await branches(
      { ...base, 'forms/b.yaml': b ?? '' },
      { 'forms/b.yaml': specText('B', 'Why?') },
      { 'forms/b.yaml': null },
    )
    expect(merges(here, 'b1')).toBe(false)
    here.write('forms/b.yaml', specText('B', 'Why?'))
    await expectSettled(here, ['a', 'b', 'd'], 4)
    expect(here.locked()[1]?.history).toHaveLength(1)
  })

  test('of three branches in a row, the marks of the first merge committed', async () => {
    const here = await branches(
      base,
      { 'forms/b.yaml': b ?? '' },
      { 'forms/c.yaml': c ?? '' },
      { 'forms/bb.yaml': specText('E') },
    )
    expect(merges(here, 'b1')).toBe(false)
    await commit(here, {}, false)
    expect(merges(here, 'b2')).toBe(false)
    await expectSettled(here, ['a', 'b', 'bb', 'c', 'd'], 5)
  })

  test('where one side has Windows line ends', async () => {
    const here = await branches(base, { 'forms/b.yaml': b ?? '' }, { 'forms/c.yaml': c ?? '' })
    here.write('formctl.lock.json', (here.lockText() ?? '').replaceAll('\n', '\r\n'))
    await commit(here, {}, false)
    expect(merges(here, 'b1')).toBe(false)
    await expectSettled(here, ['a', 'b', 'c', 'd'], 4)
  })

  test('of branches that put documents into one file: none takes over the history of another', async () => {
    const file = (...names: readonly string[]): string => names.map((name) => specText(name)).join('---\n')
    const here = await branches(
      { 'forms/all.yaml': file('A', 'D') },
      { 'forms/all.yaml': file('A', 'D', 'B') },
      { 'forms/all.yaml': file('C', 'A', 'D') },
    )
    merges(here, 'b1')
    here.write('forms/all.yaml', file('C', 'A', 'D', 'B'))
    expect((await run(here, 'forms apply forms')).exit).toBe(0)
    expect(here.locked().map(({ name, history }) => [name, history])).toEqual(
      ['C', 'A', 'D', 'B'].map((name) => [name, undefined]),
    )
    expect(await formCount(here)).toBe(4)
  })

  test('where one side has no lock file', async () => {
    const here = project({ 'forms/a.yaml': a ?? '' })
    await run(here, 'forms apply forms')
    here.write('formctl.lock.json', `<<<<<<< HEAD\n${here.lockText()}=======\n>>>>>>> b1\n`)
    const { stderr } = await expectSettled(here, ['a'], 1)
    expect(stderr).toContain('1 form unchanged')
  })

  test('with the entries of both sides under one another, as editors accept both', async () => {
    const here = project({ 'forms/a.yaml': a ?? '' })
    await run(here, 'forms apply forms')
    const [first] = here.locked()
    await run(here, 'forms apply forms --recreate')
    const [second] = here.locked()
    here.write('formctl.lock.json', JSON.stringify({ schema_version: 1, forms: [first, second] }))
    await run(here, 'forms apply forms')
    expect(here.locked()).toMatchObject([{ id: second?.id, history: [{ id: first?.id }] }])
  })
})
