import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import type { Call, Service } from '../../src/wire/wire.ts'
import { parseCsv } from '../support/csv.ts'
import { outputOf } from '../support/output-schema.ts'
import { replyOf, type Turn } from '../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../support/test-host.ts'

const env = { FORMCTL_API_KEY: 'fctl_0123456789', FORMCTL_BASE_URL: 'https://forms.example' }

type Record = { readonly id: string; readonly formId: string; readonly [name: string]: unknown }
const of = (formId: string, id: string, more: object = {}): Record => ({
  id,
  formId,
  finished: true,
  data: [],
  ...more,
})
const ten = (formId: string): readonly Record[] =>
  Array.from({ length: 10 }, (_, i) => of(formId, `${formId}${i}`))

const isList = (given: readonly Record[] | Turn): given is readonly Record[] => Array.isArray(given)

/** A service whose reads of single forms and of the environment are these; it announces what is named. */
function serviceOf(
  forms: Readonly<{ [formId: string]: readonly Record[] | Turn }>,
  environment: readonly Record[],
  announced?: readonly string[],
): { readonly service: Service; readonly calls: Call[] } {
  const calls: Call[] = []
  const service: Service = async (call) => {
    calls.push(call)
    if (call.path.startsWith('/.well-known'))
      return announced ? replyOf({ body: { extensions: announced } }) : replyOf({ status: 500, body: 'down' })
    const { formId } = call.query
    const given = formId === undefined ? environment : (forms[formId] ?? [])
    if (!isList(given) && 'fails' in given) throw given.fails
    return replyOf(isList(given) ? { body: { data: given } } : given)
  }
  return { service, calls }
}

const readsOfAll = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ path, query }) => path.endsWith('/responses') && query['formId'] === undefined)

const exporting = (words: string, options: Partial<TestHostOptions>) =>
  runInProcess({ env, argv: ['responses', 'export', ...words.split(' ')], ...options })

const columnOf = (csv: string, name: string): readonly (string | undefined)[] => {
  const [header = [], ...rows] = parseCsv(csv)
  return rows.map((row) => row[header.indexOf(name)])
}

describe('of a response in both reads', () => {
  const at = (dataUpdatedAt: unknown, ip: string): object => ({ dataUpdatedAt, personAttributes: { ip } })
  const early = '2026-03-01T09:00:00.000Z'
  const late = '2026-03-01T10:00:00+00:30'

  test.each<[string, object, object, string, boolean]>([
    ['that of the form is newer', at(late, 'form'), at(early, 'environment'), 'form', true],
    ['that of the environment is newer', at(early, 'form'), at(late, 'environment'), 'environment', false],
    ['both are of one time', at(early, 'form'), at(early, 'environment'), 'environment', false],
    ['one time is not readable', at('soon', 'form'), at(early, 'environment'), 'environment', false],
    ['neither has a time', at(undefined, 'form'), at(undefined, 'environment'), 'environment', false],
  ])('%s', async (_, inForm, inEnvironment, kept, isNewer) => {
    const [first, ...rest] = ten('f')
    const newest = [{ ...of('f', first?.id ?? ''), ...inForm }, ...rest]
    const { service } = serviceOf({ f: newest }, [...rest, { ...of('f', first?.id ?? ''), ...inEnvironment }])
    const ran = await exporting('--form f', { service })
    expect(new Set(columnOf(ran.stdout, 'id'))).toEqual(new Set(ten('f').map(({ id }) => id)))
    expect(columnOf(ran.stdout, 'id')).toHaveLength(10)
    expect(columnOf(ran.stdout, 'personAttributes.ip').at(-1)).toBe(kept)
    expect(
      ran.stderr.includes('Of 1 response, the read of the form had a newer state, which was taken.'),
    ).toBe(isNewer)
  })
})

describe('coverage is said', () => {
  test('of several forms, each by its own read, and of the environment for those that may have more', async () => {
    const environment = [...ten('a'), of('a', 'a10'), ...ten('b'), of('c', 'c0'), of('d', 'd0')]
    const { service, calls } = serviceOf({ a: ten('a'), b: ten('b'), c: [of('c', 'c0')] }, environment)
    const ran = await exporting('--form a --form c --form b --form nobody', { service })
    expect(ran.stderr).toBe(
      [
        'Wrote 22 responses in 13 columns.',
        'Complete: every finished response of a, c, b and nobody was read; the newest of each form are among them.',
        '',
      ].join('\n'),
    )
    expect(readsOfAll(calls)).toHaveLength(1)
  })

  test('of a form that the environment does not hold', async () => {
    const { service } = serviceOf({ a: ten('a'), b: ten('b') }, ten('b'))
    expect((await exporting('--form a --form b', { service })).stderr).not.toContain('Complete')
    const ran = await exporting('--form a --form b --quiet', { service })
    expect(columnOf(ran.stdout, 'id')).toHaveLength(20)
    expect(ran.stderr).toBe(
      'warning: The read of the environment returned no response of a: is the form of another one? Only its 10 newest were taken; older ones may be missing.\n',
    )
  })

  test('of figures, in words that are right of them, too', async () => {
    const early = { dataUpdatedAt: '2026-03-01T09:00:00.000Z' }
    const late = { dataUpdatedAt: '2026-03-02T09:00:00.000Z' }
    const newest = [of('b', 'b0', late), of('b', 'only here'), ...ten('b').slice(2)]
    const { service } = serviceOf({ a: ten('a'), b: newest }, [of('b', 'b0', early), ...ten('b').slice(2)])
    const argv = ['responses', 'stats', '--form', 'a', '--form', 'b']
    const { exit, stderr } = await runInProcess({ env, argv, service })
    expect(exit).toBe(0)
    expect(stderr).not.toMatch(/export/i)
    expect(stderr).toContain('Only its 10 newest were taken; older ones may be missing.')
    expect(stderr).toContain('Of 1 response, the read of the form had a newer state, which was taken.')
    expect(stderr).toContain('It was taken; older ones like it may be missing.')
  })

  test('of partial responses, when the service cannot be asked whether it tells them all', async () => {
    const { service } = serviceOf({ a: ten('a') }, ten('a'))
    const ran = await exporting('--form a --partials', { service })
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('holds every partial response: some may be missing.'),
    })
    expect(ran.stderr).toContain('Complete: every finished response of a was read; the newest')
  })

  test('not of a form with fewer than ten responses, partial or not', async () => {
    const { service, calls } = serviceOf({ a: ten('a').slice(1) }, [])
    const ran = await exporting('--form a --partials', { service })
    expect(ran.stderr).toContain('Complete: every response of a was read, finished or not.')
    expect(calls).toHaveLength(1)
  })

  test('a form of another environment ends the export, whatever the others hold', async () => {
    const unknown: Turn = { status: 404, body: { message: 'Form not found' } }
    const { service } = serviceOf({ a: ten('a'), b: unknown }, ten('a'))
    expect(await exporting('--form a --form b', { service })).toMatchObject({ exit: 5, stdout: '' })
  })
})

describe('"complete" is said only where something was compared', () => {
  /** Responses of a form, newest first, as many as asked for. */
  const many = (formId: string, n: number): readonly Record[] =>
    Array.from({ length: n }, (_, i) => of(formId, `${formId}${n - i}`))
  const formOf = (id: string, complete: unknown, partial: unknown = 0): object => {
    const createdAt = '2026-03-01T09:00:00.000Z'
    return { id, name: id, url: `/s/${id}`, createdAt, complete, partial }
  }
  /** A service of these responses whose list is cut, newest or oldest first, and that may list its forms. */
  function cutting(
    all: readonly Record[],
    { most, from, forms }: { most: number; from: 'newest' | 'oldest'; forms?: readonly object[] },
  ): Service {
    return async ({ path, query: { formId } }) => {
      if (path.startsWith('/.well-known'))
        return forms
          ? replyOf({ body: { extensions: ['forms-list'], environmentId: 'e' } })
          : replyOf({ status: 404 })
      if (path.endsWith('/forms')) return replyOf({ body: { data: forms } })
      const own = all.filter((record) => record.formId === formId)
      const sent = formId !== undefined ? own.slice(0, 10) : from === 'newest' ? all : all.toReversed()
      return replyOf({ body: { data: formId === undefined ? sent.slice(0, most) : sent } })
    }
  }
  const all = [...many('a', 1554), ...many('b', 12_500)]
  const counts = [formOf('a', 1554), formOf('b', 12_500)]

  test.each<[claim: string, words: string, how: Parameters<typeof cutting>[1], code: string, said: string]>([
    [
      'a list cut at 1,000, oldest first: the newest of a form are missing',
      '--form a',
      { most: 1000, from: 'oldest' },
      'form-not-in-environment',
      'The read of the environment returned no response of a',
    ],
    [
      'a list cut at 1,000, newest first: the number looks like a limit',
      '--form a',
      { most: 1000, from: 'newest' },
      'round-number',
      'exactly 1,000 responses, which may be a limit of the service',
    ],
    [
      'a list cut at an odd number, newest first: fewer than the service announces of the form',
      '--form a',
      { most: 1033, from: 'newest', forms: counts },
      'fewer-than-announced',
      'The service announces 1,554 responses of a and sent 1,033: 521 are missing.',
    ],
    [
      'of all forms, fewer than the service announces',
      '--all',
      { most: 1033, from: 'newest', forms: counts },
      'fewer-than-announced',
      'The service announces 14,054 responses and sent 1,033: 13,021 are missing.',
    ],
    [
      'of all forms, nothing to compare with',
      '--all',
      { most: 1033, from: 'newest' },
      'unchecked',
      'The whole reply was read: 1,033 responses of the environment.',
    ],
    [
      'a list of forms without numbers',
      '--all',
      { most: 1033, from: 'newest', forms: [formOf('a', undefined), formOf('b', 5)] },
      'unchecked',
      'The service announces no numbers, so nothing shows whether this is all',
    ],
  ])('not of %s', async (_, words, how, code, said) => {
    const cwd = temporaryFolder()
    const service = cutting(all, how)
    const { exit, stderr } = await exporting(`${words} --out a.csv --manifest m.json`, { cwd, service })
    expect([exit, stderr]).toEqual([0, expect.stringContaining(said)])
    expect(stderr).not.toContain('Complete')
    const manifest: unknown = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))
    expect(manifest).toMatchObject({ coverage: { complete: false, notProven: [{ code }] } })
    for (const command of ['export', 'get', 'stats']) {
      const out = command === 'export' ? ['--out', 'b.csv'] : []
      const argv = ['responses', command, ...words.split(' '), '--require-complete', ...out]
      const ran = await runInProcess({ env, argv, cwd, service })
      expect([command, ran.exit, ran.stdout]).toEqual([command, 1, ''])
      expect(ran.stderr).toMatch(/^error\[not-complete\]: Nothing was written, because --require-complete/)
      expect(existsSync(join(cwd, 'b.csv'))).toBe(false)
    }
  })

  test.each<[claim: string, words: string, forms: readonly object[] | undefined, by: readonly string[]]>([
    ['as many as the service announces of all forms', '--all', counts, ['announced']],
    ['as many as it announces of a form', '--form a', counts, ['newest', 'announced']],
    ['more than it announced, as some came meanwhile', '--all', [formOf('a', 1500)], ['announced']],
    ['the newest of the form among them', '--form a', undefined, ['newest']],
    ['a form with fewer than ten responses', '--form none', undefined, ['limit']],
  ])('of %s', async (_, words, forms, by) => {
    const cwd = temporaryFolder()
    const service = cutting(all, { most: Infinity, from: 'newest', ...(forms && { forms }) })
    const out = '--out a.csv --manifest m.json --require-complete'
    const ran = await exporting(`${words} ${out}`, { cwd, service })
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Complete: every finished') })
    const manifest: unknown = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))
    expect(manifest).toMatchObject({ coverage: { complete: true, checkedBy: by, notProven: [] } })
  })

  test('partial responses that a service does not announce are no reason to call finished ones incomplete', async () => {
    const service = cutting(all, { most: Infinity, from: 'newest', forms: [formOf('a', 1554, 7)] })
    const { stderr } = await exporting('--form a --partials --out a.csv', { service })
    expect(stderr).toContain('Complete: every finished response of a was read')
    const required = await exporting('--form a --partials --require-complete', { service })
    expect(required).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('every partial') })
  })

  test('--require-complete is for a service', async () => {
    const ran = await exporting('--from - --require-complete', { stdin: '{"data":[]}' })
    expect(ran).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('--from cannot be used with --require-complete'),
    })
  })
})

describe('records that are not of the form that was asked for', () => {
  const formless = { id: 'formless', finished: true, data: [] }
  // The types of a record are those of a service that keeps the contract.
  const sent = (record: object): Record => record as Record
  const strange = [of('b', 'b-strange'), of('c', 'c-strange'), sent(formless)]
  const numbered = sent({ ...formless, id: 'numbered', formId: 7 })
  const otherForms = 'warning: The service was asked for one form and sent 2 responses of other forms'
  const withoutForm = (n: string): string => `warning: The service sent ${n} without a formId`

  test('are left out and reported by every command that reads one form', async () => {
    const { service } = serviceOf({ a: [...strange, of('a', 'a0'), numbered] }, [])
    for (const words of ['export --form a', 'get --form a -o csv', 'get --form a --limit 11 -o csv']) {
      const argv = ['responses', ...words.split(' ')]
      const { exit, stdout, stderr } = await runInProcess({ env, service, argv })
      expect([words, exit, columnOf(stdout, 'id')]).toEqual([words, 0, ['a0']])
      expect(stderr).toContain(otherForms)
      expect(stderr).toContain(withoutForm('2 responses'))
      expect(stderr).not.toContain('Complete')
    }
    const argv = ['responses', 'stats', '--form', 'a', '-o', 'json']
    const { stdout } = await runInProcess({ env, service, argv })
    expect(outputOf('responses-stats', `${stdout.replaceAll('\n', '')}\n`)).toMatchObject({
      responses: { total: 1 },
      forms: [{ formId: 'a' }],
      coverage: { ofOtherForms: 2, withoutForm: 2 },
    })
  })

  test('of several forms come once, with the read of their own form', async () => {
    const both = [of('a', 'a0'), of('b', 'b0')]
    const { service } = serviceOf({ a: both, b: both }, [])
    const { stdout } = await exporting('--form a --form b', { service })
    expect(columnOf(stdout, 'id')).toEqual(['a0', 'b0'])
  })

  test('count among the ten that a read of one form gives, so that all are read', async () => {
    const newest = [...ten('a').slice(2), ...strange.slice(0, 2)]
    const { service, calls } = serviceOf({ a: newest }, [...ten('a'), of('a', 'a10'), ...ten('b')])
    expect(columnOf((await exporting('--form a', { service })).stdout, 'id')).toHaveLength(11)
    expect(readsOfAll(calls)).toHaveLength(1)
    const argv = ['responses', 'get', '--form', 'a', '-o', 'table']
    expect((await runInProcess({ env, service, argv })).stderr).toContain(
      'responses export --form a writes all',
    )
  })

  test('are expected of an environment, where only those without a form are reported', async () => {
    const { service } = serviceOf({ a: ten('a') }, [...ten('a'), ...strange, numbered])
    const { stdout, stderr } = await exporting('--form a', { service })
    expect(columnOf(stdout, 'id')).toEqual(ten('a').map(({ id }) => id))
    expect(stderr).not.toContain('of other forms')
    expect(stderr).toContain(withoutForm('2 responses'))
    expect((await exporting('--all', { service })).stderr).not.toContain('formId')
  })

  const many = Array.from({ length: 20_000 }, (_, i) =>
    i % 1000 === 0 ? sent({ ...formless, id: `formless-${i}` }) : of(i % 3 === 0 ? 'b' : 'a', `r${i}`),
  )
  const own = many.filter(({ formId }) => formId === 'a')

  describe.each<[string, readonly Record[], string]>([
    ['beside the ten newest', [...own.slice(0, 9), of('b', 'r3')], 'sent 1 response of other forms: it was'],
    ['which the read of one form sends, too', many, 'sent 6,660 responses of other forms: they were'],
  ])('in a large reply, %s,', (_title, newest, said) => {
    test.each(['csv', 'ndjson', 'csv --by updatedAt --since 2020-01-01'])(
      'are left out as %s',
      async (format) => {
        const { service } = serviceOf({ a: newest }, many)
        const { stdout, stderr } = await exporting(`--form a --format ${format}`, { service })
        const ids = format === 'ndjson' ? stdout.match(/(?<="id":")[^"]+/g) : columnOf(stdout, 'id')
        expect(ids?.toSorted()).toEqual(own.map(({ id }) => id).toSorted())
        expect(stderr).toContain(said)
        expect(stderr).toContain(withoutForm('20 responses'))
      },
    )
  })
})

test('an environment that is named for a read is said to change nothing', async () => {
  const { service } = serviceOf({ a: [of('a', 'a0')] }, [])
  for (const words of ['responses export --form a', 'responses get --form a'])
    expect(
      (await runInProcess({ env, service, argv: [...words.split(' '), '--environment', 'e', '--quiet'] }))
        .stderr,
    ).toBe(
      'warning: --environment changes nothing here: a read names no environment, so the API key alone decides whose responses come.\n',
    )
  const quiet = { ...env, FORMCTL_ENVIRONMENT_ID: 'e' }
  expect(
    (await runInProcess({ env: quiet, service, argv: ['responses', 'get', '--form', 'a'] })).stderr,
  ).toBe('')
})

test('as many responses as a read of one form gives are told in JSON, too', async () => {
  const { service } = serviceOf({ a: ten('a'), b: ten('b').slice(1) }, ten('a'))
  const told = async (words: string): Promise<unknown> => {
    const argv = ['responses', 'get', ...words.split(' '), '-o', 'json']
    const { stdout } = await runInProcess({ env, service, argv })
    return outputOf('responses-get', `${stdout.replaceAll('\n', '')}\n`)
  }
  expect(await told('--form a')).toMatchObject({ mayBeMore: true })
  expect(await told('--form b')).toMatchObject({ mayBeMore: false })
  expect(await told('--all')).toMatchObject({ mayBeMore: false })
  expect(await told('a3 --form a')).toMatchObject({ mayBeMore: false })
})

describe('the manifest', () => {
  const read = (cwd: string): unknown =>
    outputOf(
      'responses-export-manifest',
      `${JSON.stringify(JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8')))}\n`,
    )

  test('tells the program, the source, the reads, what is not proven, and the file', async () => {
    const cwd = temporaryFolder()
    const { service } = serviceOf({ a: ten('a'), b: [of('b', 'b0')] }, [...ten('a').slice(1), of('z', 'z0')])
    const words = '--form a --form b --partials --since 2026-01-01 --out a.csv --manifest m.json'
    expect(await exporting(words, { cwd, service })).toMatchObject({ exit: 0, stdout: '' })
    const file = readFileSync(join(cwd, 'a.csv'))
    expect(read(cwd)).toEqual({
      schema_version: 1,
      noticed: expect.objectContaining({ notRedacted: [], renamedQuestions: [] }),
      program: { name: 'formctl', version: expect.stringMatching(/^\d+\.\d+/) },
      began: expect.stringMatching(/^2026-03-01T09:0/),
      ended: expect.stringMatching(/^2026-03-01T09:/),
      source: { kind: 'service', baseUrl: 'https://forms.example' },
      filters: {
        formIds: ['a', 'b'],
        partials: true,
        since: '2026-01-01T00:00:00.000Z',
        until: null,
        by: 'createdAt',
        where: [],
      },
      table: { layout: 'wide', headers: 'headline', multi: 'joined', timezone: null, redactions: [] },
      counts: {
        read: 11,
        written: 11,
        leftOut: 0,
        leftOutWithoutForm: 0,
        keptWithoutTime: 11,
        duplicates: 0,
        partial: 0,
        guardedCells: 0,
        timesWithoutZone: 0,
      },
      coverage: {
        complete: false,
        checkedBy: ['limit'],
        reads: [
          { operation: 'form', formId: 'a', returned: 10, mayBeMore: true },
          { operation: 'form', formId: 'b', returned: 1, mayBeMore: false },
          { operation: 'environment', returned: 10 },
        ],
        newerInForm: 0,
        ofOtherForms: 0,
        withoutForm: 0,
        notProven: [
          { code: 'partials-unannounced', sentence: expect.stringContaining('some may be missing') },
          {
            code: 'beyond-environment',
            sentence: expect.stringContaining('1 response came with the newest'),
          },
        ],
      },
      watermark: null,
      columnsFile: null,
      files: [
        {
          path: 'a.csv',
          format: 'csv',
          rows: 11,
          columns: parseCsv(file.toString())[0],
          bytes: file.length,
          sha256: createHash('sha256').update(file).digest('hex'),
        },
      ],
    })
  })

  test('tells what the service sent that was not of the form', async () => {
    const cwd = temporaryFolder()
    const service: Service = async () =>
      replyOf({ body: { data: [of('a', 'a0'), of('b', 'b0'), { id: 'r' }] } })
    await exporting('--form a --out a.csv --manifest m.json', { cwd, service })
    expect(read(cwd)).toMatchObject({
      counts: { read: 1, written: 1 },
      coverage: {
        reads: [{ operation: 'form', formId: 'a', returned: 3, mayBeMore: false }],
        ofOtherForms: 1,
        withoutForm: 1,
        notProven: [{ code: 'other-forms' }, { code: 'without-form' }],
      },
    })
  })

  test('of a saved reply on the standard output tells what came there', async () => {
    const cwd = temporaryFolder()
    const stdin = JSON.stringify({ data: [of('a', 'a0'), of('b', 'b0')] })
    const ran = await exporting('--from - --form a --format ndjson --manifest m.json', { cwd, stdin })
    expect(read(cwd)).toMatchObject({
      source: { kind: 'saved', file: '-' },
      filters: { formIds: ['a'], partials: null },
      counts: { read: 2, written: 1, leftOut: 1 },
      coverage: { reads: [], notProven: [] },
      files: [
        {
          path: '-',
          format: 'ndjson',
          columns: null,
          rows: 1,
          bytes: Buffer.byteLength(ran.stdout),
          sha256: createHash('sha256').update(ran.stdout).digest('hex'),
        },
      ],
    })
  })

  test('tells of the reading that was whole, not of those that broke off', async () => {
    const cwd = temporaryFolder()
    const lost = Failure.of('connection-lost', { url: 'https://forms.example', reason: 'it ended' })
    const turns: readonly Turn[] = [
      { status: 404 },
      { body: '{"data":[{"id":"x"},{"id":"y"}', breaks: lost },
      { body: { data: ten('a') } },
    ]
    let call = 0
    const service: Service = async () => replyOf(turns[call++] as object)
    await exporting('--all --out a.json --manifest m.json', { cwd, service })
    expect(read(cwd)).toMatchObject({
      counts: { read: 10 },
      coverage: { reads: [{ operation: 'environment', returned: 10 }] },
      files: [{ rows: 10, bytes: readFileSync(join(cwd, 'a.json')).length }],
    })
  })

  test('of forms tells of the reading that was whole, and each response once', async () => {
    const cwd = temporaryFolder()
    const lost = Failure.of('connection-lost', { url: 'https://forms.example', reason: 'it ended' })
    const every = JSON.stringify({ data: [...ten('b'), ...ten('a'), of('a', 'a99')] })
    const turns: readonly Turn[] = [
      { body: { data: ten('a') } },
      { status: 404 },
      { body: every.slice(0, -20), breaks: lost },
      { body: every },
    ]
    let call = 0
    const service: Service = async () => replyOf(turns[call++] as object)
    const ran = await exporting('--form a --out a.csv --columns id --manifest m.json', { cwd, service })
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('Trying again') })
    const ids = readFileSync(join(cwd, 'a.csv'), 'utf8').trimEnd().split('\n').slice(1)
    expect(ids).toEqual([...ten('a').map(({ id }) => id), 'a99'])
    expect(read(cwd)).toMatchObject({
      counts: { read: 11, written: 11 },
      coverage: {
        reads: [
          { operation: 'form', returned: 10 },
          { operation: 'environment', returned: 21 },
        ],
      },
    })
  })

  test('that is there, or whose folder is not, is refused before anything is read', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'm.json'), 'old')
    const { service, calls } = serviceOf({}, [])
    const there = await exporting('--all --out a.csv --manifest m.json', { cwd, service })
    expect(there).toMatchObject({ exit: 3, stderr: expect.stringContaining('m.json exists already') })
    const nowhere = await exporting('--all --out a.csv --manifest no/m.json', { cwd, service })
    expect(nowhere).toMatchObject({ exit: 3, stderr: expect.stringContaining('its folder does not exist') })
    const same = await exporting('--all --out a.csv --manifest ./a.csv', { cwd, service })
    expect(same).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--manifest names the file of --out'),
    })
    expect([calls, existsSync(join(cwd, 'a.csv'))]).toEqual([[], false])
    const forced = await exporting('--all --out a.csv --manifest m.json --force', { cwd, service })
    expect(forced.exit).toBe(0)
    expect(read(cwd)).toMatchObject({ counts: { read: 0 } })
  })
})

describe('a file that is there', () => {
  const answering = (answers: readonly string[], cwd: string) => {
    const { service, calls } = serviceOf({ a: [of('a', 'a0')] }, [])
    return { calls, ran: exporting('--form a --out a.csv', { cwd, service, isTerminal: true, answers }) }
  }

  test('is replaced when the person at the terminal says so, and asked about before anything is read', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.csv'), 'old')
    const no = answering(['\n'], cwd)
    expect(await no.ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('a.csv exists already. Replace it?'),
    })
    expect([no.calls, readFileSync(join(cwd, 'a.csv'), 'utf8')]).toEqual([[], 'old'])
    expect((await answering(['y\n'], cwd).ran).exit).toBe(0)
    expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toMatch(/^id,/)
  })
})

describe('responses that finish after --since', () => {
  const at = (createdAt: string, updatedAt: string, more: object = {}): object => ({
    createdAt,
    updatedAt,
    ...more,
  })
  const all = [
    of('a', 'early', at('2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z')),
    of('a', 'late', at('2026-03-01T09:00:00.000Z', '2026-03-03T09:00:00.000Z')),
    of('a', 'new', at('2026-03-02T09:00:00.000Z', '2026-03-02T09:30:00.000Z', { finished: false })),
  ]
  const said = /warning: Left out: 1 response begun earlier and changed since/
  const stdin = JSON.stringify({ data: all })

  test.each([
    ['are reported where creation is compared', '--since 2026-03-02', ['new'], true],
    ['without the engine, too', '--since 2026-03-02 --redact ip=drop', ['new'], true],
    ['as records, too', '--since 2026-03-02 --format ndjson', ['new'], true],
    ['are taken by their update', '--since 2026-03-02 --by updatedAt', ['late', 'new'], false],
    ['are no fault of a range of creation', '--since 2026-03-02 --until 2026-03-02', ['new'], false],
  ])('%s', async (_, words, ids, isSaid) => {
    const { stdout, stderr } = await exporting(`--from - ${words} --quiet`, { stdin })
    expect(ids.filter((id) => !stdout.includes(id))).toEqual([])
    expect(said.test(stderr)).toBe(isSaid)
  })

  test.each([
    ['the greatest update, as it was written', '', '2026-03-03T09:00:00.000Z', 1],
    ['of the responses of this time', '--since 2026-03-02', '2026-03-02T09:30:00.000Z', 1],
    ['before --where', '--where id=early', '2026-03-03T09:00:00.000Z', 1],
    ['null if nothing came', '--since 2027-01-01', null, 0],
    ['the last one if nothing changed', '--since 2027-01-01 --by updatedAt', '2027-01-01T00:00:00.000Z', 0],
  ])('the manifest has a watermark: %s', async (_, words, watermark, partial) => {
    const cwd = temporaryFolder()
    const given = `--from - --out a.csv --manifest m.json ${words}`.trim()
    await exporting(given, { cwd, stdin })
    const manifest: unknown = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))
    expect(manifest).toMatchObject({ watermark, counts: { partial } })
  })
})
