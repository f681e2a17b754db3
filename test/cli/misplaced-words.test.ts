import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const said = async (argv: readonly string[], cwd?: string): Promise<string> => {
  const { exit, stdout, stderr } = await runInProcess({ argv, ...(cwd !== undefined && { cwd }) })
  expect([exit, stdout]).toEqual([2, ''])
  return stderr
}

test.each([
  [
    'responses get --all --format csv',
    "Unknown option '--format'. formctl responses export has it; here -o tells how results are printed: table, json, ndjson, yaml, csv.",
  ],
  [
    'responses get --all --out=a.csv',
    "Unknown option '--out=…'. formctl responses export has it; what is printed here goes into a file by > and its name.",
  ],
  [
    'responses stats --all --format json',
    "Unknown option '--format'. formctl responses export has it; here -o tells how results are printed: table, json, yaml.",
  ],
  [
    'responses get --all --timezone UTC',
    "Unknown option '--timezone'. formctl responses export and formctl responses stats have it.",
  ],
  ['responses export --all --limit 3', "Unknown option '--limit'. formctl responses get has it."],
  [
    'responses stats --all --redact a=drop',
    "Unknown option '--redact'. formctl responses get and formctl responses export have it.",
  ],
  ['responses get --all --formt csv', "Unknown option '--formt' (Did you mean --form?)."],
])('formctl %s tells who has the option', async (words, sentence) => {
  const command = words.split(' ').slice(0, 2).join(' ')
  expect(await said(words.split(' '))).toBe(`error: ${sentence} See formctl ${command} --help.\n`)
})

test('a file behind no option is told to stand behind --from', async () => {
  const cwd = temporaryFolder()
  for (const name of ['num.json', 'my reply.json']) writeFileSync(join(cwd, name), '{"data":[]}')
  for (const command of ['export', 'stats'])
    expect(await said(['responses', command, 'num.json'], cwd)).toBe(
      `error: Too many arguments for '${command}'. Expected 0 arguments but got 1: num.json. A saved reply is read by --from num.json. See formctl responses ${command} --help.\n`,
    )
  expect(await said(['responses', 'export', 'my reply.json'], cwd)).toContain('--from "my reply.json"')
  expect(await said(['responses', 'get', 'num.json'], cwd)).toBe(
    'error: num.json is a file, where the id of a response is taken. A saved reply is read by --from num.json.\n',
  )
  expect(await said(['responses', 'get', 'num.json', 'my reply.json'], cwd)).toContain('by --from num.json.')
  expect(await said(['responses', 'export', '--from', 'num.json', 'my reply.json'], cwd)).toContain(
    'One run reads one saved reply',
  )
  expect(await said(['responses', 'export', 'none.json'], cwd)).not.toContain('--from')
})
