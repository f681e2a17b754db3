import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectBatches } from '../../src/table/collect.ts'
import { fixedColumns } from '../../src/table/columns.ts'
import { headerOf } from '../../src/table/columns/header.ts'
import type { RawRecord } from '../../src/record/records.ts'
import type { HeaderStyle } from '../../src/table/table.ts'
import { memorySpool } from '../support/exporting.ts'
import { recordColumns } from '../support/record-columns.ts'

type Question = readonly [id: string, headline: string, value?: unknown]

/** The names of the columns of a response, with those that every response has at the front. */
async function namesOf(
  questions: readonly Question[],
  style: HeaderStyle = 'headline',
  fields: object = {},
): Promise<readonly string[]> {
  const data = questions.map(([questionId, headline, value = 'x']) => ({
    questionId,
    response: { headline, value },
  }))
  async function* batches(): AsyncIterable<readonly RawRecord[]> {
    yield [{ ...fields, data }]
  }
  const { columns } = await collectBatches(batches(), { multi: 'columns', spool: memorySpool() })
  return headerOf(columns.inOrder(), style)
}

/** The names of columns that not every response has. */
const ownNames = async (...given: Parameters<typeof namesOf>): Promise<readonly string[]> =>
  (await namesOf(...given)).slice(fixedColumns.length)

describe('the fields of a record', () => {
  test.each(['headline', 'id', 'both'] as const)(
    'have their path for a name, with --headers %s',
    async (style) => {
      expect(await namesOf([], style)).toEqual(recordColumns)
    },
  )

  test.each(['leadId', 'Country', 'country', 'ip'])('leave the name %s to a question', async (headline) => {
    expect(await ownNames([['q1', headline]])).toEqual([headline])
  })

  test.each(['id', 'Status', 'FORMID', 'createdAt', 'Meta.LeadId', 'formName', 'Data'])(
    'have a name that no question takes: %s',
    async (headline) => {
      expect(await ownNames([['q1', headline]])).toEqual([`${headline} [q1]`])
      expect(await ownNames([[headline, 'Why?']], 'id')).toEqual([`Why? [${headline}]`])
      expect(await ownNames([[headline, '']], 'both')).toEqual([`${headline} [${headline}]`])
    },
  )

  test('that the contract does not name keep their names, too', async () => {
    const fields = { Score: 1, meta: { x: 1 } }
    expect(await ownNames([['q1', 'score']], 'headline', fields)).toEqual(['Score', 'meta.x', 'score [q1]'])
  })
})

describe('names that a reader takes for one', () => {
  const cases: readonly (readonly [questions: readonly Question[], names: readonly string[]])[] = [
    [
      [
        ['a', 'Age'],
        ['b', 'Age'],
        ['c', 'Town'],
      ],
      ['Age [a]', 'Age [b]', 'Town'],
    ],
    [
      [
        ['a', 'Country'],
        ['b', 'country'],
        ['c', 'COUNTRY'],
      ],
      ['Country [a]', 'country [b]', 'COUNTRY [c]'],
    ],
    [
      [
        ['a', 'Größe'],
        ['b', 'GRÖSSE'],
        ['c', 'GRÖẞE'],
      ],
      ['Größe [a]', 'GRÖSSE', 'GRÖẞE [c]'],
    ],
    [
      [
        ['a', 'A\0'],
        ['b', 'a\uFFFD'],
        ['c', 'a\ud800'],
      ],
      ['A\uFFFD [a]', 'a\uFFFD [b]', 'a\uFFFD [c]'],
    ],
    [
      [
        ['a', 'Name'],
        ['b', 'name'],
        ['c', 'NAME [A]'],
      ],
      ['Name [a]', 'name [b]', 'NAME [A] [c]'],
    ],
    [
      [
        ['a', 'Tongue', ['French']],
        ['b', 'tongue', ['FRENCH', 'Latin']],
      ],
      ['Tongue: French [a.French]', 'tongue: FRENCH [b.FRENCH]', 'tongue: Latin'],
    ],
    [
      [
        ['aB', 'Same'],
        ['Ab', 'Same'],
      ],
      ['Same [aB]', 'Same [Ab] (2)'],
    ],
  ]

  test.each(cases)('carry their ids: %j', async (questions, names) => {
    expect(await ownNames(questions)).toEqual(names)
  })

  const words = fc.string({
    unit: fc.constantFrom(...'aAéÉ (2)[].q\0\ud800\uFFFD'.split('')),
    maxLength: 4,
  })
  const asked = fc.uniqueArray(fc.tuple(fc.oneof(words, fc.constantFrom('id', 'Id')), words), {
    maxLength: 8,
    selector: ([id]) => id,
  })

  test('are not there, whatever questions are called', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.constantFrom('headline', 'id', 'both'),
        fc.dictionary(words, fc.constant(1), { maxKeys: 3 }),
        async (questions, style, fields) => {
          const names = await namesOf(questions, style, { ...fields, meta: fields })
          const seen = names.map((name) => name.toLowerCase())
          expect(new Set(seen).size).toBe(names.length)
          for (const name of names) expect(name).toBe(name.toWellFormed().replaceAll('\0', ''))
          expect(names.slice(0, fixedColumns.length)).toEqual(await namesOf([], style))
        },
      ),
    )
  })
})
