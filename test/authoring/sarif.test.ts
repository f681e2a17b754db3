import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { sarif } from '../../src/authoring/report-formats.ts'
import { codes } from '../../src/authoring/codes.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import type { PlacedFinding } from '../../src/authoring/yaml/lines.ts'
import manifest from '../../package.json' with { type: 'json' }
import { reportOf, scene } from './findings.ts'

// The published schema is of draft-04, which differs here only in the name of its id; one of its patterns needs the older regular
// expressions, and Ajv knows no formats by itself.
const {
  id,
  $schema: _,
  ...published
} = JSON.parse(readFileSync('fixtures/sarif/sarif-schema-2.1.0.json', 'utf8'))
const isValid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile({
  $id: id,
  ...published,
})

type Log = ReturnType<typeof JSON.parse>

function checked(...given: Parameters<typeof sarif>): Log {
  const log = JSON.parse(sarif(...given))
  isValid(log)
  expect(isValid.errors).toBeNull()
  return log
}

const resultsOf = (...changes: Partial<PlacedFinding>[]): Log =>
  checked([reportOf(changes)], scene).runs[0].results

test('the schema refuses what is no SARIF', () => {
  expect(isValid({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false)
})

describe('as the published schema says', () => {
  test.each(readdirSync('fixtures/specs'))('the findings of %s', (rule) => {
    const bytes = readFileSync(resolve('fixtures/specs', rule, 'bad.yaml'))
    const file = join('fixtures/specs', rule, 'bad.yaml')
    const { findings } = checkSpec(bytes)
    const [run] = checked([{ file, text: '', findings }], scene).runs
    expect(run.results).toHaveLength(findings.length)
    const { rules } = run.tool.driver
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex].id).toBe(ruleId)
  })

  test('whatever the author wrote', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (message, file) => {
          const [run] = checked([reportOf([{ message, path: [message, 0] }], file)], scene).runs
          const { uri } = run.results[0].locations[0].physicalLocation.artifactLocation
          expect(uri).toMatch(/^[!-~]+$/)
        },
      ),
    )
  })
})

test('every rule is told with its severity, whether it was broken or not', () => {
  const { driver } = checked([], scene).runs[0].tool
  expect(driver).toMatchObject({ name: 'formctl', semanticVersion: manifest.version })
  expect(driver.rules.map((rule: Log) => rule.id)).toEqual([...codes.keys()])
  expect(driver.rules.find((rule: Log) => rule.id === 'unknown-type')).toMatchObject({
    defaultConfiguration: { level: 'warning' },
    shortDescription: { text: expect.stringMatching(/^[A-Z][^.]*\.$/) },
    help: { markdown: expect.stringContaining('Wrong:\n```yaml\nname: ') },
  })
})

test('a finding is its sentences, its place in UTF-16 units and its path', () => {
  const log = checked([reportOf([{ path: ['steps', 0, 'name'] }])], scene)
  expect(log.runs[0].columnKind).toBe('utf16CodeUnits')
  expect(log.runs[0].results).toEqual([
    {
      ruleId: 'some-code',
      ruleIndex: expect.any(Number),
      level: 'error',
      message: { text: 'Something is wrong. Mend it.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 1, startColumn: 7, endLine: 1, endColumn: 10 },
          },
          logicalLocations: [{ fullyQualifiedName: 'steps[0].name' }],
        },
      ],
    },
  ])
})

test.each([
  ['forms/a b.yaml', { uri: 'forms/a%20b.yaml', uriBaseId: '%SRCROOT%' }],
  ['100%/ä#1.yaml', { uri: '100%25/%C3%A4%231.yaml', uriBaseId: '%SRCROOT%' }],
  ['<stdin>', { uri: '%3Cstdin%3E', uriBaseId: '%SRCROOT%' }],
  ['a:b.yaml', { uri: 'a%3Ab.yaml', uriBaseId: '%SRCROOT%' }],
  ['/elsewhere/a.yaml', { uri: 'file:///elsewhere/a.yaml' }],
  ['C:/forms/a.yaml', { uri: 'file:///C:/forms/a.yaml' }],
])('the file %s is at %j', (place, location) => {
  const report = { ...reportOf([{}]), place }
  const [result] = checked([report], scene).runs[0].results
  expect(result.locations[0].physicalLocation.artifactLocation).toEqual(location)
})

test('what a fix changes is told as replacements of what is deleted', () => {
  const edits = [
    { start: 0, end: 4, text: 'title' },
    { start: 4, end: 9, text: '' },
  ]
  const [{ fixes }] = resultsOf({ edits })
  expect(fixes[0].artifactChanges[0].replacements).toEqual([
    {
      deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 5 },
      insertedContent: { text: 'title' },
    },
    { deletedRegion: { startLine: 1, startColumn: 5, endLine: 1, endColumn: 10 } },
  ])
  expect(resultsOf({})[0]).not.toHaveProperty('fixes')
})

test('a file that cannot be read makes the run an unsuccessful one', () => {
  const [{ invocations }] = checked([], { ...scene, unread: ['b.yaml does not exist.'] }).runs
  expect(invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'b.yaml does not exist.' } }],
    },
  ])
})

test('all findings are told, however many a file has', () => {
  expect(resultsOf(...Array.from({ length: 80 }, () => ({})))).toHaveLength(80)
})
