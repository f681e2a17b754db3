import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawRecord } from '../../src/record/records.ts'
import { collectBatches } from '../../src/table/collect.ts'
import { fixedColumns } from '../../src/table/columns.ts'
import { headerOf, reservedWords } from '../../src/table/columns/header.ts'
import { memorySpool } from '../support/exporting.ts'

type Question = readonly [id: string, headline: string, value?: unknown]

/** The names of the columns of questions, each by its id, its member and its option; and all names. */
async function sqlNames(questions: readonly Question[], fields: object = {}) {
  const data = questions.map(([questionId, headline, value = 'x']) => ({
    questionId,
    response: { headline, value },
  }))
  async function* batches(): AsyncIterable<readonly RawRecord[]> {
    yield [{ ...fields, data }]
  }
  const { columns } = await collectBatches(batches(), { multi: 'columns', spool: memorySpool() })
  const order = columns.inOrder()
  const names = headerOf(order, 'sql')
  const byColumn = order.map(({ holds }, i): readonly [string, string] => {
    const key =
      holds.kind === 'answer' ? [holds.member.question.name, holds.member.name, holds.option] : [holds]
    return [JSON.stringify(key), names[i] ?? '']
  })
  return { names, byColumn: new Map(byColumn), own: names.slice(fixedColumns.length) }
}

const long =
  'How satisfied were you with the service that our team gave you on the phone, and would you say that it was '

/** Questions with the names of their columns. */
const nasty: readonly (readonly [question: Question, ...names: readonly string[]])[] = [
  [['k01', 'Country'], 'country_k01'],
  [['k02', 'country'], 'country_k02'],
  [['k03', 'id'], 'id_k03'],
  [['k04', 'Status'], 'status_k04'],
  [['k05', 'Order'], 'order_'],
  [['k06', 'select'], 'select_'],
  [['k07', '1st choice?'], 'q_1st_choice'],
  [['k08', 'Größe (cm)'], 'grosse_cm'],
  [['k09', '你好'], 'q_k09'],
  [['k10', ''], 'q_k10'],
  [['k11', `${long}good?`], 'how_satisfied_were_you_with_the_service_that_our_team_907a48cf'],
  [['k12', `${long}bad?`], 'how_satisfied_were_you_with_the_service_that_our_team_5fe3fa10'],
  [['k13', 'a.b'], 'a_b_k13'],
  [['k14', 'a b'], 'a_b_k14'],
  [['k15', 'A B'], 'a_b_k15'],
  [['k16', '😀'], 'q_k16'],
  [['k17', '"quoted"'], 'quoted'],
  [['k18', 'meta.leadId'], 'meta_leadid'],
  [['k19', 'Łódź, Straße, ĦÆSSØ'], 'lodz_strasse_haesso'],
  [['k20', 'createdAt'], 'createdat'],
  [['k21', 'Created at'], 'created_at_k21'],
  [['k22', 'Data'], 'data_k22'],
  [['k23', 'x'.repeat(63)], 'x'.repeat(63)],
  [
    ['k24', 'Languages', ['French', 'C', 'C++', '中文']],
    'languages_french',
    'languages_c_9b23ec19',
    'languages_c_9efb9eee',
    'languages_03288108',
  ],
  [['日本', '日本'], 'q_815a7608'],
]
const nastyQuestions = nasty.map(([question]) => question)

/** The values of columns that are created, filled and read without quotes. */
function readUnquoted(names: readonly string[]): readonly unknown[] {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(`create table t (${names.map((name) => `${name} text`).join(', ')})`)
    database.exec(`insert into t (${names.join(', ')}) values (${names.map((_, i) => `'v${i}'`).join(', ')})`)
    for (const name of names) database.exec(`create index by_${name} on t (${name})`)
    return names.map(
      (name) =>
        database.prepare(`select ${name} as found from t where ${name} = t.${name} group by ${name}`).get()?.[
          'found'
        ],
    )
  } finally {
    database.close()
  }
}

const isPlain = /^[a-z][a-z0-9_]{0,62}$/

describe('names for SQL', () => {
  test('of fields are their paths', async () => {
    const record = 'id form_id created_at updated_at data_updated_at finished status version meta_lead_id'
    const person = ['ip', 'country', 'visited_form', 'completed_form'].map(
      (name) => `person_attributes_${name}`,
    )
    const others = ['foo_bar', 'meta_utm_source']
    const { names } = await sqlNames([], { fooBar: 1, meta: { 'utm source': 'x' } })
    expect(names).toEqual([...record.split(' '), ...person, ...others])
  })

  test('of nasty questions', async () => {
    const { own } = await sqlNames(nastyQuestions)
    expect(own).toEqual(nasty.flatMap(([, ...names]) => names))
  })

  test('are read without quotes', async () => {
    const { names } = await sqlNames(nastyQuestions)
    expect(readUnquoted(names)).toEqual(names.map((_, i) => `v${i}`))
  })

  test('end with _ where they are words of SQL', async () => {
    const words = [...reservedWords]
    const { own } = await sqlNames(words.map((word, i) => [`k${i}`, word.replaceAll('_', ' ')]))
    expect(own).toEqual(words.map((word) => `${word}_`))
    expect(readUnquoted(own)).toEqual(own.map((_, i) => `v${i}`))
  })

  const words = fc.string({
    unit: fc.constantFrom(...'aAéß中 _1.\0\ud800'.split(''), 'in', 'id', 'x'.repeat(30)),
    maxLength: 4,
  })
  const asked = fc.uniqueArray(
    fc.tuple(words, words, fc.oneof(fc.constant('x'), fc.uniqueArray(words, { minLength: 1, maxLength: 3 }))),
    { maxLength: 8, selector: ([id]) => id },
  )

  test('are short, plain and all different, whatever questions are called and in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.dictionary(words, fc.constant(1), { maxKeys: 3 }),
        async (questions, fields) => {
          const { names, byColumn } = await sqlNames(questions, { ...fields, meta: fields })
          expect(new Set(names).size).toBe(names.length)
          for (const name of names) expect(name).toMatch(isPlain)
          for (const name of names) expect(reservedWords).not.toContain(name)
          expect(names.slice(0, fixedColumns.length)).toEqual((await sqlNames([])).names)
          expect(readUnquoted(names)).toEqual(names.map((_, i) => `v${i}`))
          const turned = await sqlNames(questions.toReversed(), { meta: fields, ...fields })
          expect(turned.byColumn).toEqual(
            new Map([...turned.byColumn.keys()].map((key) => [key, byColumn.get(key)])),
          )
        },
      ),
    )
  })

  test('of a question do not depend on questions with other words', async () => {
    const alone = await sqlNames([['k12', `${long}bad?`]])
    const among = await sqlNames(nastyQuestions)
    const key = JSON.stringify(['k12', 'value', undefined])
    expect(among.byColumn.get(key)).toBe(alone.byColumn.get(key))
  })
})
