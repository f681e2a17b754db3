import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportOptions } from '../../../src/cli/responses/plan-export.ts'
import { isLong } from '../../support/is-long.ts'
import { randomOf, many, oneOf, type Random } from '../../support/random.ts'
import { checkExport } from './export-pairs/check-pair.ts'
import { refusalOf, refused } from './export-pairs/refused.ts'
import { exportOf, runExport, type Outcome } from './export-pairs/run-pair.ts'
import { startService } from './export-pairs/service.ts'
import { settings, settingsOf, type Setting } from './export-pairs/settings.ts'
import { isSilent } from './export-pairs/silent.ts'
import { largeDataset, smallDataset } from './export-pairs/dataset.ts'

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService(smallDataset)
})
afterAll(() => service.close())

type Pair = readonly [a: Setting, b: Setting]

const ways = Object.entries(settingsOf)
const repeatable = new Set(
  Object.entries(exportOptions).flatMap(([name, { kind }]) => (kind === 'many' ? [name] : [])),
)

/** Whether two cannot be given together, since an option that takes one value would be given two. */
function contradict(a: Setting, b: Setting): boolean {
  const [first, second] = [a, b].map((one) => ways.find(([, list]) => list.includes(one))?.[0] ?? '')
  if (first === second) return !repeatable.has(first ?? '')
  const file = (one: Setting): string | undefined => one.words[one.words.indexOf('--columns-file') + 1]
  return [a, b].every(({ words }) => words.includes('--columns-file')) && file(a) !== file(b)
}

const pairs: readonly Pair[] = settings.flatMap((a, i) =>
  settings.slice(i + 1).flatMap((b): readonly Pair[] => (contradict(a, b) ? [] : [[a, b]])),
)
const named = (list: readonly Pair[]) => list.map(([a, b]) => ({ name: `${a.id} and ${b.id}`, a, b }))

const together = pairs.filter(([a, b]) => refusalOf(a, b) === undefined)
/** All of them take a minute: one of 31 is tried at other times, not always of the same option. */
const sample = together.filter((_, i) => isLong || i % 31 === 0)

describe('the table of settings', () => {
  test('has a place for every option, and for every word that an option takes', () => {
    expect(Object.keys(settingsOf).toSorted()).toEqual(Object.keys(exportOptions).toSorted())
    // These write other files or columns, and have tests of their own: export-files and table/merge.
    expect(ways.filter(([, own]) => own.length === 0).map(([name]) => name)).toEqual(['split', 'merge'])
    const tried = ways.filter(([, own]) => own.length > 0)
    const options: Readonly<Record<string, { flags: string; choices?: readonly string[] }>> = exportOptions
    const untried = tried.flatMap(([name, own]) => {
      const { flags = '', choices = [] } = options[name] ?? {}
      const flag = /^--[\w-]+/.exec(flags)?.[0] ?? ''
      const given = new Set(own.map(({ words }) => words[words.indexOf(flag) + 1]))
      const isTried = own.every(({ words }) => words.includes(flag))
      return (isTried ? [] : [flag]).concat(choices.filter((word) => !given.has(word)))
    })
    // What is usual is what all others are tried with.
    expect(untried.toSorted()).toEqual(['createdAt', 'guard', 'headline', 'lf', 'values', 'wide'])
  })

  test('names in its lists of pairs no setting that there is not', () => {
    const ids = new Set(settings.map(({ id }) => id))
    const mentioned = refused.flatMap(({ first, second }) => first.concat(second))
    expect(mentioned.filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('refused with a sentence, and nothing written', () => {
  test.each(named(pairs.filter(([a, b]) => refusalOf(a, b))))('$name', async ({ a, b }) => {
    const { exit, stderr, stdout, files } = await runExport(exportOf(a, b), smallDataset, service.url)
    expect({ exit, stdout: stdout.toString(), files: Object.keys(files) }).toEqual({
      exit: 2,
      stdout: '',
      files: [],
    })
    expect(stderr).toMatch(refusalOf(a, b)?.sentence ?? /never/)
  })
})

const outcomes = new Map<string, Promise<Outcome>>()
function outcomeOf(...given: readonly Setting[]): Promise<Outcome> {
  const key = given.map(({ id }) => id).join(' and ')
  const known = outcomes.get(key) ?? runExport(exportOf(...given), smallDataset, service.url)
  outcomes.set(key, known)
  return known
}

/** What is written without a setting, by what is beside it. */
function without({ over }: Setting, beside: Setting): Promise<Outcome> {
  const rest = settings.find(({ id }) => id === over)
  return rest ? outcomeOf(rest, beside) : outcomeOf(beside)
}

/** All that was written, the times of a manifest aside. */
const written = ({ files, stdout, stderr }: Outcome): string =>
  JSON.stringify([
    stdout.toString('latin1'),
    Object.entries(files).map(([name, bytes]) => [
      name,
      bytes.toString('latin1').replaceAll(/"(began|ended)": "[^"]*"/g, ''),
    ]),
    // All that --check gives is what it says.
    Object.keys(files).length === 0 ? stderr : '',
  ])

describe('an option alone', () => {
  test.each(settings.map((setting) => ({ name: setting.id, setting })))('$name', async ({ setting }) => {
    const checked = checkExport(exportOf(setting), await outcomeOf(setting), smallDataset)
    await expect(checked).resolves.toBeUndefined()
  })
})

describe('two options together are what the reference and the model say, and neither is ignored', () => {
  test.each(named(sample))('$name', async ({ a, b }) => {
    const exportCase = exportOf(a, b)
    const outcome = await runExport(exportCase, smallDataset, service.url)
    await checkExport(exportCase, outcome, smallDataset)
    if (isLong) rmSync(outcome.cwd, { recursive: true })
    const ignored: string[] = []
    for (const [setting, beside] of [
      [a, b],
      [b, a],
    ] as const)
      if (!isSilent(setting, beside) && written(outcome) === written(await without(setting, beside)))
        ignored.push(`${setting.id} changes nothing beside ${beside.id}`)
    expect(ignored).toEqual([])
  })
})

/** Settings that do not contradict each other, and are not refused. */
function several(random: Random): readonly Setting[] {
  const chosen: Setting[] = []
  const most = many(random, 3, 6)
  for (let tries = 0; chosen.length < most && tries < 100; tries++) {
    const next = oneOf(random, settings)
    const fits = chosen.every((one) => one !== next && !contradict(one, next) && !refusalOf(one, next))
    if (fits) chosen.push(next)
  }
  return chosen
}

describe('several options together are what the reference and the model say', () => {
  const random = randomOf(20_261_123)
  const tried = Array.from({ length: isLong ? 3000 : 30 }, () => several(random))
  const cases = tried.map((chosen) => ({ name: chosen.map(({ id }) => id).join(' and '), chosen }))
  test.each(cases)('$name', async ({ chosen }) => {
    const exportCase = exportOf(...chosen)
    const outcome = await runExport(exportCase, smallDataset, service.url)
    await expect(checkExport(exportCase, outcome, smallDataset)).resolves.toBeUndefined()
    rmSync(outcome.cwd, { recursive: true })
  })
})

/** What lines can be written with while records still come; the others stand for the ways around that. */
const direct = new Set(
  'form,other form,csv,tsv,ndjson,stdout,manifest,since,until,by updatedAt,where time,headers id,headers both,multi joined,multi json,multi columns,columns,delimiter,bom,line end,formulas'.split(
    ',',
  ),
)

describe('of so many responses that columns are guessed, and the guess is wrong', () => {
  const large = together.filter(([a, b]) => direct.has(a.id) && direct.has(b.id))
  test.each(named(large.filter((_, i) => isLong || i % 45 === 0)))('$name', async ({ a, b }) => {
    const exportCase = exportOf(a, b)
    const outcome = await runExport(exportCase, largeDataset(), service.url)
    await expect(checkExport(exportCase, outcome, largeDataset())).resolves.toBeUndefined()
    rmSync(outcome.cwd, { recursive: true })
  })
})
