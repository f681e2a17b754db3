import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { sharedTestService } from '../../support/test-service.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'
import { specText } from '../../support/applying.ts'

const spec = `name: Our visit
settings: { hiddenFields: [campaign] }
steps:
  - name: One
    components:
      - { type: Rating, key: stars, required: true, content: { question: How was it? } }
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components:
      - { type: LongInput, key: why, content: { question: Why? } }
      - { type: NextButton, content: { label: Send } }
`

const here = (more: Readonly<Record<string, string>> = {}): string => {
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries({ 'visit.yaml': spec, ...more }))
    writeFileSync(join(cwd, name), text)
  return cwd
}

const fake = (words: string, cwd: string, more: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ argv: `responses fake ${words}`, cwd, ...more })

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')

describe('a saved reply', () => {
  test('has the same bytes for the same words, and other commands read it', async () => {
    const cwd = here()
    const words = '--form visit.yaml --count 60 --seed 7 --until 2026-01-31'
    expect(await fake(`${words} --out a.json -o json`, cwd)).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(/^Wrote \d+ finished responses and \d+ partial to a\.json\.\n$/),
    })
    const { stdout } = await fake(`${words} --out b.json -o json`, cwd)
    const { responses, ...said } = outputOf('responses-fake', stdout) as {
      readonly responses: { readonly finished: number; readonly partial: number }
    }
    expect(said).toEqual({ schema_version: 1, formId: 'synthetic-visit', seed: 7, file: 'b.json' })
    expect(responses.finished + responses.partial).toBe(60)
    expect(read(cwd, 'a.json')).toBe(read(cwd, 'b.json'))
    expect((await fake(`${words} --out -`, cwd)).stdout).toBe(read(cwd, 'a.json'))
    const { data } = JSON.parse(read(cwd, 'a.json'))
    expect(data[0]).toMatchObject({ formId: 'synthetic-visit', meta: { campaign: 'synthetic' } })
    const stats = await runInProcess({ argv: 'responses stats --from a.json -o json', cwd })
    expect(JSON.parse(stats.stdout).forms[0].responses).toMatchObject({ total: 60, ...responses })
    await fake(`${words} --out c.ndjson`, cwd)
    expect(
      read(cwd, 'c.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(data)
  })

  test('ends yesterday, so that it is the same for a day', async () => {
    const { stdout } = await fake('--form visit.yaml --count 300', here())
    const times = JSON.parse(stdout).data.map(({ createdAt }: { readonly createdAt: string }) => createdAt)
    expect(times.at(0)).toMatch(/^2026-02-2/)
    expect(times.at(-1)).toMatch(/^2026-01-(29|30)/)
  })

  test.each([
    ['--form visit.yaml --out taken.json', 3, 'taken.json exists already'],
    ['--form visit.yaml --out a.json --send', 2, '--out cannot be used with --send'],
    ['--form two.yaml#One --out two.yaml --force', 2, '--out names the file of --form, which is read'],
    [
      '--form visit.yaml --var-file v.yaml --out ./v.yaml --force',
      2,
      'the file of --var-file, which is read',
    ],
    ['--form two.yaml', 2, 'two.yaml is not one form: name one of 2 forms behind a #, such as two.yaml#One.'],
    ['--form two.yaml#Three', 2, 'two.yaml#Three is not one form'],
    ['--form broken.yaml', 1, 'error[missing-'],
    ['--form visit.yaml --count 0', 2, 'a whole number from 1 to 10000000'],
    ['--form visit.yaml --until soon', 2, '--until soon is not a time'],
  ])('%s ends with %i', async (words, exit, says) => {
    const cwd = here({
      'taken.json': '',
      'v.yaml': 'city: Rome\n',
      'two.yaml': `${specText('One')}---\n${specText('Two')}`,
      'broken.yaml': 'name: A\n',
    })
    const ran = await fake(words, cwd)
    expect(ran).toMatchObject({ exit, stdout: '', stderr: expect.stringContaining(says) })
  })

  test('one form of several, with variables', async () => {
    const cwd = here({ 'two.yaml': `${specText('One')}---\n${specText('Two', 'Do you like ${city}?')}` })
    const { stdout } = await fake('--form two.yaml#Two --var city=Rome --count 9', cwd)
    expect(stdout).toContain('"headline":"Do you like Rome?"')
  })
})

test('a row of the project is chosen by the name of its form', async () => {
  const cwd = here({
    'visit.yaml': spec.replace('Our visit', 'Visit of ${who}').replace('Why?', '"Why ${who}?"'),
    'rows.csv': 'who\nAda\nJun\n',
    'formctl.yaml': 'forms: [{ path: visit.yaml, each: rows.csv }]\n',
  })
  const { exit, stdout } = await fake("--form 'visit.yaml#Visit of Jun' --count 9", cwd)
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('"headline":"Why Jun?"') })
})

describe('through the page', () => {
  const env = { FORMCTL_BASE_URL: 'embedded:data' }
  const applied = async (): Promise<string> => {
    const cwd = here()
    expect(await runInProcess({ argv: 'forms apply visit.yaml', cwd, env })).toMatchObject({ exit: 0 })
    return cwd
  }

  test('a data folder takes them with their times, and asks before it mixes them with others', async () => {
    const cwd = await applied()
    const sent = await fake('--form visit.yaml --count 9 --send --until 2026-01-31 -o json', cwd, { env })
    expect(sent.exit).toBe(0)
    const { formId, responses } = outputOf('responses-fake', sent.stdout) as {
      readonly formId: string
      readonly responses: object
    }
    const saved = await fake(`--form ${formId} --count 9 --until 2026-01-31`, cwd, { env })
    const { stdout } = await runInProcess({
      argv: `responses export --form ${formId} --partials --format json`,
      cwd,
      env,
    })
    // What only a service knows: ids, and whence people come.
    const shown = (text: string): string =>
      text.replaceAll(/"(id|leadId|ip|country)":"[^"]*"|"visitedForm":\d/g, '')
    const [made, stored] = [saved.stdout, stdout].map(
      (text) => JSON.parse(shown(text).replaceAll(/,(?=[,}])|(?<=[{,]),/g, '')).data,
    )
    expect(stored).toEqual(made)
    expect(responses).toEqual({ finished: expect.any(Number), partial: expect.any(Number) })
    const again = '--form visit.yaml --count 2 --send'
    expect(await fake(again, cwd, { env })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('which has responses? There is no terminal to ask on: give --yes.'),
    })
    expect(await fake(again, cwd, { env, isTerminal: true, answers: ['n\n'] })).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('Nothing was sent.'),
    })
    expect(await fake(`${again} --yes`, cwd, { env })).toMatchObject({ exit: 0 })
    expect(await fake(`${again} --until 2027-01-31`, cwd, { env })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('nobody answers in the future'),
    })
  })
})

describe('a service on another machine', async () => {
  const { service, store, ours } = await sharedTestService()
  const env = {
    FORMCTL_BASE_URL: 'https://forms.example',
    FORMCTL_API_KEY: ours.apiKey,
    FORMCTL_ENVIRONMENT_ID: ours.environmentId,
    FORMCTL_SOURCE_FORM_ID: ours.sourceFormId,
  }

  test('is asked for its form, and needs a word before it gets responses', async () => {
    const cwd = here()
    await runInProcess({ argv: 'forms apply visit.yaml', cwd, env, service })
    const words = "--form 'Our visit' --count 4 --send"
    expect(await fake(words, cwd, { env, service })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'Send 4 fake responses to "Our visit" at https://forms.example? There is no terminal',
      ),
    })
    expect(await fake(`${words} --until 2026-01-31`, cwd, { env, service })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Leave --until out.'),
    })
    const sent = await fake(`${words} --yes`, cwd, { env, service })
    expect(sent).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(/^Sent \d finished responses? and \d partial to /m),
    })
    const form = (await store.forms.list(ours.environmentId)).find(({ name }) => name === 'Our visit')
    expect((form?.complete ?? 0) + (form?.partial ?? 0)).toBe(4)
  })

  const applied = async (text: string): Promise<string> => {
    const cwd = here({ 'other.yaml': text })
    await runInProcess({ argv: 'forms apply other.yaml', cwd, env, service })
    return cwd
  }
  const storedIn = async (name: string): Promise<number> => {
    const form = (await store.forms.list(ours.environmentId)).find((one) => one.name === name)
    return (form?.complete ?? 0) + (form?.partial ?? 0)
  }

  test('has as many as are counted, also where the first step asks nothing', async () => {
    const welcome =
      'steps:\n  - name: Zero\n    components:\n      - { type: Statement, content: { text: Hello } }\n      - { type: NextButton, content: { label: Next } }\n'
    const cwd = await applied(spec.replace('steps:\n', welcome).replace('Our visit', 'Welcome'))
    const sent = await fake('--form other.yaml --count 60 --send --yes -o json', cwd, { env, service })
    expect(sent.exit).toBe(0)
    expect(await storedIn('Welcome')).toBe(60)
  })

  test('gets nothing where a question cannot be answered', async () => {
    const hard = 'ShortInput, key: why, required: true, visibleIf: { question: stars, is: 1 }'
    const cwd = await applied(
      spec
        .replace('LongInput, key: why', hard)
        .replace('question: Why?', String.raw`question: Why?, pattern: '\p{Script=Cyrillic}+'`)
        .replace('Our visit', 'Hard'),
    )
    expect(await fake('--form other.yaml --count 60 --send --yes', cwd, { env, service })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/^error\[usage\]: No answer to "Why\?"/),
    })
    expect(await storedIn('Hard')).toBe(0)
  })

  test('is waited for where it limits the pages of a minute', async () => {
    const cwd = await applied(spec.replace('Our visit', 'Busy'))
    let pages = 0
    const busy: typeof service = async (call) =>
      call.path.startsWith('/s/') && ++pages % 4 === 0
        ? replyOf({ status: 429, headers: { 'retry-after': '60' }, body: 'Too many' })
        : service(call)
    const sent = await fake('--form other.yaml --count 5 --send --yes', cwd, { env, service: busy })
    expect(sent).toMatchObject({ exit: 0, stderr: expect.stringContaining('Trying again in 60.0 s.') })
    expect(await storedIn('Busy')).toBe(5)
  })

  test('has whole responses after Ctrl-C, and their number is said', async () => {
    const cwd = await applied(spec.replace('Our visit', 'Ended'))
    const stop = new AbortController()
    let pages = 0
    const stopping: typeof service = async (call) => {
      if (call.path.startsWith('/s/') && ++pages === 4) stop.abort(Failure.of('interrupted', {}))
      return service(call)
    }
    const words = '--form other.yaml --count 9 --send --yes'
    const ran = await fake(words, cwd, { env, service: stopping, signal: stop.signal })
    const stored = await storedIn('Ended')
    expect(stored).toBeLessThan(5)
    expect(ran.stderr).toContain(`Sending stopped after ${stored} response`)
  })

  test('stops where it refuses, and says how many it has', async () => {
    const cwd = here({
      'few.yaml': spec.replace('hiddenFields: [campaign]', 'responseLimit: 1').replace('Our visit', 'Few'),
    })
    await runInProcess({ argv: 'forms apply few.yaml', cwd, env, service })
    expect(await fake('--form few.yaml --count 9 --send', cwd, { env, service })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('which takes at most 1? There is no terminal'),
    })
    const ran = await fake('--form few.yaml --count 9 --send --yes', cwd, { env, service })
    expect(ran).toMatchObject({
      exit: 6,
      stderr: expect.stringMatching(/Sending stopped after \d responses?\.\n.*says: .*/s),
    })
  })
})
