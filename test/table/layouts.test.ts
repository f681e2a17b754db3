import * as fc from 'fast-check'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chosenIn, joinChosen, readChoices, type Choices } from '../../src/table/cell-values.ts'
import { isChoiceType } from '../../src/table/questions.ts'
import { collectBatches, type Collected } from '../../src/table/collect.ts'
import { mainMember, type Member } from '../../src/table/columns.ts'
import { longTable } from '../../src/table/layouts/long.ts'
import { relationalTables } from '../../src/table/layouts/relational.ts'
import { kinds, type Table } from '../../src/table/table.ts'
import { wideTable } from '../../src/table/layouts/wide.ts'
import { parseWithDigits } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { memorySpool, recordsOf, write } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { recordTexts } from '../support/json-texts.ts'
import { randomOf } from '../support/random.ts'
import { chunksOf, replyOf } from '../support/random-replies.ts'
import { shownColumns } from '../../src/table/columns/column-names.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const replies = isLong ? 50_000 : 120

/** A cell as it is read back: its kind and its text, or nothing. */
type Read = readonly [kind: number, text: string] | undefined

async function rowsOf(table: Table): Promise<Readonly<Record<string, Read>>[]> {
  const rows: Record<string, Read>[] = []
  for await (const batch of table.rows())
    for (let row = 0; row < batch.rows; row++)
      rows.push(
        Object.fromEntries(
          table.columns.map(({ name }, i) => {
            const at = row * table.columns.length + i
            const text = Buffer.from(batch.bytes.subarray(batch.starts[at], batch.ends[at])).toString()
            const kind = batch.kinds[at] ?? 0
            return [name, kind === kinds.none ? undefined : [kind, text]]
          }),
        ),
      )
  return rows
}

type Answer = readonly [n: string, question: string, member: string, cell: readonly [number, string]]

/** What the wide table says of every answer: response, question, member and cell, in the order of the columns. */
async function answersIn(collected: Collected): Promise<readonly Answer[]> {
  const wide = wideTable(collected, { headers: 'id' })
  const shown = shownColumns(collected)
  const rows = await rowsOf(wide)
  return rows.flatMap((row, n) => {
    const cellOf = (member: Member | undefined): Read =>
      row[wide.columns[shown.findIndex((one) => one === member?.column)]?.name ?? '']
    return shown.flatMap(({ holds }, i): readonly Answer[] => {
      if (holds.kind !== 'answer') return []
      const { question, name, column } = holds.member
      const cell = holds.option === undefined ? cellOf(holds.member) : row[wide.columns[i]?.name ?? '']
      const [main, other] = [mainMember(question), question.members.get('selectedOther')]
      const isOther = main !== undefined && other === holds.member
      const answer = (held: readonly [number, string]): Answer => [
        String(n + 1),
        question.name,
        holds.option?.toWellFormed() ?? (main?.column === column ? '' : name),
        held,
      ]
      // "Other" is one of the options.
      if (isOther || cell === undefined) return []
      // A text is a number or truth if its column is of these, except for options.
      const kind = isChoiceType(question.type.text) ? undefined : textKinds[wide.columns[i]?.type ?? '']
      const typedCell =
        kind !== undefined && cell[0] === kinds.text && cell[1] !== '' ? ([kind, cell[1]] as const) : cell
      return [answer(typedCell)]
    })
  })
}

const textKinds: Readonly<Record<string, number>> = {
  integer: kinds.number,
  int64: kinds.number,
  number: kinds.number,
  boolean: kinds.boolean,
}

/** The choices in a list. */
const choicesIn = ([kind, text]: readonly [number, string]): Choices | undefined =>
  kind === kinds.json ? readChoices(text) : undefined

const joinedCell = (cell: readonly [number, string]): Read => {
  const choices = choicesIn(cell)
  // Half a pair of surrogates is no text in UTF-8.
  return choices ? [kinds.text, joinChosen(choices).toWellFormed()] : cell
}

const rowKey = (row: Readonly<Record<string, Read>>): readonly unknown[] =>
  ['responseNumber', 'questionId', 'member'].map((name) => row[name]?.[1])

type Comparison = { readonly found: unknown; readonly expected: unknown }

/** What the tables of one collection hold, and what they have to by the wide one. */
async function compared(collected: Collected): Promise<Comparison> {
  const answersOfAll = await answersIn(collected)
  const wide = wideTable(collected, { headers: 'id' })
  const [responses, answers, choices] = relationalTables(collected, { headers: 'id' })
  if (!answers || !choices) throw new Error('there are three tables')
  const long = longTable(collected, { headers: 'id' })
  const ofResponses = new Set(responses.columns.map(({ name }) => name))
  const onlyResponses = (row: Readonly<Record<string, Read>>): unknown =>
    Object.entries(row).filter(([name]) => ofResponses.has(name) && name !== 'responseNumber')
  return {
    found: {
      numbers: (await rowsOf(responses)).map((row) => row['responseNumber']?.[1]),
      responses: (await rowsOf(responses)).map(onlyResponses),
      answers: (await rowsOf(answers)).map((row) => rowKey(row).concat([row['value']])),
      lists: listsIn(await rowsOf(long)),
    },
    expected: {
      numbers: (await rowsOf(wide)).map((_, i) => String(i + 1)),
      responses: (await rowsOf(wide)).map(onlyResponses),
      // An empty text is no answer.
      answers: answersOfAll
        .map(([n, id, member, cell]) => [n, id, member, joinedCell(cell)] as const)
        .filter(([, , , cell]) => cell?.[1] !== ''),
      lists: [...Map.groupBy(answersOfAll, ([n, id, member]) => JSON.stringify([n, id, member]))]
        .map(([key, group]) => [JSON.parse(key), group.flatMap(([, , , cell]) => valuesIn(cell))] as const)
        .filter(([, values]) => values.length > 0),
    },
  }
}

/** The rows of each answer together. */
const listsIn = (rows: readonly Readonly<Record<string, Read>>[]): readonly unknown[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(rowKey(row)))].map(([key, group]) => [
    JSON.parse(key),
    group.map((row) => row['value']),
  ])

/** The values of a list that were chosen; of any other cell, the cell. An empty text is none. */
function valuesIn(cell: readonly [number, string]): readonly Read[] {
  const choices = choicesIn(cell)
  const chosen = choices && chosenIn(choices)
  const values = chosen?.map((name): Read => [kinds.text, name.toWellFormed()]) ?? [cell]
  return values.filter((value) => value?.[1] !== '')
}

describe('every layout holds the same', () => {
  test('of records of any make', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(recordTexts, { maxLength: 5 }), async (texts) => {
        async function* batches(): AsyncIterable<readonly RawRecord[]> {
          yield texts.map((text) => parseWithDigits(text) as RawRecord)
        }
        const collected = await collectBatches(batches(), { multi: 'json', spool: memorySpool() })
        const { found, expected } = await compared(collected)
        expect(found).toEqual(expected)
      }),
    )
  })

  test(`of ${replies} replies as services send them`, async () => {
    let count = 0
    for (let seed = 0; seed < replies; seed++) {
      const random = randomOf(seed)
      const bytes = replyOf(random, 2)
      const collected = await collectBatches(readRecords(chunksOf(bytes, random), '').batches(), {
        multi: 'json',
        spool: memorySpool(),
      }).catch(() => undefined)
      // A question with two members of one name, in its response and beside it, is not told apart in rows.
      if (!collected || hasTwins(collected)) continue
      const { found, expected } = await compared(collected)
      expect(found, `seed ${seed}`).toEqual(expected)
      count++
    }
    expect(count).toBeGreaterThan(replies / 2)
  })
})

const hasTwins = ({ columns }: Collected): boolean =>
  [...columns.questions()].some(({ members, entryMembers }) =>
    [...entryMembers.keys()].some((name) => members.has(name)),
  )

describe('the three tables are written byte for byte as', () => {
  test.each(['doubtful-ids', 'lists', 'unknown-shapes', 'equal-headlines', 'new-types'])(
    '%s',
    async (name) => {
      const records = await recordsOf(readFileSync(join(fixtures, 'responses', `${name}.json`)))
      const { texts } = await write([records], 'csv', { layout: 'relational' })
      expect(Object.keys(texts)).toEqual(['responses', 'answers', 'choices'])
      for (const [table, text] of Object.entries(texts)) {
        const golden = join(fixtures, 'exports', `${name}.relational.${table}.csv`)
        if (process.env['UPDATE_GOLDENS'] || !existsSync(golden)) writeFileSync(golden, text)
        expect(text).toBe(readFileSync(golden, 'utf8'))
      }
    },
  )
})

describe('columns that are chosen by name', () => {
  const records = recordsOf(readFileSync(join(fixtures, 'responses', 'doubtful-ids.json')))
  const headers = async (columns: readonly string[], layout: 'long' | 'relational'): Promise<unknown> => {
    const { texts, summary } = await write([await records], 'csv', { layout, columns })
    return {
      heads: Object.values(texts).map((text) => text.split('\n', 1)[0]),
      tables: summary.tables?.map(({ rows }) => rows),
    }
  }

  test('choose responses in the one table and answers in the others', async () => {
    expect(await headers(['personAttributes.country', 'id', 'Languages'], 'relational')).toEqual({
      heads: [
        'responseNumber,personAttributes.country,id',
        'responseNumber,responseId,questionId,question,type,member,value',
        'responseNumber,responseId,questionId,question,type,member,option,chosen',
      ],
      tables: [5, 2, 4],
    })
  })

  test('leave a table as it is if they name none of its columns', async () => {
    expect(await headers(['responseNumber', 'personAttributes.country'], 'relational')).toEqual({
      heads: [
        'responseNumber,personAttributes.country',
        'responseNumber,questionId,question,type,member,value',
        'responseNumber,questionId,question,type,member,option,chosen',
      ],
      tables: [5, 17, 19],
    })
  })

  test('choose the own columns of the long table, or columns of responses beside them', async () => {
    expect(await headers(['value', 'responseId'], 'long')).toEqual({
      heads: ['value,responseId'],
      tables: [18],
    })
    expect(await headers(['id', 'Age'], 'long')).toEqual({
      heads: ['responseNumber,responseId,questionId,question,type,member,value'],
      tables: [3],
    })
    await expect(headers(['valeu'], 'long')).rejects.toThrow('did you mean "value"?')
  })
})

test('a column of a response that is called like one of the table gets another name', async () => {
  const record = { responseNumber: 'mine', value: 'too', data: [] }
  const { texts } = await write([[record]], 'csv', { layout: 'relational' })
  expect(texts['responses']?.split('\n')[0]).toMatch(/^responseNumber,id,.*,responseNumber \(2\),value$/)
})
