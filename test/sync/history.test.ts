/** Two weeks in which people answer, come back, correct and are forgotten, while a spec changes, are replayed against all targets. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import type { Project } from '../support/applying.ts'
import { isLong } from '../support/is-long.ts'
import { duckdbRows } from '../support/parquet-views.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { oneOf, randomOf } from '../support/random.ts'
import { answer, answersFrom, applied, erase, plainRows, run, spec, startSyncService } from './sync-suite.ts'

await startSyncService()

type Rows = readonly Record<string, unknown>[]
type Target = { readonly word: string; readonly rows: (sql: string) => Promise<Rows> }

const fileTargets = ({ cwd }: Project): readonly Target[] => [
  {
    word: 'sqlite:survey.sqlite',
    rows: async (sql) => {
      const database = new DatabaseSync(join(cwd, 'survey.sqlite'))
      try {
        return plainRows(database.prepare(sql).all())
      } finally {
        database.close()
      }
    },
  },
  {
    word: 'duckdb:survey.duckdb',
    rows: async (sql) => {
      const instance = await DuckDBInstance.create(join(cwd, 'survey.duckdb'))
      const connection = await instance.connect()
      try {
        return plainRows((await connection.runAndReadAll(sql)).getRowObjectsJS())
      } finally {
        connection.closeSync()
        instance.closeSync()
      }
    },
  },
  { word: 'parquet:survey', rows: async (sql) => plainRows(await duckdbRows(join(cwd, 'survey'), sql)) },
]

async function succeed(here: Project, words: string): Promise<void> {
  const { exit, stderr } = await run(here, words)
  if (exit !== 0) throw new Error(`${words}: ${stderr}`)
}

type Person = { readonly id: string; readonly form: string; isFinished: boolean }

/** Replays the history; syncs once a day of it, in long tests four times. Gives the responses that are left. */
async function replay(seed: number, here: Project, name: string, targets: readonly Target[]) {
  const random = randomOf(seed)
  const pick = <Value>(...choices: readonly Value[]): Value => oneOf(random, choices)
  const people: Person[] = []
  const given = () => ({
    [who]: pick('Ada', 'Bob', 'Ünal "Ü" O\'Hara', '=1+1', ''),
    'How likely?': pick(1, 5, 9, 10),
    'Which days?': pick([], ['Mon'], ['Tue'], ['Mon', 'Tue']),
  })
  let who = 'Who are you?'
  const hours = 14 * 24
  const pause = isLong ? 6 : 24
  for (let hour = 0; hour < hours; hour++) {
    answersFrom(new Date(Date.UTC(2026, 9, 25) + hour * 3_600_000).toISOString())
    if (hour === hours / 2) {
      who = 'Who?'
      here.write(
        'nps.yaml',
        spec(who, '      - { type: ShortInput, key: why, content: { question: "Why?" } }\n').replace(
          'name: Feedback',
          `name: ${name}`,
        ),
      )
      await succeed(here, 'forms apply nps.yaml --yes')
    }
    const what = pick('come', 'come', 'come', 'finish', 'finish', 'forget', 'nothing')
    const known = people.length > 0 ? pick(...people) : undefined
    if (what === 'come') {
      const [id, isFinished] = [`r${seed}h${hour}`, pick(true, false)]
      people.push({ id, isFinished, form: await answer(name, id, given(), isFinished) })
    } else if (what === 'finish' && known && !known.isFinished && hour < hours / 2) {
      await answer(name, known.id, given())
      known.isFinished = true
    } else if (what === 'forget' && known) {
      await erase(known.form, known.id)
      people.splice(people.indexOf(known), 1)
    }
    if (hour % pause === pause - 1)
      for (const { word } of targets) await succeed(here, `responses sync --form nps.yaml --to ${word}`)
  }
  return people.map(({ id }) => id)
}

describe('two weeks of history', () => {
  const seeds = Array.from({ length: isLong ? 20 : 1 }, (_, i) => i + 1)
  const why = noPostgres === undefined ? '' : ` (PostgreSQL skipped: ${noPostgres})`
  test.each(seeds)(`leave in all targets what the service has (%i)${why}`, async (seed) => {
    const { here, name } = await applied(spec())
    const postgres = noPostgres === undefined ? await startPostgres() : undefined
    try {
      const url = await postgres?.database()
      const inPostgres: Target = {
        word: `${url}?schema=survey`,
        rows: async (sql) =>
          plainRows(
            (await postgres?.rows(`${url}?options=${encodeURIComponent('-c search_path=survey')}`, sql)) ??
              [],
          ),
      }
      const targets = [...fileTargets(here), ...(postgres ? [inPostgres] : [])]
      const left = await replay(seed, here, name, targets)
      const { stdout } = await run(here, 'responses get --form nps.yaml --partials -o json')
      const responses: { id: string; finished: boolean; data: { response: Record<string, unknown> }[] }[] =
        JSON.parse(stdout).data
      const own = responses
        .map(({ id, finished, data }) => {
          const of = (type: string) => data.find(({ response }) => response['type'] === type)?.response
          const days = [of('Dropdown')?.['selected'] ?? []].flat().map(String)
          return {
            id,
            finished: Number(finished),
            who: of('ShortInput')?.['value'] || null,
            nps: of('Number')?.['value'] ?? null,
            days: days.length === 0 ? null : days.join('; '),
          }
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(own.map(({ id }) => id)).toEqual(left.toSorted())
      expect(own.length).toBeGreaterThan(50)
      for (const { rows } of targets) {
        expect(
          await rows(
            'select id, finished, who, nps, which_days as days from nps where _deleted is null order by id',
          ),
        ).toEqual(own)
        const chosen = await rows('select response_id as id, option from choices order by 1, 2')
        expect(chosen).toEqual(
          own.flatMap(({ id, days }) => (days?.split('; ') ?? []).map((option) => ({ id, option }))),
        )
      }
    } finally {
      await postgres?.close()
    }
  })
})
