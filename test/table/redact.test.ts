import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mask } from '../../src/table/redact.ts'
import type { ExportOptions } from '../../src/export/write-export.ts'
import { parseCsv } from '../support/csv.ts'
import { hash, redactions, write } from '../support/exporting.ts'

const secret = 'Zebedee'
const answer = (questionId: string, headline: string, members: object): unknown => ({
  questionId,
  response: { type: 'ShortInput', headline, ...members },
})

const records = [
  {
    id: 'r1',
    createdAt: '2026-03-01T09:00:00.000Z',
    note: secret,
    data: [
      answer('who', '', { emailAddress: `${secret}@example.com`, firstName: secret }),
      answer('who2', 'Second', { emailAddress: `${secret}@example.com` }),
      answer('n1', 'Name', { value: secret, other: `${secret} too` }),
      answer('n2', 'Name', { value: secret }),
      answer('list', 'List', { selected: [secret, 'b; c'] }),
      answer('picks', 'Picks', { choices: [{ key: secret, value: true, index: 0, note: secret }] }),
      answer('file', 'File', { files: [{ name: secret }] }),
    ],
  },
]

const redacted = async (specs: readonly string[], options: Partial<ExportOptions> = {}): Promise<string> =>
  Object.values(
    (await write([records], 'csv', { redactions: redactions(...specs), hash, ...options })).texts,
  ).join('')

const everything = ['emailAddress', 'firstName', 'Name', 'List', 'Picks', 'File', 'note']

test.each(['csv', 'json', 'ndjson'] as const)(
  'a mask tells nothing of true and false, in %s',
  async (format) => {
    const of = (value: boolean): Readonly<Record<string, unknown>> => ({
      id: 'r',
      data: [answer('q', 'Agree', { value, selectedOther: value })],
    })
    const masked = async (value: boolean): Promise<string> =>
      Object.values(
        (await write([[of(value)]], format, { redactions: redactions('Agree=mask', 'selectedOther=mask') }))
          .texts,
      ).join('')
    expect(await masked(true)).toBe(await masked(false))
    expect(await masked(true)).toContain('•••')
  },
)

describe('what is redacted is nowhere', () => {
  const ways = [
    {},
    { layout: 'long' },
    { layout: 'relational' },
    { multi: 'json' },
    { layout: 'long', multi: 'json' },
  ] as const
  for (const how of ['drop', 'hash', 'mask'])
    test.each(ways)(`by ${how}, with %j`, async (options) => {
      const text = await redacted(
        everything.map((name) => `${name}=${how}`),
        options,
      )
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.slice(0, 2))
      // Of a long table without answers there is nothing but its head.
      expect(text).toContain(how === 'drop' ? 'createdAt' : 'r1')
    })

  test('not in columns of options: these are dropped, or the list stands redacted in one cell', async () => {
    for (const how of ['drop', 'hash', 'mask']) {
      const text = await redacted(
        everything.map((name) => `${name}=${how}`),
        { multi: 'columns' },
      )
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.slice(0, 2))
    }
    const [header = [], row = []] = parseCsv(await redacted(['List=mask'], { multi: 'columns' }))
    expect(header.filter((name) => name.startsWith('List') || name.startsWith('Picks'))).toEqual([
      'List',
      `Picks: ${secret}`,
    ])
    expect(row[header.indexOf('List')]).toBe('Z•••; •••')
    expect(await redacted(['List=hash'], { multi: 'columns', columns: ['List'] })).toBe(
      `List\n${hash(secret)}; ${hash('b; c')}\n`,
    )
  })

  test('but not an option without the others of its list', async () => {
    const options: Partial<ExportOptions> = { multi: 'columns' }
    await expect(redacted([`List: ${secret}=mask`], options)).rejects.toThrow('Name its question, or give')
    const masked = await redacted([`List: ${secret}=drop`, 'List=mask'], options)
    expect(masked).toContain(',•••')
    expect(masked).not.toContain('Z•••')
    expect(await redacted([`List: ${secret}=drop`], options)).toContain('List: b; c')
  })

  test('and an empty answer stays one', async () => {
    const data = [answer('q', 'Q', { value: '' }), answer('r', 'R', { value: 'x' })]
    const given = { redactions: redactions('Q=hash', 'R=hash'), hash, columns: ['Q', 'R'] }
    expect((await write([[{ data }]], 'csv', given)).text).toBe(`Q,R\n,${hash('x')}\n`)
  })

  test('not even where the key for its hash was forgotten', async () => {
    const given = { redactions: redactions('Name=hash') }
    await expect(write([records], 'csv', given)).rejects.toThrow('A hash needs a key')
  })
})

describe('a name means', () => {
  const heads = async (...specs: readonly string[]): Promise<readonly string[]> =>
    parseCsv(await redacted(specs))[0]?.slice(13) ?? []

  const all =
    'note|emailAddress|firstName|Second: emailAddress|Name [n1]|Name: other|Name [n2]|List|Picks|File'

  test.each([
    ['emailAddress', ['emailAddress', 'Second: emailAddress']],
    ['who', ['emailAddress', 'firstName']],
    ['Name', ['Name [n1]', 'Name: other', 'Name [n2]']],
    // Names stay, whatever is left out beside them.
    ['Name [n2]', ['Name [n2]']],
    ['n1.other', ['Name: other']],
  ])('%s: the columns of a member, of a question, of all with that headline, or one', async (name, gone) => {
    const left = all.split('|').filter((head) => !gone.includes(head))
    expect((await heads(`${name}=drop`)).toSorted()).toEqual(left.toSorted())
  })

  test('nothing, and is refused, when no column bears it', async () => {
    await expect(redacted(['emailAdress=drop'])).rejects.toThrow('did you mean "emailAddress"?')
  })

  test('the strictest, where several name a column', async () => {
    const text = await redacted(['Name=mask', 'n1=drop', 'n2=hash'])
    expect(text).not.toContain('Z•••')
    expect(text).toContain(hash(secret))
    expect(parseCsv(text)[0]).not.toContain('Name [n1]')
  })
})

test('equal values have equal hashes, wherever they stand and however they are laid out', async () => {
  const all = ['Name=hash', 'List=hash', 'firstName=hash']
  for (const layout of ['wide', 'long', 'relational'] as const)
    expect((await redacted(all, { layout })).split(hash(secret)).length - 1).toBe(
      layout === 'relational' ? 5 : 4,
    )
})

test('responses are chosen by what they really hold', async () => {
  expect(await redacted(['Name=mask'], { where: [`Name = ${secret}`] })).toContain('r1')
  expect(await redacted(['Name=mask'], { where: ['Name = Z•••'] })).not.toContain('r1')
})

describe('a mask', () => {
  test.each([
    ['', ''],
    ['a', '•••'],
    ['Ada', '•••'],
    ['DE', '•••'],
    ['false', '•••'],
    ['Adele', '•••'],
    ['Adelea', 'A•••'],
    ['a@b.c', '•••'],
    ['ada@example.com', 'a•••@•••'],
    ['a@example.com', '•••@•••'],
    ['@ada', '•••'],
    ['+49 30 1', '•••'],
    ['42', '•••'],
    ['Ölfarbe', 'Ö•••'],
    ['𝔸da', '•••'],
    ['𝔸da Lovelace', '𝔸•••'],
    ['🙂 x', '•••'],
    ['two\nlines', 't•••'],
  ])('of %j is %j', (text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  test('tells nothing but the first letter and whether there is an at sign', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        expect(mask(text)).toMatch(/^(\p{L}?)•••(@•••)?$/u)
      }),
    )
  })
})
