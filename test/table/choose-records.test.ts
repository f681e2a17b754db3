import { describe, expect, test } from 'vitest'
import type { ExportOptions } from '../../src/export/write-export.ts'
import { hash, recordsOf, redactions, write } from '../support/exporting.ts'

const secret = 'Zebedee'
const body = `{"data":[
{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z","status":2.50,"zeta":1e400,"alpha":[9007199254740993,-0],"__proto__":{"x":1},
 "data":[
  {"questionId":"n1","response":{"type":"ShortInput","headline":"Name","value":"${secret}","other":"${secret} too"},"seen":"${secret}"},
  {"questionId":"who","response":{"type":"IdentityInfo","headline":"","emailAddress":"${secret}@example.com","city":"Ulm"}},
  {"questionId":"who","response":{"type":"IdentityInfo","headline":"","firstName":"${secret}"}},
  {"questionId":"list","response":{"type":"Dropdown","headline":"List","selected":["${secret}","b; c"]}},
  {"questionId":"picks","response":{"type":"Choice","headline":"Picks","choices":[{"key":"${secret}","value":true,"index":0,"note":"${secret}"}]}},
  {"questionId":"age","response":{"type":"NumberInput","headline":"Age","value":18.0}},
  {"questionId":"n1","response":"${secret}"},
  {"questionId":"gone","response":{"type":"X","headline":"Gone","value":null}}
 ],
 "meta":{"leadId":"lead","nested":{"emailAddress":"${secret}@example.com","kept":1.10}},
 "personAttributes":{"ip":"192.0.2.1","n1":"${secret}"},
 "answers":{"n1":"${secret}","Name":"${secret}","age":18.0},
 "history":[{"questionId":"n1","response":{"headline":"Name","value":"${secret}"}},{"questionId":"age","response":{"value":17}}]},
{"id":"r2","createdAt":"2026-03-02T09:00:00.000Z","data":[{"questionId":"age","response":{"type":"NumberInput","headline":"Age","value":7}}]}
]}`

const lines = async (options: Partial<ExportOptions>): Promise<readonly string[]> =>
  (await write([await recordsOf(body)], 'ndjson', { hash, ...options })).text.split('\n').slice(0, -1)

const first = async (...specs: readonly string[]): Promise<string> =>
  (await lines({ redactions: redactions(...specs) }))[0] ?? ''

describe('records are chosen by what their columns hold in a wide table', () => {
  test.each([
    ['Age >= 18', 'r1'],
    ['age < 18', 'r2'],
    ['List = Zebedee', 'r1'],
    ['Picks = Zebedee', 'r1'],
    ['who.city = Ulm', 'r1'],
    ['leadId is empty', 'r2'],
    ['createdAt > 2026-03-01', 'r2'],
    ['status = 2.5', 'r1'],
  ])('%s', async (condition, id) => {
    const [only = '', ...more] = await lines({ where: [condition] })
    expect([more, (JSON.parse(only) as { id: string }).id]).toEqual([[], id])
  })

  test('and come as they do without a condition, to the digit', async () => {
    const [all] = await lines({})
    expect(await lines({ where: ['Age = 18'] })).toEqual([all])
    expect(all).toContain('"status":2.50,"zeta":1e400,"alpha":[9007199254740993,-0],"__proto__":{"x":1}')
  })

  test('20,000 records keep their order, and the summary counts them', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ id: `r${i}`, data: [answer(i)] }))
    const { text, summary } = await write([many.slice(0, 9000), many.slice(9000)], 'json', {
      where: ['N >= 19998', 'N = 19999'],
    })
    expect(text).toBe(`{"schema_version":1,"data":[\n${JSON.stringify(many[19_999])}\n]}\n`)
    expect(summary).toMatchObject({ rows: 1, names: { unmatched: [] } })
    const none = await write([many], 'ndjson', { where: ['N = -1'] })
    expect(none).toMatchObject({
      text: '',
      summary: { rows: 0, names: { unmatched: [{ condition: 'N = -1' }] } },
    })
  })

  const answer = (value: number): object => ({
    questionId: 'n',
    response: { type: 'NumberInput', headline: 'N', value },
  })

  test('a name that no column bears is refused, but where there is no record', async () => {
    await expect(lines({ where: ['Agee = 3'] })).rejects.toThrow('did you mean "Age"?')
    await expect(lines({ redactions: redactions('Nmae=drop') })).rejects.toThrow('did you mean "Name"?')
    const none = await write([], 'json', { where: ['Agee = 3'] })
    expect(none.text).toBe('{"schema_version":1,"data":[\n]}\n')
  })
})

describe('what is redacted is nowhere in a record', () => {
  const everything = ['emailAddress', 'firstName', 'Name', 'List', 'Picks']
  test.each(['drop', 'hash', 'mask'])('by %s', async (how) => {
    const text = await first(...everything.map((name) => `${name}=${how}`))
    expect(text).not.toContain(secret)
    expect(text).not.toContain(secret.slice(0, 2))
    expect(text.includes('"questionId":"n1"')).toBe(how !== 'drop')
    expect(text).toContain(
      '{"questionId":"age","response":{"type":"NumberInput","headline":"Age","value":18.0}}',
    )
    expect(text).toContain('"city":"Ulm"')
    expect(text).toContain('"kept":1.10')
  })

  test('all else stays, in its order and to the digit', async () => {
    const gone = [
      `{"questionId":"n1","response":{"type":"ShortInput","headline":"Name","value":"${secret}","other":"${secret} too"},"seen":"${secret}"},`,
      `{"questionId":"n1","response":"${secret}"},`,
      `,"n1":"${secret}"`,
      `"n1":"${secret}","Name":"${secret}",`,
      `{"questionId":"n1","response":{"headline":"Name","value":"${secret}"}},`,
    ]
    const [whole = ''] = await lines({})
    expect(await first('n1=drop', 'emailAddress=mask')).toBe(
      gone
        .reduce((text, part) => text.replace(part, ''), whole)
        .replaceAll(`${secret}@example.com`, 'Z•••@•••'),
    )
  })

  test.each([
    ['List=hash', `"selected":${JSON.stringify([hash(secret), hash('b; c')].toSorted())}`],
    ['Picks=mask', '"choices":[{"key":"Z•••","value":true}]'],
    ['Age=hash', `"value":"${hash('18.0')}"`],
    ['status=hash', `"status":"${hash('2.50')}"`],
    ['alpha=mask', '"alpha":"•••"'],
    ['leadId=hash', `"leadId":"${hash('lead')}"`],
    ['gone=mask', '"headline":"Gone","value":null'],
    ['n1.other=drop', `"value":"${secret}"},"seen":"${secret}"`],
    ['seen=drop', `"other":"${secret} too"}}`],
    ['data=drop', '"data":[],"meta":'],
    ['meta=drop', '"meta":{},"personAttributes":{"ip":'],
    ['history=drop', '"answers":{"n1":'],
  ])('as its cell in a table is: %s', async (spec, part) => {
    expect(await first(spec)).toContain(part)
  })

  test('records are chosen by what they really hold', async () => {
    const given = { where: ['Name = Zebedee'], redactions: redactions('Name=mask') }
    expect((await lines(given))[0]).toContain('"value":"Z•••"')
    expect(await lines({ ...given, where: ['Name = Z•••'] })).toEqual([])
  })

  test('a hash without a key, and nothing left, are refused', async () => {
    const given = { redactions: redactions('Name=hash') }
    await expect(write([await recordsOf(body)], 'json', given)).rejects.toThrow('A hash needs a key')
  })
})
