import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const response = (nth: number, formId: string, extra: object = {}): object => ({
  id: `r${formId}${nth}`,
  formId,
  createdAt: `2026-03-01T09:00:${String(nth % 60).padStart(2, '0')}.000Z`,
  finished: true,
  data: [],
  ...extra,
})
const many = (count: number, ...forms: readonly string[]): readonly object[] =>
  forms.flatMap((form) => Array.from({ length: count }, (_, i) => response(i, form)))

const commands = [
  ['export', '--out', 'a.csv', '--manifest', 'm.json'],
  ['export', '--format', 'ndjson', '--where', 'finished = true'],
  ['export', '--multi', 'columns'],
  ['get'],
  ['stats', '-o', 'json'],
  ['stats', '--report', 'page.html'],
  ['files', '--out', 'uploads'],
] as const

/** Runs a command on a saved reply, by the engine and without it. */
async function said(bytes: string | Buffer, words: readonly string[], name = 'reply.json') {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, name), bytes)
  const argv = ['responses', ...words, '--from', name === '-' ? '-' : name]
  const runs = await Promise.all(
    ['', '1'].map((plain, i) =>
      runInProcess({
        cwd,
        argv: [...argv, ...(i > 0 && words.includes('a.csv') ? ['--force'] : [])].map((word) =>
          /^(?:a\.csv|m\.json|page\.html|uploads)$/.test(word) ? `${plain}${word}` : word,
        ),
        env: { FORMCTL_NO_ENGINE: plain },
        ...(name === '-' && { stdin: String(bytes) }),
      }),
    ),
  )
  for (const { exit } of runs) expect(exit).toBe(0)
  const [first, second] = runs.map(({ stderr }) =>
    stderr.split('\n').filter((line) => /The saved reply (?:is not all|holds \d+)/.test(line)),
  )
  expect(second).toEqual(first)
  return { cwd, lines: first ?? [], stdout: runs[0]?.stdout ?? '' }
}

const follow = /^warning: The saved reply is not all: its nextCursor says that more responses follow\./
const newest =
  /^warning: The saved reply holds 10 responses of form f, the most that a read of one form returns: they may be only the 10 newest\.$/

describe.each(commands.map((words) => [words.join(' '), words] as const))('%s', (_, words) => {
  test('says that more responses follow a page', async () => {
    const { lines } = await said(JSON.stringify({ data: many(3, 'f'), nextCursor: 'c2' }), words)
    expect(lines).toEqual([expect.stringMatching(follow)])
  })

  test('says that ten responses of one form may be the ten newest', async () => {
    const { lines } = await said(JSON.stringify({ data: many(10, 'f') }), words)
    expect(lines).toEqual([expect.stringMatching(newest)])
  })
})

const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

test.each<[claim: string, bytes: string | Buffer, name: string, says: RegExp | undefined]>([
  [
    'a cursor before the data',
    `{"nextCursor":"c","data":[${JSON.stringify(response(1, 'f'))}]}`,
    'a.json',
    follow,
  ],
  ['a cursor in escapes', `{"data":[],"next\\u0043ursor" : "c"}`, 'a.json', follow],
  ['a packed page', gzipSync(JSON.stringify({ data: many(3, 'f'), nextCursor: 'c' })), 'a.json.gz', follow],
  ['a page through a pipe', JSON.stringify({ data: many(3, 'f'), nextCursor: 'c' }), '-', follow],
  ['a page of ten', JSON.stringify({ data: many(10, 'f'), nextCursor: 'c' }), 'a.json', follow],
  [
    'another word for it',
    '{"data":[],"has_more":true}',
    'a.json',
    /its has_more says that more responses follow/,
  ],
  [
    'a saved get',
    '{"mayBeMore":true,"data":[]}',
    'a.json',
    /its mayBeMore says that more responses may follow/,
  ],
  ['the last page', JSON.stringify({ data: many(10, 'f'), nextCursor: null }), 'a.json', undefined],
  ['an empty cursor', JSON.stringify({ data: many(10, 'f'), nextCursor: '' }), 'a.json', undefined],
  ['no more', JSON.stringify({ data: many(10, 'f'), hasMore: false }), 'a.json', undefined],
  [
    'a cursor within a response',
    JSON.stringify({ data: [response(1, 'f', { nextCursor: 'c' })] }),
    'a.json',
    undefined,
  ],
  ['a cursor deep within another member', '{"data":[],"meta":{"a":{"nextCursor":"c"}}}', 'a.json', undefined],
  ['a cursor in a list', '{"data":[],"links":[{"next":"c"}]}', 'a.json', undefined],
  ['ten lines', lines(many(10, 'f')), 'a.ndjson', newest],
  ['ten packed lines', gzipSync(lines(many(10, 'f'))), 'a.ndjson.gz', newest],
  ['ten lines through a pipe', lines(many(10, 'f')), '-', newest],
  [
    'ten lines of each of two forms',
    lines(many(10, 'f', 'g')),
    'a.ndjson',
    /holds 10 responses each of the forms f and g/,
  ],
  ['ten responses of two forms', JSON.stringify({ data: many(5, 'f', 'g') }), 'a.json', undefined],
  [
    'ten of one form and fewer of others',
    JSON.stringify({ data: [...many(10, 'f'), ...many(4, 'g')] }),
    'a.json',
    newest,
  ],
  [
    'ten of one form and more of another',
    JSON.stringify({ data: [...many(10, 'f'), ...many(11, 'g')] }),
    'a.json',
    undefined,
  ],
  ['nine responses', JSON.stringify({ data: many(9, 'f') }), 'a.json', undefined],
  ['twenty responses of one form', JSON.stringify({ data: many(20, 'f') }), 'a.json', undefined],
  [
    'ten without a form',
    JSON.stringify({ data: many(10, 'f').map((one) => Object.assign(one, { formId: 5 })) }),
    'a.json',
    undefined,
  ],
])('%s', async (_, bytes, name, says) => {
  for (const words of [['export'], ['stats'], ['export', '--keep-duplicates', '--form', 'f']]) {
    const { lines: found } = await said(bytes, words, name)
    expect(found.map((line) => says?.test(line))).toEqual(says ? [true] : [])
  }
})

test.each<[members: object, more: string | undefined]>([
  ...[
    { pagination: { nextCursor: 'x' } },
    { paging: { next: 'https://forms.example/?after=3' } },
    { links: { self: '/a', next: '/b' } },
    { _links: { next: { href: '/b' } } },
    { meta: { hasMore: true } },
    { page_info: { has_next_page: true } },
    { next_page_token: 'x' },
    { '@odata.nextLink': 'https://forms.example/?after=3' },
    { total: 50 },
    { meta: { total_count: 4 } },
    { page: 1, totalPages: 4 },
    { meta: { current_page: 2, last_page: 3 } },
    { page: 0, pageCount: 2 },
  ].map((members): [object, string] => [members, 'more']),
  ...[
    { pagination: { nextCursor: null } },
    { links: { self: '/a', next: null } },
    { meta: { hasMore: false } },
    { total: 3 },
    { page: 4, totalPages: 4 },
    { page: 0, pages: 1 },
    { paging: { next: {} } },
  ].map((members): [object, string] => [members, '']),
  [{ meta: { total: '50', page: 1 } }, undefined],
  [{ totalPages: 4 }, undefined],
  [{ nextReview: '2027-01-01', nextSteps: ['call'] }, undefined],
  [{ meta: { a: { hasMore: true } } }, undefined],
])('of three responses in %j', async (members, more) => {
  for (const envelope of [
    { data: many(3, 'f'), ...members },
    { ...members, data: many(3, 'f') },
  ]) {
    const { lines: found } = await said(JSON.stringify(envelope), ['export'])
    expect(found.map((line) => /says that more responses follow/.test(line))).toEqual(
      more === 'more' ? [true] : [],
    )
    const ten = await said(JSON.stringify({ ...envelope, data: many(10, 'f'), total: undefined }), ['export'])
    const isTold = ten.lines.some((line) => newest.test(line))
    expect(isTold).toBe(more === undefined || 'total' in members)
  }
})

test('a manifest, figures and a read say it to programs, and claim nothing else', async () => {
  const bytes = JSON.stringify({ data: many(10, 'f') })
  const exported = await said(bytes, ['export', '--out', 'a.csv', '--manifest', 'm.json'])
  const doubts = { complete: false, notProven: [{ code: 'newest-only' }] }
  expect(JSON.parse(readFileSync(join(exported.cwd, 'm.json'), 'utf8')).coverage).toMatchObject(doubts)
  const figures = await said(bytes, ['stats', '-o', 'json'])
  expect(JSON.parse(figures.stdout).coverage).toMatchObject(doubts)
  const got = await said(JSON.stringify({ data: many(3, 'f'), nextCursor: 'c' }), ['get', '-o', 'json'])
  expect(JSON.parse(got.stdout).mayBeMore).toBe(true)
})
