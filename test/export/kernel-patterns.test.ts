import { describe, expect, test } from 'vitest'
import { collectedBothWays } from '../support/both-ways.ts'

type Asked = { readonly id: string; readonly headline: string; readonly answer?: string }

const entry = ({ id, headline, answer = '"value":1' }: Asked): string =>
  `{"questionId":"${id}","response":{"type":"Rating","headline":"${headline}","componentShapeVersion":"2.0",${answer}}}`

const recordOf = (n: number, form: string, asked: readonly Asked[]): string =>
  `{"id":"r${n}","createdAt":"2026-03-01T09:00:00.000Z","formId":"${form}","version":"2.0","data":[${asked.map(entry).join(',')}],"meta":{"leadId":"l${n}"}}`

/** Records of 200 forms with five questions each, of which each record leaves out one. */
const manyForms = Array.from({ length: 4_000 }, (_, n) => {
  const form = (n * 7) % 200
  const asked = [0, 1, 2, 3, 4]
    .filter((question) => question !== n % 5)
    .map((question): Asked => ({ id: `q${form}-${question}`, headline: `Question ${question}` }))
  return recordOf(n, `form${form}`, asked)
})

describe('what differs from known records only in ids and headlines', () => {
  test('needs no parser: of 200 forms, few records are left to it', async () => {
    const { reference, result, slow } = await collectedBothWays(manyForms)
    expect(result).toEqual(reference)
    expect(slow).toBeLessThanOrEqual(20)
  })

  const known = { id: 'q1', headline: 'One' }
  const begun = Array.from({ length: 20 }, (_, n) =>
    recordOf(n, 'form', [known, { id: 'q2', headline: 'Two', answer: '"other":"x"' }]),
  )

  test.each<readonly [what: string, last: string]>([
    ['a new headline', recordOf(20, 'form', [{ ...known, headline: 'Uno ü 東京' }])],
    ['a new form', recordOf(20, 'form2', [known])],
    [
      'a known question with a member that others have',
      recordOf(20, 'form', [{ ...known, answer: '"other":"x"' }]),
    ],
    [
      'a new question twice',
      recordOf(20, 'form', [known, { id: 'q3', headline: 'A' }, { id: 'q3', headline: 'B' }]),
    ],
    [
      'a new question that answers null',
      recordOf(20, 'form', [known, { id: 'q3', headline: 'A', answer: '"value":null' }]),
    ],
    ['a new question with no headline', recordOf(20, 'form', [known, { id: 'q3', headline: '' }])],
    ['a new question that has no id', recordOf(20, 'form', [known, { id: '', headline: 'A' }])],
    ['a new question whose id is a number', recordOf(20, 'form', [known, { id: '3', headline: 'A' }])],
    [
      'a new question with a member of its own',
      recordOf(20, 'form', [known, { id: 'q3', headline: 'A', answer: '"value":1,"own":2' }]),
    ],
    [
      'a new question of which a member repeats',
      recordOf(20, 'form', [known, { id: 'q3', headline: 'A', answer: '"value":1,"value":2' }]),
    ],
    [
      'a new question in a record that is none',
      recordOf(20, 'form', [known, { id: 'q3', headline: 'A' }]).slice(0, -1) + ',}',
    ],
    ['a headline that is no text', recordOf(20, 'form', [{ ...known, headline: 'a\u0001' }])],
  ])('%s is collected as by the parser, wherever its bytes are cut', async (_, last) => {
    for (let cut = 0; cut < 12; cut++) {
      const { reference, result } = await collectedBothWays([...begun, last, ...begun, last], cut)
      expect(result, `cut ${cut}`).toEqual(reference)
    }
  })
})
