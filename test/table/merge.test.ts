import { describe, expect, test } from 'vitest'
import type { MergeOptions } from '../../src/table/questions.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { parseCsv } from '../support/csv.ts'
import { write } from '../support/exporting.ts'

type Answer = {
  readonly id: string
  readonly headline?: string
  readonly type?: string
  readonly value?: unknown
}

let made = 0
const recordOf = (
  formId: string,
  ...answers: readonly (Answer & Readonly<Record<string, unknown>>)[]
): RawRecord => ({
  id: `r${++made}`,
  formId,
  createdAt: new Date(1_700_000_000_000 + made * 1000).toISOString(),
  data: answers.map(({ id, headline = id, type = 'ShortInput', ...members }) => ({
    questionId: id,
    response: { type, headline, ...members },
  })),
})

const versions: MergeOptions = {
  forms: [
    { id: 'f1', name: 'Contact', questionnaire: 'contact.yaml' },
    { id: 'f2', name: 'Contact', questionnaire: 'contact.yaml' },
    { id: 'f3', name: 'Contact for Ada', questionnaire: 'contact.yaml' },
  ],
  mergesAll: false,
}

const fixed = 14

async function exported(records: readonly RawRecord[], options: Parameters<typeof write>[2]) {
  const { text, summary } = await write([records], 'csv', { formulas: 'raw', ...options })
  const [header = [], ...rows] = parseCsv(text)
  return {
    header: header.slice(fixed),
    rows: rows.map((row) => row.slice(fixed)),
    all: [header, ...rows],
    summary,
  }
}

test('a merged question says who somebody is if one of its questions did', async () => {
  const records = [
    recordOf('f1', { id: 'a1', headline: 'Contact', type: 'EmailForm', value: 'ada@example.com' }),
    recordOf('f2', { id: 'a2', headline: 'Contact', value: 'by pigeon' }),
  ]
  const keyed = (id: string, type: string) => ({
    id,
    questionnaire: 'contact.yaml',
    keys: [{ key: 'contact', type, headline: 'Contact' }],
  })
  const merging = { forms: [keyed('f1', 'EmailForm'), keyed('f2', 'ShortInput')], mergesAll: false }
  const { all } = await exported(records, { merging, redactions: [{ name: 'identity', how: 'drop' }] })
  expect(JSON.stringify(all)).not.toMatch(/ada@|pigeon/)
})

describe('questions of one questionnaire', () => {
  test('share a column where headline and type are equal', async () => {
    const records = [
      recordOf('f1', { id: 'a1', headline: 'Name', value: 'Ada' }, { id: 'b1', headline: 'NPS', value: '9' }),
      recordOf(
        'f2',
        { id: 'a2', headline: 'Name', value: 'Bob' },
        { id: 'b2', headline: 'NPS', value: '10' },
      ),
      recordOf(
        'f3',
        { id: 'a3', headline: 'Name', value: 'Cy' },
        { id: 'c3', headline: 'Why?', value: 'so' },
      ),
    ]
    const { header, rows, all, summary } = await exported(records, { merging: versions })
    expect(header).toEqual(['Name', 'NPS', 'Why?'])
    expect(rows).toEqual([
      ['Ada', '9', ''],
      ['Bob', '10', ''],
      ['Cy', '', 'so'],
    ])
    expect(all.map((row) => row.slice(1, 3))).toEqual([
      ['formId', 'formName'],
      ['f1', 'Contact'],
      ['f2', 'Contact'],
      ['f3', 'Contact for Ada'],
    ])
    expect(summary.merge?.merged).toEqual([
      { question: 'Name', ids: ['a1', 'a2', 'a3'] },
      { question: 'NPS', ids: ['b1', 'b2'] },
    ])
    expect(summary.renamedQuestions).toEqual([])
  })

  test('stay apart where their types differ, which is reported', async () => {
    const { header, summary } = await exported(
      [
        recordOf('f1', { id: 'a1', headline: 'Age', value: '9' }),
        recordOf('f2', { id: 'a2', headline: 'Age', type: 'Dropdown', selected: ['9'] }),
      ],
      { merging: versions },
    )
    expect(header).toEqual(['Age [a1]', 'Age [a2]'])
    expect(summary.merge).toMatchObject({
      merged: [],
      alike: [{ headline: 'Age', types: ['ShortInput', 'Dropdown'] }],
    })
  })

  test('are paired in their order where a form asks a headline twice', async () => {
    const { header, rows } = await exported(
      [
        recordOf(
          'f1',
          { id: 'x1', headline: 'Name', value: 'a' },
          { id: 'y1', headline: 'Name', value: 'b' },
        ),
        recordOf(
          'f2',
          { id: 'x2', headline: 'Name', value: 'c' },
          { id: 'y2', headline: 'Name', value: 'd' },
        ),
      ],
      { merging: versions },
    )
    expect(header).toEqual(['Name [x1]', 'Name [y1]'])
    expect(rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('are one by their key, whatever their headlines, and have the newest', async () => {
    const merging: MergeOptions = {
      mergesAll: false,
      forms: versions.forms.map((form, i) => ({
        ...form,
        keys: [{ key: 'name', type: 'ShortInput', headline: ['Name', 'Your name', 'Full name'][i] ?? '' }],
      })),
    }
    const { header, summary } = await exported(
      [
        recordOf('f1', { id: 'a1', headline: 'Name', value: 'Ada' }),
        recordOf('f2', { id: 'a2', headline: 'Your name', value: 'Bob' }),
      ],
      { merging },
    )
    expect(header).toEqual(['Your name'])
    expect(summary.renamedQuestions).toEqual(['Your name'])
  })

  test('are one by the wording that a question had before it got its key', async () => {
    const keyed = (headline: string) => [{ key: 'name', type: 'ShortInput', headline }]
    const [f1, f2, f3] = versions.forms
    if (!f1 || !f2 || !f3) throw new Error('three versions')
    const forms = [f1, { ...f2, keys: keyed('Name') }, { ...f3, keys: keyed('Your name') }]
    const { header } = await exported(
      [
        recordOf('f1', { id: 'a1', headline: 'Name', value: 'Ada' }),
        recordOf('f3', { id: 'a3', headline: 'Your name', value: 'Bob' }),
      ],
      { merging: { mergesAll: false, forms } },
    )
    expect(header).toEqual(['Your name'])
  })

  test('stay apart from those of other forms, unless all forms are merged', async () => {
    const records = [
      recordOf('f1', { id: 'a1', headline: 'Name', value: 'Ada' }),
      recordOf('g', { id: 'a2', headline: 'Name', value: 'Bob' }),
    ]
    expect((await exported(records, { merging: versions })).header).toEqual(['Name [a1]', 'Name [a2]'])
    expect((await exported(records, { merging: { ...versions, mergesAll: true } })).header).toEqual(['Name'])
  })

  test.each(['wide', 'long'] as const)(
    'are redacted by any of their ids, in the %s layout',
    async (layout) => {
      const records = [
        recordOf('f1', { id: 'a1', headline: 'Name', value: 'Ada Lovelace' }),
        recordOf('f2', { id: 'a2', headline: 'Name', value: 'Bob Bobson' }),
      ]
      const { text } = await write([records], 'csv', {
        layout,
        formulas: 'raw',
        merging: versions,
        redactions: [{ name: 'Name', how: 'mask' }],
      })
      expect(text).toContain('A•••')
      expect(text).toContain('B•••')
      expect(text).not.toMatch(/Ada|Bob/)
    },
  )

  test('are one in conditions', async () => {
    const records = ['f1', 'f2', 'f3'].map((form, i) =>
      recordOf(form, { id: `q${i}`, headline: 'Age', value: String(17 + i) }),
    )
    const { rows } = await exported(records, {
      merging: versions,
      where: ['Age >= 18 and formName = Contact'],
    })
    expect(rows).toEqual([['18']])
  })

  test('have the options of all forms', async () => {
    const { header, rows } = await exported(
      [
        recordOf('f1', { id: 'a1', headline: 'Pets', type: 'Dropdown', selected: ['cat'] }),
        recordOf('f2', { id: 'a2', headline: 'Pets', type: 'Dropdown', selected: ['dog'] }),
      ],
      { merging: versions, multi: 'columns' },
    )
    expect(header).toEqual(['Pets: cat', 'Pets: dog'])
    expect(rows).toEqual([
      ['1', '0'],
      ['0', '1'],
    ])
  })

  test('four versions of twenty forms have one column per question', async () => {
    const forms = Array.from({ length: 80 }, (_, i) => ({
      id: `form${i}`,
      name: `Row ${i % 20}`,
      questionnaire: 'survey.yaml',
    }))
    const records = forms.map(({ id }, i) =>
      recordOf(
        id,
        { id: `name${i}`, headline: 'Name', value: `n${i}` },
        { id: `nps${i}`, headline: 'NPS', value: String(i % 11) },
        { id: `why${i}`, headline: 'Why?', type: 'LongInput', value: 'so' },
      ),
    )
    const { header, rows } = await exported(records, { merging: { forms, mergesAll: false } })
    expect(header).toEqual(['Name', 'NPS', 'Why?'])
    expect(rows.map(([name]) => name)).toEqual(forms.map((_, i) => `n${i}`))
  })
})

describe('a columns file', () => {
  const joined = new Map([['b', 'a']])
  const contract = {
    headers: 'headline',
    multi: 'joined',
    questions: [],
    joined,
    columns: [{ name: 'Name', holds: { kind: 'answer', question: 'a', member: 'value', isOfEntry: false } }],
  } as const

  test('joins the questions that it lists', async () => {
    const records = [
      recordOf('f', { id: 'a', headline: 'Name', value: 'Ada' }),
      recordOf('g', { id: 'b', headline: 'Full name', value: 'Bob' }),
    ]
    const { all } = await exported(records, { contract })
    expect(all.map(([first]) => first)).toEqual(['Name', 'Ada', 'Bob'])
  })

  test('cannot join two questions that one response answers', async () => {
    const records = [recordOf('f', { id: 'a', value: 'Ada' }, { id: 'b', value: 'Bob' })]
    await expect(exported(records, { contract })).rejects.toMatchObject({
      code: 'questions-collide',
      args: { response: records[0]?.['id'] },
    })
  })
})
