import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startsEarly } from '../../../src/cli/host/early-thread.ts'
import { leastLeft } from '../../../src/export/leap/least-left.ts'
import { temporaryFolder } from '../../support/test-host.ts'

describe('the thread of an export starts with the program', () => {
  let cwd: string
  const starts = (line: string): boolean =>
    startsEarly(line.replaceAll('@', `${cwd}/`).split(' ').filter(Boolean))
  beforeAll(() => {
    cwd = temporaryFolder()
    for (const [name, size] of [
      ['large.json', leastLeft],
      ['large.ndjson', leastLeft],
      ['small.json', leastLeft - 1],
    ] as const) {
      writeFileSync(join(cwd, name), '')
      truncateSync(join(cwd, name), size)
    }
    mkdirSync(join(cwd, 'folder'))
  })

  test.each([
    'responses export --from @large.json --out a.csv',
    'responses export --out=a.csv --from=@large.json',
    'responses export --from @large.json --out a.csv --manifest a.json',
    'responses export --from @large.json --out a.csv --where a=1',
    '-o json responses export --from @large.json --format ndjson --out a',
  ])('where it will be needed: %s', (line) => {
    expect(starts(line)).toBe(true)
  })

  test.each([
    'responses export --from @small.json --out a.csv',
    'responses export --from @missing.json --out a.csv',
    'responses export --from @folder --out a.csv',
    `responses export --from @${'long'.repeat(2000)} --out a.csv`,
    'responses export --from - --out a.csv',
    'responses export --from @large.json',
    'responses export --from @large.json --out -',
    'responses export --from @large.json --out',
    'responses export --out a.csv --from',
    'responses export --from @large.json --out a.csv --form f1',
    'responses export --from @large.json --out a.csv --since=2026-01-01',
    'responses export --from @large.json --columns-file c.yaml --check --out a.csv',
    'responses export --from @large.json --out a.ndjson --where a=1',
    'responses export --from @large.json --out a.json --redact=ip=drop',
    'responses export --from @large.json --out a.csv --help',
    'responses export --from @large.json --out a.csv --multi columns',
    'responses export --from @large.ndjson --out a.csv',
    'responses export --form f1 --out a.csv',
    'responses stats --from @large.json --out a.csv',
    'forms export --from @large.json --out a.csv',
    '',
  ])('and not where it is not: %s', (line) => {
    expect(starts(line)).toBe(false)
  })
})
