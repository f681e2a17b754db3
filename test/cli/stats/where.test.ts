import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from '../../support/test-host.ts'

const answer = (questionId: string, headline: string, members: object): object => ({
  questionId,
  response: { type: 'X', headline, ...members },
})

const response = (i: number, more: object = {}): object => ({
  id: `r${i}`,
  formId: i % 3 === 0 ? 'g' : 'f',
  createdAt: `2026-03-0${1 + (i % 5)}T10:00:00.000Z`,
  dataUpdatedAt: `2026-03-0${1 + (i % 5)}T10:0${i % 4}:00.000Z`,
  finished: i % 4 !== 0,
  data: [
    answer('age', 'Age', { value: 16 + i }),
    answer('tags', 'Tags', { selected: i % 2 === 0 ? ['x', 'y'] : ['y'] }),
    ...(i % 3 === 0 ? [] : [answer('why', 'Why', { value: `because ${i}` })]),
  ],
  ...more,
})
const some = Array.from({ length: 24 }, (_, i) => response(i))
const reply = (records: readonly object[]): string => JSON.stringify({ data: records })

const stats = (words: readonly string[], given: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({ stdin: reply(some), ...given, argv: ['responses', 'stats', '--from', '-', ...words] })

type Printed = {
  readonly filters: { readonly where: readonly string[] }
  readonly partials: string
  readonly remarks: readonly string[]
  readonly responses: { readonly total: number }
  readonly forms: readonly object[]
}

const json = async (words: readonly string[], given?: Partial<TestHostOptions>): Promise<Printed> => {
  const { exit, stdout, stderr } = await stats([...words, '-o', 'json'], given)
  expect([exit, stderr.includes('error')]).toEqual([0, false])
  return outputOf('responses-stats', stdout) as Printed
}

describe('--where counts the responses that an export with it writes', () => {
  test.each<[words: readonly string[], holds: (i: number) => boolean]>([
    [['--where', 'Age >= 30'], (i) => 16 + i >= 30],
    [['--where', 'Tags = x', '--where', 'age < 30'], (i) => i % 2 === 0 && 16 + i < 30],
    [['--where', 'createdAt = 2026-03-02'], (i) => i % 5 === 1],
    [['--where', 'why is empty'], (i) => i % 3 === 0],
    [['--where', 'finished = false', '--form', 'f'], (i) => i % 4 === 0 && i % 3 !== 0],
    [['--where', 'Age > 20', '--since', '2026-03-03'], (i) => i > 4 && i % 5 >= 2],
  ])('every figure: %j', async (words, holds) => {
    const chosen = some.filter((_, i) => holds(i))
    const counted = await json(words)
    const plain = await json([], { stdin: reply(chosen) })
    expect(counted.responses.total).toBe(chosen.length)
    expect(counted).toMatchObject({ forms: plain.forms, responses: plain.responses })
    const exported = await runInProcess({
      stdin: reply(some),
      argv: ['responses', 'export', '--from', '-', '--format', 'ndjson', ...words],
    })
    expect(exported.stdout).toBe(chosen.map((one) => `${JSON.stringify(one)}\n`).join(''))
  })

  test('partial responses are known to be there, also where none is chosen', async () => {
    expect((await json(['--where', 'finished = true'])).partials).toBe('known')
  })

  test('more than fits into memory at once, in a folder that stays empty', async () => {
    const filler = 'and so on '.repeat(60)
    const records = Array.from({ length: 20_000 }, (_, i) => response(i % 9, { id: `r${i}`, filler }))
    const cwd = temporaryFolder()
    const counted = await json(['--where', 'Age = 24'], { cwd, stdin: reply(records) })
    expect(counted.responses.total).toBe(records.filter((_, i) => i % 9 === 8).length)
  })
})

describe('which condition was applied is told', () => {
  const where = ['--where', 'Age >= 30', '--where', 'Tags = x']
  const sentence = 'Only responses that match --where "Age >= 30" and --where "Tags = x" are counted.'

  test('in JSON', async () => {
    const counted = await json(where)
    expect(counted.filters.where).toEqual(['Age >= 30', 'Tags = x'])
    expect(counted.remarks).toContain(sentence)
    expect((await json([])).filters.where).toEqual([])
  })

  test('beside lines and bars', async () => {
    expect((await stats(where)).stderr).toContain(sentence)
    const shown = await stats(where, { isTerminal: true })
    expect(shown.stderr.replaceAll('\n', ' ')).toContain(sentence)
    expect(shown.stderr).toContain('Left out: 19 other responses that did not match.')
    expect((await stats([])).stderr).not.toContain('--where')
  })

  test('at the top of the page, whatever it holds', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'reply.json'), reply(some))
    const argv = ['responses', 'stats', '--from', 'reply.json', '--report', 'page.html']
    await runInProcess({ cwd, argv: [...argv, '--where', 'Age != "<b>"'] })
    const page = readFileSync(join(cwd, 'page.html'), 'utf8')
    const [header = ''] = page.split('<main>')
    expect(header).toContain('&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })
})

describe('conditions go wrong as they do in an export', () => {
  test.each([
    ['Agee = 3', 'There is no column "Agee" (did you mean "Age"?)'],
    ['Age > ten', 'character 7: expected a number or a time'],
  ])('%s', async (condition, sentence) => {
    const ran = await stats(['--where', condition])
    expect([ran.exit, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toContain(sentence)
    const exported = await runInProcess({
      stdin: reply(some),
      argv: ['responses', 'export', '--from', '-', '--where', condition],
    })
    expect(ran.stderr).toBe(exported.stderr)
  })

  test('one that no response holds is named, and nothing is counted', async () => {
    const ran = await stats(['--where', 'Age = 99'])
    expect(ran).toMatchObject({ exit: 0 })
    expect(ran.stderr).toContain('warning: No response matches --where "Age = 99".')
    expect(ran.stderr).toContain('No response matched, so there is nothing to count.')
  })

  test('values that cannot be compared are counted, and one is shown if texts are', async () => {
    const sentence = '16 values of "Why" cannot be compared in --where "Why > 3"'
    const shown = await stats(['--where', 'Why > 3'])
    expect(shown.stderr).toContain(`warning: ${sentence}, such as "because 1": they do not match.`)
    const hidden = await stats(['--where', 'Why > 3', '--samples', '0'])
    expect(hidden.stderr).toContain(`warning: ${sentence}: they do not match.`)
  })
})
