import { describe, expect, test } from 'vitest'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { apply, applyEnv, made, project, specText, type Project } from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, testHost, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

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

/** Runs a command on the service in the folder data. */
const inFolder = (words: string, { cwd }: Project): Promise<Ran> =>
  runInProcess({ cwd, env: {}, argv: [...words.split(' '), '--base-url', 'embedded:data'] })

/** Runs `forms open` at a terminal until the page that it opens was shown, and then Ctrl-C. */
async function openUntilShown(
  word: string,
  here: Project,
): Promise<Awaited<ReturnType<typeof open>> & { readonly page: number }> {
  const controller = new AbortController()
  const opened: string[] = []
  let page = 0
  const ran = async (command: string): Promise<number> => {
    opened.push(command)
    page = (await fetch(/"(.*)"/.exec(command)?.[1] ?? '')).status
    controller.abort(Failure.of('interrupted', {}))
    return 0
  }
  const { signal } = controller
  const shown = await open(word, here, { isTerminal: true, ran, signal })
  return { ...shown, opened, page }
}

describe('forms open', () => {
  test.each([
    ['the form of a spec', 'a.yaml', 'https://forms.example/s/f4'],
    ['a form by its id', 'f2', 'https://forms.example/s/f2'],
    ['an older form by its id', 'f1', 'https://forms.example/s/f1'],
    ['a form by its address', 'https://forms.example/s/f1?step=2', 'https://forms.example/s/f1'],
    ['a form by its path', '/s/f2', 'https://forms.example/s/f2'],
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
    expect(several).toMatchObject(
      outcome(
        2,
        holding('two.yaml has 2 forms. Give the id of one: f2 (two.yaml), f3 (two.yaml, document 2).'),
      ),
    )
    const env = { ...applyEnv, FORMCTL_ENVIRONMENT_ID: 'env-2' }
    await apply('a.yaml', here, { turns: [made('g1')], env })
    expect((await open('a.yaml', here, { env })).stdout).toBe('https://forms.example/s/g1\n')
    expect((await open('a.yaml', here, { env: applyEnv })).stdout).toBe('https://forms.example/s/f4\n')
  })

  test.each([
    ['with --print', 'a.yaml --print', true],
    ['into a pipe', 'a.yaml', false],
  ])(
    'of a service in a folder prints %s where it is there, and serves nothing',
    async (_, words, isTerminal) => {
      const here = project({ 'a.yaml': specText('A') })
      await inFolder('forms apply a.yaml', here)
      const ran = await open(words, here, { isTerminal })
      expect([ran.exit, ran.opened, ran.stdout]).toEqual([0, [], expect.stringMatching(/^\/s\/\w+\n$/)])
      expect(ran.stderr).toBe(`To fill it in, run formctl serve --data ${here.cwd}/data.\n`)
    },
  )

  test.each([
    ['the file that was applied', 'forms apply a.yaml', 'a.yaml'],
    ['the id that was applied', 'forms apply a.yaml', undefined],
    ['the file that was generated', 'forms generate a.yaml', 'a.yaml'],
    ['the id that was generated', 'forms generate a.yaml', undefined],
  ])('of a service in a folder serves the page of %s until Ctrl-C', async (_, words, word) => {
    const here = project({ 'a.yaml': specText('A') })
    const [{ id } = { id: '' }] = JSON.parse((await inFolder(`${words} -o json`, here)).stdout).forms
    const { exit, stdout, stderr, opened, page } = await openUntilShown(word ?? id, here)
    expect(stdout).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/s/${id}\\n$`))
    expect(stderr).toBe(`Serving ${here.cwd}/data until Ctrl-C.\n`)
    expect([exit, opened, page]).toEqual([0, [`xdg-open "${stdout.trim()}"`], 200])
  })

  test('of a service in a folder finds by its id every form that is there, and no other', async () => {
    const here = project({ 'formctl.yaml': 'base_url: embedded:data\n' })
    const { first, close } = await openDataFolder(testHost({ argv: [], cwd: here.cwd }), 'data')
    const id = first.sourceFormId
    await close()
    expect((await openUntilShown(id, here)).stdout).toContain(`/s/${id}\n`)
    await inFolder(`service form delete ${id} --yes`, here)
    for (const [word, sentence] of [
      [id, `The service knows no form ${id} in this environment.`],
      ['clnone', 'The service knows no form clnone'],
    ] as const)
      expect(await open(word, here)).toMatchObject({ exit: 5, stderr: expect.stringContaining(sentence) })
  })

  test('of a generated form finds the newest of its file, at the service of the settings', async () => {
    const here = project({ 'a.yaml': specText('A') })
    const generate = async (id: string, env: Readonly<Record<string, string>>): Promise<unknown> =>
      runInProcess({
        cwd: here.cwd,
        env,
        argv: 'forms generate a.yaml',
        service: scriptedService(made(id)).service,
      })
    const other = { ...applyEnv, FORMCTL_BASE_URL: 'https://other.example' }
    await generate('f1', applyEnv)
    await generate('f2', applyEnv)
    await generate('f3', other)
    expect((await open('a.yaml', here, { env: applyEnv })).stdout).toBe('https://forms.example/s/f2\n')
    expect((await open('a.yaml', here)).stdout).toBe('https://other.example/s/f3\n')
    const { stdout } = await open('f1 -o json', here)
    expect(outputOf('forms-open', stdout)).toEqual({
      schema_version: 1,
      isLasting: false,
      baseUrl: 'https://forms.example',
      id: 'f1',
      url: '/s/f1',
      absoluteUrl: 'https://forms.example/s/f1',
    })
  })

  test.each(['', ' --print', ' -o json'])(
    'of a service in a folder finds no misspelt spec and no id that it does not hold, also with%s',
    async (options) => {
      const here = project({ 'a.yaml': specText('A'), 'formctl.yaml': 'base_url: embedded:data\n' })
      await inFolder('forms generate a.yaml', here)
      for (const [word, exit, sentence] of [
        ['contcat.yaml', 3, 'contcat.yaml does not exist.'],
        ['clnone', 5, 'The service knows no form clnone in this environment.'],
      ] as const)
        expect(await open(word + options, here)).toMatchObject(outcome(exit, holding(sentence), ''))
    },
  )

  test.each(['forms open s.yaml', 'responses get --form s.yaml'])(
    'and --form refuse a spec whose rows have a form each: %s',
    async (words) => {
      const here = project({ 's.yaml': specText('${who}'), 'rows.csv': 'who\nA\nB\nC\nD\nE\nF\nG\n' })
      await inFolder('forms generate s.yaml --each rows.csv --yes', here)
      expect(await inFolder(words, here)).toMatchObject(
        outcome(2, /s\.yaml has 7 forms\. Give the id of one: (cl\w+, ){4}cl\w+ and 2 more\.\n$/, ''),
      )
    },
  )

  test('and --form find the same form of a generated spec, the newest', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await inFolder('forms generate a.yaml', here)
    const [{ id } = { id: '' }] = JSON.parse(
      (await inFolder('forms generate a.yaml -o json', here)).stdout,
    ).forms
    expect((await inFolder('forms open a.yaml --print', here)).stdout).toBe(`/s/${id}\n`)
    const ran = await inFolder('responses get --form a.yaml -o json', here)
    expect([ran.exit, JSON.parse(ran.stdout)]).toMatchObject([0, {}])
  })

  test('of a spec with a table takes the form of a row', async () => {
    const here = project({
      's.yaml': specText('${who}'),
      'rows.csv': 'who\nA\nB\n',
      'one.yaml': specText('One'),
    })
    await inFolder('forms apply s.yaml --each rows.csv --yes', here)
    await inFolder('forms apply one.yaml --yes', here)
    const [, , second] = here.locked()
    expect((await open('s.yaml --row B --print', here)).stdout).toBe(`${second?.url}\n`)
    for (const [words, said] of [
      ['s.yaml', 's.yaml has 2 forms. Give its row with --row, or the id of one: '],
      ['s.yaml --row C', 's.yaml has no row C. It has A, B.'],
      ['one.yaml --row C', 'one.yaml has no table: leave --row out.'],
    ] as const)
      expect(await open(words, here)).toMatchObject(outcome(2, holding(said), ''))
  })

  test('and other commands find a form by each address that leads to it', async () => {
    const at = (question: string): string => `address: feedback\n${specText('A', question)}`
    const here = project({
      'a.yaml': at('One?'),
      'b.yaml': specText('B'),
      'formctl.yaml': 'base_url: embedded:data\n',
    })
    await inFolder('forms apply a.yaml --yes', here)
    here.write('a.yaml', at('Two?'))
    await inFolder('forms apply a.yaml --yes', here)
    const [current] = here.locked()
    const [former] = current?.history ?? []
    const { environmentId = '' } = current ?? {}
    here.remove('formctl.lock.json')
    for (const [word, id] of [
      ['/f/feedback', current?.id],
      ['http://127.0.0.1:8080/f/feedback', current?.id],
      ['https://host/base/f/feedback/?lang=de#x', current?.id],
      [`/f/${environmentId}/feedback`, current?.id],
      [`http://host/s/${former?.id}`, former?.id],
      ['/f/other', undefined],
      ['/f/elsewhere/feedback', undefined],
    ] as const) {
      const opened = await inFolder(`forms open ${word} --print`, here)
      const stats = await inFolder(`responses export --form ${word} --columns id`, here)
      const adopted = await inFolder(`forms adopt a.yaml ${word} -o json`, here)
      expect([word, opened.exit, stats.exit, adopted.exit]).toEqual([word, ...Array(3).fill(id ? 0 : 5)])
      const found = expect.stringContaining(id ?? '')
      expect([opened.stdout, adopted.stdout]).toEqual([id ? `/s/${id}\n` : '', found])
      if (id) here.remove('formctl.lock.json')
    }
  })

  test('of what the lock file does not know ends with 5', async () => {
    const here = await applied()
    here.write('b.yaml', specText('B'))
    const ran = await open('b.yaml', here)
    expect(ran).toMatchObject(
      outcome(
        5,
        'error[form-not-applied]: formctl.lock.json holds no form of b.yaml. Give the id of a form, as formctl forms list shows it, or create one with formctl forms apply.\n',
      ),
    )
  })

  test('of a spec whose ending is .yml for .yaml names the file that is there', async () => {
    expect(await open('a.yml', await applied())).toMatchObject(
      outcome(3, 'error[file-not-found]: a.yml does not exist. Did you mean a.yaml?\n'),
    )
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
