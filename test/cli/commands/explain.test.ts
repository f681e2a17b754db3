import { expect, test } from 'vitest'
import { failures } from '../../../src/failure/failure.ts'
import { codes } from '../../../src/authoring/codes.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'
import { misuse } from '../../support/outcome.ts'

const explain = (...words: readonly string[]): Promise<Ran> => runInProcess({ argv: ['explain', ...words] })
const all = [...codes.keys(), ...Object.keys(failures)]

test('every code stands in the list, in groups, with a short sentence in at most 80 columns', async () => {
  const { stdout, exit } = await explain()
  expect(exit).toBe(0)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  const groups = stdout.split('\n\n').map((group) => group.replaceAll(/\n {4,}/g, ' '))
  expect(groups.map((group) => /^[A-Z][^.(]+/.exec(group)?.[0])).toEqual([
    'An error: the service refuses such a form',
    'A warning; an error where the service is known to be a server of formctl',
    'A warning: the service accepts such a form, but it is probably a mistake',
    'A note: the form may be right as it is',
    'An error: the file cannot be used until it is corrected',
    'A failure: why a command ended, and with which exit code',
    'Codes with ',
  ])
  const rows = groups.slice(0, -1).flatMap((group) => group.trimEnd().split('\n').slice(1))
  expect(rows).toHaveLength(all.length)
  expect(new Set(rows.map((row) => row.trim().split(' ')[0]))).toEqual(new Set(all))
  for (const row of rows) expect(row).toMatch(/^ {2}\S+ +[A-Z`].{8,}\.$/)
  // No sentence is cut inside its brackets.
  for (const row of rows) expect(row.split('(').length).toBe(row.split(')').length)
})

test('which codes --fix mends is told in the list, on their pages and in their JSON; so do fixtures show it', async () => {
  const mended = [...codes].filter(([, { hasFix }]) => hasFix).map(([code]) => code)
  const list = (await explain()).stdout.replaceAll(/\n {4,}/g, ' ')
  const listed = Array.from(list.matchAll(/^ {2}(\S+) .* \(--fix\)\.$/gm), ([, code]) => code)
  expect(new Set(listed)).toEqual(new Set(mended))
  const seen = new Set<string>()
  // Other capitals and another notation are corrected; what is only alike, as in some fixtures, is proposed.
  const more = `source_form_id: a
NAME: Survey
settings: { response_limit: 3 }
steps:
  - name: A
    components:
      - { type: dropdown, content: { question: Q, Options: [a, b], is_multi: true } }
      - { type: ShortInput, content: { question: Q, Placeholder: x } }
      - { type: IdentityInfo, content: { fields: [{ key: firstName, label: F }, { key: Lastname, label: L, revealAfter: FirstName }] } }
      - { type: NextButton, content: { label: A, buttonText: A } }
  - name: B
    components: [{ type: Header, content: { title: Hi } }]
`
  for (const code of mended) {
    expect((await explain(code)).stdout).toContain('forms validate --fix corrects it')
    const argv = ['forms', 'validate', `fixtures/specs/${code}/bad.yaml`, '-', '-o', 'json']
    const { stdout } = await runInProcess({ argv, cwd: '.', stdin: more })
    const { files } = JSON.parse(stdout) as { files: { findings: object[] }[] }
    for (const finding of files.flatMap(({ findings }) => findings))
      if ('fix' in finding && 'code' in finding) seen.add(String(finding.code))
  }
  expect([...seen].toSorted()).toEqual(mended.toSorted())
  expect((await explain('too-few')).stdout).not.toContain('--fix')
})

test('without a code the JSON holds every page', async () => {
  const { stdout } = await explain('-o', 'json')
  expect(outputOf('explain', stdout)).toMatchObject({ pages: all.map((code) => ({ code })) })
})

test.each(all)('the page of %s says what it means, and comes as JSON in its shape', async (code) => {
  const [text, json] = [await explain(code), await explain(code, '-o', 'json')]
  expect(text.stdout).toMatch(new RegExp(`^${code}: An? .*\\.\n\n[A-Z\`]`))
  // A terminal has no links.
  expect(text.stdout).not.toMatch(/\.md#|\]\([^h]/)
  expect(outputOf('explain', json.stdout)).toMatchObject({
    pages: [{ code, text: expect.stringMatching(/\.$/) }],
  })
})

test('the page of a finding shows a spec wrong, what is reported of it, and the spec right', async () => {
  const { stdout } = await explain('yaml-dash')
  expect(stdout).toMatch(
    /\nWrong\n[^]*\n {2}-name: Questions\n[^]*\nReported\nerror\[yaml-dash\][^]*\nRight\n[^]*\n {2}- name: Questions\n/,
  )
})

test('what may be set and silenced is told with how', async () => {
  expect((await explain('empty-text')).stdout).toContain('"# formctl-ignore empty-text"')
  expect((await explain('wrong-type')).stdout).toContain(
    'Before forms are created, it is an error all the same.',
  )
  expect((await explain('yaml-tab')).stdout).not.toContain('formctl-ignore')
})

test('prose fits the terminal, and examples are left as they are', async () => {
  const { stdout } = await runInProcess({ argv: ['explain', 'misspelt-key'], isTerminal: true, columns: 40 })
  const [prose = ''] = stdout.split('\nWrong\n')
  expect(Math.max(...prose.split('\n').map((line) => line.length))).toBeLessThanOrEqual(44)
})

test.each([
  ['error[wrong-type]', 'wrong-type'],
  ['WRONG-TYPE', 'wrong-type'],
])('%s, as a report has it, is a code too', async (word, code) => {
  expect((await explain(word)).stdout).toMatch(new RegExp(`^${code}:`))
})

test('what a failure prints for people can be pasted, and its page names the same exit code', async () => {
  const failed = await runInProcess({ argv: ['forms', 'validate', 'nope.yaml'] })
  const [printed = ''] = failed.stderr.split(': ')
  expect((await explain(printed)).stdout).toMatch(
    new RegExp(`^file-not-found: A failure; the command ends with ${failed.exit}\\.`),
  )
})

test('an exit code is explained, with the codes that end with it', async () => {
  const { stdout, exit } = await explain('6')
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^Exit code 6: the service refused the request\.\n\nIn a script: stop/)
  const listed = Array.from(stdout.matchAll(/^ {2}(\S+) /gm), ([, code]) => code)
  const ending = Object.entries(failures).filter(([, failure]) => failure.exit === 6)
  expect(listed).toEqual(ending.map(([code]) => code))
})

test.each([...new Set([0, ...Object.values(failures).map(({ exit }) => exit)])])(
  'exit code %i has a page, which comes as JSON in its shape',
  async (exit) => {
    const word = String(exit)
    expect((await explain(word)).stdout).toMatch(new RegExp(`^Exit code ${word}: [a-z].*\\.\n`))
    const ending = Object.entries(failures).filter(([, failure]) => failure.exit === exit)
    expect(outputOf('explain', (await explain(word, '-o', 'json')).stdout)).toEqual({
      schema_version: 1,
      pages: [
        { code: word, kind: 'exit', exit, text: expect.any(String), codes: ending.map(([code]) => code) },
      ],
    })
  },
)

test.each([
  ['wrong-typ', 'Did you mean wrong-type?'],
  ['toString', 'formctl explain lists them.'],
  ['42', 'formctl explain lists them.'],
])('%s is no code, which is said with what to do', async (word, help) => {
  expect(await explain(word)).toEqual(misuse(`There is no code "${word}". ${help}`))
})
