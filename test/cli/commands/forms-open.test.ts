import { describe, expect, test } from 'vitest'
import { apply, applyEnv, made, project, specText, type Project } from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran, type TestHostOptions } from '../../support/test-host.ts'

async function applied(): Promise<Project> {
  const here = project({ 'a.yaml': specText('A'), 'two.yaml': `${specText('B')}---\n${specText('C')}` })
  await apply('a.yaml two.yaml', here, { turns: [made('f1'), made('f2'), made('f3')] })
  here.write('a.yaml', specText('A', 'What?'))
  await apply('a.yaml', here, { turns: [made('f4')] })
  return here
}

/** Runs `forms open`, and what it would open. */
async function open(
  words: string,
  { cwd }: Project,
  options: Partial<TestHostOptions> = {},
): Promise<Ran & { readonly opened: readonly string[] }> {
  const opened: string[] = []
  const ran = async (command: string): Promise<number> => {
    opened.push(command)
    return 0
  }
  const argv = ['forms', 'open', ...words.split(' ')]
  return { ...(await runInProcess({ cwd, ran, env: {}, ...options, argv })), opened }
}

describe('forms open', () => {
  test.each([
    ['the form of a spec', 'a.yaml', 'https://forms.example/s/f4'],
    ['a form by its id', 'f2', 'https://forms.example/s/f2'],
    ['an older form by its id', 'f1', 'https://forms.example/s/f1'],
  ])('prints where %s is, and at a terminal opens it', async (_, words, address) => {
    const here = await applied()
    expect(await open(words, here)).toEqual({ exit: 0, stdout: `${address}\n`, stderr: '', opened: [] })
    const atTerminal = await open(words, here, { isTerminal: true })
    expect(atTerminal.opened).toEqual([`xdg-open "${address}"`])
    expect((await open(`${words} --print`, here, { isTerminal: true })).opened).toEqual([])
  })

  test('tells programs where it stands', async () => {
    const { stdout, opened } = await open('f3 -o json', await applied(), { isTerminal: true })
    expect(outputOf('forms-open', stdout)).toMatchObject({ spec: 'two.yaml', document: 2, id: 'f3' })
    expect(opened).toEqual([])
  })

  test('of several forms of a spec names the ids, and of several services takes that of the settings', async () => {
    const here = await applied()
    const several = await open('two.yaml', here, { env: applyEnv })
    expect([several.exit, several.stderr]).toEqual([
      2,
      expect.stringContaining(
        'two.yaml has 2 forms. Give the id of one: f2 (two.yaml), f3 (two.yaml, document 2).',
      ),
    ])
    const env = { ...applyEnv, FORMCTL_ENVIRONMENT_ID: 'env-2' }
    await apply('a.yaml', here, { turns: [made('g1')], env })
    expect((await open('a.yaml', here, { env })).stdout).toBe('https://forms.example/s/g1\n')
    expect((await open('a.yaml', here, { env: applyEnv })).stdout).toBe('https://forms.example/s/f4\n')
  })

  test('of a service in a folder says how its page is served', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await runInProcess({
      cwd: here.cwd,
      env: {},
      argv: ['forms', 'apply', 'a.yaml', '--base-url', 'embedded:data'],
    })
    const ran = await open('a.yaml', here, { isTerminal: true })
    expect([ran.exit, ran.opened]).toEqual([0, []])
    expect(ran.stderr).toBe(`To fill it in, run formctl serve --data ${here.cwd}/data.\n`)
  })

  test('of what the lock file does not know ends with 5', async () => {
    const ran = await open('b.yaml', await applied())
    expect([ran.exit, ran.stderr]).toEqual([
      5,
      'error: formctl.lock.json has no form of b.yaml here. formctl forms apply makes it; --base-url and --environment tell where to look.\n',
    ])
  })

  test.each(['/s/$(touch pwned)', '/s/`id`', '/s/x?a=b', "/s/x';y"])(
    'gives a shell no address that could be a command: %s',
    async (url) => {
      const here = await applied()
      here.write('formctl.lock.json', (here.lockText() ?? '').replace('"/s/f4"', JSON.stringify(url)))
      const ran = await open('a.yaml', here, { isTerminal: true })
      expect([ran.exit, ran.opened]).toEqual([3, []])
    },
  )
})
