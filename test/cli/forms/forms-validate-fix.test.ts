import {
  chmodSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import schema from '../../../schemas/validate-output.schema.json' with { type: 'json' }
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { misuse, outcome } from '../../support/outcome.ts'

const spec = `# Ours
Steps:
  - name: One
    components:
      - type: shortInput # a box
        content: { question: Who? }
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
theme: dark
name: Survey
`
const fixed = spec.replace('Steps', 'steps').replace('shortInput', 'ShortInput')

const folderWith = (text: string): string => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'a.yaml'), text)
  return cwd
}
const fix = (cwd: string, ...words: readonly string[]): Promise<Ran> =>
  runInProcess({ argv: ['forms', 'validate', 'a.yaml', '--fix', ...words], cwd })

test('a finding with only one possible fix is fixed in the file and reported; the others are reported as without --fix', async () => {
  const cwd = folderWith(spec)
  expect(await fix(cwd)).toEqual(
    outcome(
      0,
      'Fixed a.yaml:2:1 misspelt-key: wrote `steps` for `Steps`.\nFixed a.yaml:5:15 unknown-type: wrote `ShortInput` for `shortInput`.\n1 warning in 1 file.\n',
      /^warning\[ignored-key\].*\n +--> a\.yaml:11:1\n[^[]*$/,
    ),
  )
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(fixed)
  expect(readdirSync(cwd)).toEqual(['a.yaml'])
})

test('each kind of fix is reported with what was done', async () => {
  const text = `name: Survey
steps:
  - name: One
    components:
      - type: IdentityInfo
        content:
          fields: [{ name: firstName, type: text, required: true, label: Name }]
      - type: "dropdown"
        content: { question: 5, options: [A, B], choices: [A, B] }
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
`
  const { stderr } = await fix(folderWith(text))
  expect(stderr.split('\n').filter((line) => line.startsWith('Fixed'))).toEqual([
    'Fixed a.yaml:7:22 old-identity-field: wrote `key` for `name` and removed `type`.',
    'Fixed a.yaml:8:15 unknown-type: wrote `"Dropdown"` for `"dropdown"`.',
    'Fixed a.yaml:9:30 wrong-type: wrote `"5"` for `5`.',
    'Fixed a.yaml:9:50 duplicate-alias: removed `choices`.',
  ])
})

test('-o json lists the fixed findings, as its schema says', async () => {
  const { stdout, stderr } = await fix(folderWith(spec), '-o', 'json')
  const value = JSON.parse(stdout)
  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)
  expect(isValid(value)).toBe(true)
  expect(value).toMatchObject({
    files: [
      {
        findings: [{ code: 'ignored-key' }],
        fixed: [{ code: 'misspelt-key', line: 2 }, { code: 'unknown-type' }],
      },
    ],
  })
  expect(stderr).toBe('')
})

test('a file without a finding to fix is not written', async () => {
  const cwd = folderWith(fixed)
  const before = statSync(join(cwd, 'a.yaml'))
  await fix(cwd)
  expect(statSync(join(cwd, 'a.yaml')).ino).toBe(before.ino)
})

test('permissions stay, and a link leads to the fixed file', async () => {
  const cwd = folderWith(spec)
  chmodSync(join(cwd, 'a.yaml'), 0o640)
  symlinkSync('a.yaml', join(cwd, 'b.yaml'))
  await runInProcess({ argv: ['forms', 'validate', 'b.yaml', '--fix'], cwd })
  expect(lstatSync(join(cwd, 'b.yaml')).isSymbolicLink()).toBe(true)
  expect(statSync(join(cwd, 'a.yaml')).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(fixed)
})

test('a file that cannot be written stays unchanged, and its findings are reported', async () => {
  const cwd = temporaryFolder()
  const name = 'link.yaml'
  const outside = join(temporaryFolder(), 'theirs.yaml')
  writeFileSync(outside, spec)
  symlinkSync(outside, join(cwd, name))
  const ran = await runInProcess({ argv: ['forms', 'validate', name, '--fix'], cwd })
  expect(ran).toMatchObject({ exit: 3, stdout: expect.stringContaining('error[misspelt-key]') })
  expect(ran.stderr).toMatch(
    /^1 error, 2 warnings in 1 file\.\nerror\[file-unwritable\]: link\.yaml cannot be written: .*\n$/,
  )
  expect(readFileSync(join(cwd, name), 'utf8')).toBe(spec)
})

test('--fix refuses the standard input', async () => {
  expect(await runInProcess({ argv: 'forms validate - --fix', stdin: spec })).toEqual(
    misuse('--fix changes files, and the standard input is not a file. Name the file.'),
  )
})

test('of very many fixed findings, the first 50 are listed and the others are counted', async () => {
  const steps = Array.from(
    { length: 60 },
    (_, i) => `  - { Name: S${i}, components: [{ type: NextButton, content: {} }] }\n`,
  )
  const { stderr } = await fix(folderWith(`name: a\nsteps:\n${steps.join('')}`))
  expect(stderr.match(/^Fixed a\.yaml/gm)).toHaveLength(50)
  expect(stderr).toContain('\n10 more findings fixed.\n')
})
