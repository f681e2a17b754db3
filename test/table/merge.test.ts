import { describe, expect, test } from 'vitest'
import type { RawRecord } from '../../src/record/records.ts'
import type { MergeOptions } from '../../src/table/questions.ts'
import { parseCsv } from '../support/csv.ts'
import { write } from '../support/exporting.ts'
import { responseOf, type Answers } from '../support/responses.ts'

let made = 0
/** A response to a form, each a second after the one before. */
const recordOf = (formId: string, answers: Answers): RawRecord => {
  const createdAt = new Date(1_700_000_000_000 + ++made * 1000).toISOString()
  return responseOf(answers, { id: `r${made}`, formId, createdAt })
}
/** The answer of a drop-down. */
const chosen = (...selected: readonly string[]): object => ({ type: 'Dropdown', selected })

const versions: MergeOptions = {
  forms: [
    { id: 'f1', name: 'Contact', questionnaire: 'contact.yaml' },
    { id: 'f2', name: 'Contact', questionnaire: 'contact.yaml' },
    { id: 'f3', name: 'Contact for Ada', questionnaire: 'contact.yaml' },
  ],
  mergesAll: false,
}
/** These versions, of which each knows the headline of the question with the key `name`, or has no keys. */
const keyed = (...headlines: readonly (string | undefined)[]): MergeOptions => ({
  mergesAll: false,
  forms: versions.forms.map((form, i) => {
    const headline = headlines[i]
    return headline === undefined ? form : { ...form, keys: [{ key: 'name', type: 'ShortInput', headline }] }
  }),
})

/** An export, with the columns behind those that all have. */
async function exported(records: readonly RawRecord[], options: Parameters<typeof write>[2]) {
  const { text, summary } = await write([records], 'csv', { formulas: 'raw', ...options })
  const all = parseCsv(text)
  const [header = [], ...rows] = all.map((row) => row.slice(14))
  return { header, rows, all, summary }
}

test('a merged question identifies a person if one of its questions did', async () => {
  const records = [
    recordOf('f1', { 'a1=Contact': { type: 'EmailForm', value: 'ada@example.com' } }),
    recordOf('f2', { 'a2=Contact': 'by pigeon' }),
  ]
  const forms = ['EmailForm', 'ShortInput'].map((type, i) => ({
    id: `f${i + 1}`,
    questionnaire: 'contact.yaml',
    keys: [{ key: 'contact', type, headline: 'Contact' }],
  }))
  const options = {
    merging: { forms, mergesAll: false },
    redactions: [{ name: 'identity', how: 'drop' }],
  } as const
  expect(JSON.stringify((await exported(records, options)).all)).not.toMatch(/ada@|pigeon/)
})

describe('questions of one questionnaire', () => {
  test('share a column where headline and type are equal', async () => {
    const records = [
      recordOf('f1', { 'a1=Name': 'Ada', 'b1=NPS': '9' }),
      recordOf('f2', { 'a2=Name': 'Bob', 'b2=NPS': '10' }),
      recordOf('f3', { 'a3=Name': 'Cy', 'c3=Why?': 'so' }),
    ]
    const { header, rows, all, summary } = await exported(records, { merging: versions })
    expect([header, ...rows].map((row) => row.join())).toEqual([
      'Name,NPS,Why?',
      'Ada,9,',
      'Bob,10,',
      'Cy,,so',
    ])
    expect(all.map((row) => row.slice(1, 3).join())).toEqual([
      'formId,formName',
      'f1,Contact',
      'f2,Contact',
      'f3,Contact for Ada',
    ])
    expect(summary.merge?.merged).toEqual([
      { question: 'Name', ids: ['a1', 'a2', 'a3'] },
      { question: 'NPS', ids: ['b1', 'b2'] },
    ])
    expect(summary.renamedQuestions).toEqual([])
  })

  test('stay apart where their types differ, which is reported', async () => {
    const records = [recordOf('f1', { 'a1=Age': '9' }), recordOf('f2', { 'a2=Age': chosen('9') })]
    const { header, summary } = await exported(records, { merging: versions })
    expect(header).toEqual(['Age [a1]', 'Age [a2]'])
    const alike = [{ headline: 'Age', types: ['ShortInput', 'Dropdown'] }]
    expect(summary.merge).toMatchObject({ merged: [], alike })
  })

  test('are paired in their order where a form asks a headline twice', async () => {
    const records = [
      recordOf('f1', { 'x1=Name': 'a', 'y1=Name': 'b' }),
      recordOf('f2', { 'x2=Name': 'c', 'y2=Name': 'd' }),
    ]
    const { header, rows } = await exported(records, { merging: versions })
    expect([header, ...rows].map((row) => row.join())).toEqual(['Name [x1],Name [y1]', 'a,b', 'c,d'])
  })

  test('are one by their key, whatever their headlines, and have the newest', async () => {
    const records = [recordOf('f1', { 'a1=Name': 'Ada' }), recordOf('f2', { 'a2=Your name': 'Bob' })]
    const { header, summary } = await exported(records, { merging: keyed('Name', 'Your name', 'Full name') })
    expect([header, summary.renamedQuestions]).toEqual([['Your name'], ['Your name']])
  })

  test('are one by the wording that a question had before it got its key', async () => {
    const records = [recordOf('f1', { 'a1=Name': 'Ada' }), recordOf('f3', { 'a3=Your name': 'Bob' })]
    const { header } = await exported(records, { merging: keyed(undefined, 'Name', 'Your name') })
    expect(header).toEqual(['Your name'])
  })

  test('stay apart from those of other forms, unless all forms are merged', async () => {
    const records = [recordOf('f1', { 'a1=Name': 'Ada' }), recordOf('g', { 'a2=Name': 'Bob' })]
    const headerOf = async (mergesAll: boolean): Promise<readonly string[]> =>
      (await exported(records, { merging: { ...versions, mergesAll } })).header
    expect(await headerOf(false)).toEqual(['Name [a1]', 'Name [a2]'])
    expect(await headerOf(true)).toEqual(['Name'])
  })

  test.each(['wide', 'long'] as const)(
    'are redacted by any of their ids, in the %s layout',
    async (layout) => {
      const records = [
        recordOf('f1', { 'a1=Name': 'Ada Lovelace' }),
        recordOf('f2', { 'a2=Name': 'Bob Bobson' }),
      ]
      const redactions = [{ name: 'Name', how: 'mask' }] as const
      const { text } = await write([records], 'csv', {
        layout,
        formulas: 'raw',
        merging: versions,
        redactions,
      })
      expect(text.match(/[AB]•••/g)).toEqual(['A•••', 'B•••'])
      expect(text).not.toMatch(/Ada|Bob/)
    },
  )

  test('are one in conditions', async () => {
    const records = ['f1', 'f2', 'f3'].map((form, i) => recordOf(form, { [`q${i}=Age`]: String(17 + i) }))
    const where = ['Age >= 18 and formName = Contact']
    expect((await exported(records, { merging: versions, where })).rows).toEqual([['18']])
  })

  test('have the options of all forms', async () => {
    const records = [
      recordOf('f1', { 'a1=Pets': chosen('cat') }),
      recordOf('f2', { 'a2=Pets': chosen('dog') }),
    ]
    const { header, rows } = await exported(records, { merging: versions, multi: 'columns' })
    expect([header, ...rows].map((row) => row.join())).toEqual(['Pets: cat,Pets: dog', '1,0', '0,1'])
  })

  test('four versions of twenty forms have one column per question', async () => {
    const forms = Array.from({ length: 80 }, (_, i) => ({
      id: `form${i}`,
      name: `Row ${i % 20}`,
      questionnaire: 'survey.yaml',
    }))
    const records = forms.map(({ id }, i) =>
      recordOf(id, {
        [`name${i}=Name`]: `n${i}`,
        [`nps${i}=NPS`]: String(i % 11),
        [`why${i}=Why?`]: { type: 'LongInput', value: 'so' },
      }),
    )
    const { header, rows } = await exported(records, { merging: { forms, mergesAll: false } })
    expect(header).toEqual(['Name', 'NPS', 'Why?'])
    expect(rows.map(([name]) => name)).toEqual(forms.map((_, i) => `n${i}`))
  })
})

describe('a columns file', () => {
  const contract = {
    headers: 'headline',
    multi: 'joined',
    questions: [],
    joined: new Map([['b', 'a']]),
    columns: [{ name: 'Name', holds: { kind: 'answer', question: 'a', member: 'value', isOfEntry: false } }],
  } as const

  test('joins the questions that it lists', async () => {
    const records = [recordOf('f', { 'a=Name': 'Ada' }), recordOf('g', { 'b=Full name': 'Bob' })]
    const { all } = await exported(records, { contract })
    expect(all.map(([first]) => first)).toEqual(['Name', 'Ada', 'Bob'])
  })

  test('cannot join two questions that one response answers', async () => {
    const records = [recordOf('f', { a: 'Ada', b: 'Bob' })]
    await expect(exported(records, { contract })).rejects.toMatchObject({
      code: 'questions-collide',
      args: { response: records[0]?.['id'] },
    })
  })
})
