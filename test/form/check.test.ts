import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check, checkGenerateBody, dependsOnService } from '../../src/form/check.ts'
import type { Finding } from '../../src/form/finding.ts'
import { pathText } from '../../src/form/value.ts'
import { rules } from '../../src/form/rules/rules.ts'
import { runs } from '../support/is-long.ts'
import { rowsIn } from '../support/rows-in.ts'

const thanks = { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thanks' } }] }
const next = { type: 'NextButton', content: { label: 'Next' } }
const start = { name: 'Start', components: [...thanks.components, next] }
const withContent = (type: string, content: unknown): unknown => ({
  name: 'Survey',
  steps: [{ name: 'One', components: [{ type, content }, next] }, thanks],
})
const lines = (findings: readonly Finding[]): string[] =>
  findings.map(({ code, path }) => `${code} ${pathText(path)}`.trim())
const content = 'steps[0].components[0].content'

test('a form that keeps the contract has no findings', () => {
  const form = {
    name: 'Survey',
    steps: [
      {
        name: 'One',
        components: [
          { type: 'IdentityInfo', content: { fields: [{ key: 'firstName', label: 'First name' }] } },
          { type: 'Dropdown', content: { question: 'What?', choices: ['a'], isMulti: true } },
          { type: 'SchedulerScreen', content: { calendarUrl: 'https://example.com' } },
          { type: 'NextButton', content: { label: 'On' } },
        ],
      },
      thanks,
    ],
  }
  expect(check(form)).toEqual([])
  expect(checkGenerateBody({ sourceFormId: 'clsource', ...form })).toEqual([])
})

test.each(rowsIn<[claim: string, form: unknown, findings: string[]]>('form-rules/forms.json'))(
  '%s',
  (_, form, expected) => {
    expect(lines(check(form))).toEqual(expected)
  },
)

test('a scheduler without an address gets the error of the contract', () => {
  expect(check(withContent('SchedulerScreen', {}))).toEqual([
    expect.objectContaining({
      isRefused: true,
      message: 'SchedulerScreen needs one of dataUrl, url, calendarUrl.',
      path: ['steps', 0, 'components', 0, 'content'],
    }),
  ])
})

test('a misspelt key gives one finding, and its value is checked under the path as written', () => {
  const form = { name: 'a', setps: [{ name: 1, componets: [] }, thanks] }
  expect(lines(check(form))).toEqual([
    'misspelt-key setps',
    'wrong-type setps[0].name',
    'misspelt-key setps[0].componets',
    'too-few setps[0].componets',
  ])
  expect(check(form)[0]).not.toHaveProperty('fix')
  const steps = [start, thanks]
  expect(check({ name: 'a', Steps: steps })[0]?.fix).toEqual({
    kind: 'rename-key',
    path: ['Steps'],
    to: 'steps',
  })
})

test('a misspelt name of one of several keys is one finding', () => {
  expect(lines(check(withContent('Dropdown', { question: 'What?', optoins: ['a'] })))).toEqual([
    `misspelt-key ${content}.optoins`,
  ])
})

test('a word of another form tool in place of a missing key is paired with it, and never renamed without asking', () => {
  const [finding, ...rest] = check({ name: 'a', pages: [start, thanks] })
  expect(rest).toEqual([])
  expect(finding).toMatchObject({ code: 'misspelt-key', path: ['pages'], help: 'Rename "pages" to "steps".' })
  expect(finding).not.toHaveProperty('fix')
})

test('an identity field of the earlier contract is one finding that offers the rename', () => {
  const field = { type: 'text', name: 'firstName', label: 'First name', required: true }
  expect(check(withContent('IdentityInfo', { fields: [field] }))).toEqual([
    expect.objectContaining({
      code: 'old-identity-field',
      path: ['steps', 0, 'components', 0, 'content', 'fields', 0, 'name'],
      help: 'Rename "name" to "key" and remove "type".',
    }),
  ])
})

test('findings come in the order of the form, an object before what it holds', () => {
  const form = { extra: 1, steps: [{ components: [{ kind: 'Header' }], name: 7 }], name: 8 }
  expect(lines(check(form))).toEqual([
    'ignored-key extra',
    'too-few steps',
    'missing-key steps[0].components[0].content',
    'misspelt-key steps[0].components[0].kind',
    'wrong-type steps[0].name',
    'wrong-type name',
  ])
})

test('the body of generate needs a source form, and a spec does not', () => {
  const form = { name: 'a', steps: [start, thanks] }
  expect(check(form)).toEqual([])
  expect(lines(checkGenerateBody(form))).toEqual(['missing-key sourceFormId'])
  expect(lines(checkGenerateBody({ ...form, sourceFormID: 'x' }))).toEqual(['misspelt-key sourceFormID'])
  expect(lines(checkGenerateBody(undefined))).toEqual(['wrong-type'])
})

test('what the contract accepts is never refused by the server', () => {
  const form = withContent('Scheduler', { dataUrl: 'https://a.example', url: 'https://b.example', extra: 1 })
  const findings = check({ ...(form as object), extra: 1 })
  expect(findings.map(({ code }) => code).toSorted()).toEqual([
    'duplicate-alias',
    'ignored-key',
    'scheduler-name',
    'unknown-content-key',
  ])
  expect(findings.some(({ isRefused, severity }) => isRefused || severity === 'error')).toBe(false)
})

test('keys such as constructor are keys like others', () => {
  const form = JSON.parse('{"name":"a","__proto__":{"steps":[]},"constructor":1,"toString":2}')
  expect(lines(check(form))).toEqual([
    'missing-key steps',
    'unsafe-key __proto__',
    'ignored-key constructor',
    'ignored-key toString',
  ])
})

const words =
  'name steps setps components type content fields key label options __proto__ constructor toString IdentityInfo Dropdown Header'.split(
    ' ',
  )
const word = fc.constantFrom(...words)
const { formish } = fc.letrec((tie) => ({
  formish: fc.oneof(
    { depthSize: 'large' },
    fc.oneof(word, fc.integer(), fc.constant(null), fc.boolean()),
    fc.array(tie('formish'), { maxLength: 3 }),
    fc.array(fc.tuple(word, tie('formish')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}))

test('a value of any shape is answered with findings of known rules, at paths of its own keys', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.anything({ withNullPrototype: true, withMap: true, withBigInt: true }), formish),
      (form) => {
        for (const { code, path, message, severity, isRefused } of [
          ...check(form),
          ...checkGenerateBody(form),
        ]) {
          const weighed = dependsOnService({ code }) ? { isRefused } : { severity, isRefused }
          expect(rules.get(code)).toMatchObject(weighed)
          expect(message).toMatch(/\.$/)
          expect(holds(form, path.slice(0, -1))).toBe(true)
        }
      },
    ),
    { numRuns: runs(1000), seed: 20 },
  )
})

test('the server refuses errors, unknown types, unsafe keys and too many entries, and nothing else', () => {
  // What a service does not announce, it may ignore as well.
  const judged = [...rules.values()].filter(({ code }) => code !== 'unannounced-key')
  for (const { severity, isRefused, code } of judged)
    expect(isRefused).toBe(severity === 'error' || /^(unknown-type|unsafe-key|too-many)$/.test(code))
})

function holds(value: unknown, path: readonly (string | number)[]): boolean {
  const [part, ...rest] = path
  if (part === undefined) return true
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false
  return holds((value as Record<string, unknown>)[String(part)], rest)
}
