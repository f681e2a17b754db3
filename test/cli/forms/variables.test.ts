import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { holding, misuse, outcome } from '../../support/outcome.ts'

const spec = `vars:
  customer: a default
name: Survey for \${customer}
steps:
  - name: A
    components:
      - { type: ShortInput, content: { question: Who? } }
      - { type: NextButton, content: { label: Next } }
  - name: B
    components:
      - { type: Header, content: { title: Thanks } }
`

const files: Readonly<Record<string, string>> = {
  'spec.yaml': spec,
  'open.yaml': spec.replace('customer: a default', 'customer:'),
  'one.yaml': 'customer: the first file\n',
  'two.json': '{"customer": "the second file"}',
  'empty.yaml': '',
  'bad.yaml': 'customer: [[Acme]]\n',
  'name.yaml': 'customer: Acme\n"a b": c\n',
}

function run(words: string, options: { readonly env?: Readonly<Record<string, string>> } = {}): Promise<Ran> {
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return runInProcess({ argv: ['forms', ...words.split(' ')], cwd, ...options })
}

const env = { FORMCTL_VAR_CUSTOMER: 'the environment' }

test.each([
  ['the default of the spec', '', {}, 'a default'],
  ['the environment before it', '', { env }, 'the environment'],
  ['a file before both', '--var-file one.yaml', { env }, 'the first file'],
  ['the later of two files', '--var-file one.yaml --var-file two.json', { env }, 'the second file'],
  ['an option before all', '--var customer=the-option --var-file one.yaml', { env }, 'the-option'],
  ['the later of two options', '--var customer=1 --var customer=2', {}, '2'],
  ['an option with = in its text', '--var customer=a=b', {}, 'a=b'],
  ['an empty option', '--var customer=', { env }, ''],
  ['a default where the environment is empty', '', { env: { FORMCTL_VAR_CUSTOMER: '' } }, 'a default'],
  ['a default where a file is empty', '--var-file empty.yaml', {}, 'a default'],
])('the text of a variable is %s', async (_, words, options, expected) => {
  const { exit, stdout } = await run(
    `generate spec.yaml --dry-run --source-form s ${words}`.trimEnd(),
    options,
  )
  expect([exit, JSON.parse(stdout)]).toMatchObject([0, { name: `Survey for ${expected}` }])
  expect(stdout).not.toContain('vars')
})

test('validate and generate ask for the same, and say what is missing at its place', async () => {
  const missing = expect.stringContaining(
    'error[missing-variable]: The variable "customer" has no value.\n --> open.yaml:3:18\n',
  )
  expect(await run('validate open.yaml')).toMatchObject({ exit: 1, stdout: missing })
  expect(await run('generate open.yaml --dry-run --source-form s')).toMatchObject(outcome(1, missing, ''))
  expect(await run('validate open.yaml --strict --var customer=Acme')).toMatchObject({ exit: 0, stdout: '' })
  expect(await run('validate open.yaml', { env })).toMatchObject({ exit: 0, stdout: '' })
})

test.each([
  ['without a value', '--var customer', '--var customer has no value. Write --var customer=<text>.'],
  ['without a name', '--var =x', '--var =x: "" cannot be the name of a variable.'],
  ['with a name that is none', '--var a:b=c', '--var a:b=c: "a:b" cannot be the name of a variable.'],
])('an option %s is misuse', async (_, words, problem) => {
  expect(await run(`validate spec.yaml ${words}`)).toEqual(misuse(problem))
})

test('an option that no spec uses is warned of, with the name that was probably meant', async () => {
  const sum = '1 form in 1 file: no problems found.\n'
  const warning = 'warning: No spec uses the variable custmer of --var. Did you mean customer?\n'
  const ran = await run('validate spec.yaml --var custmer=Acme')
  expect(ran).toEqual({ exit: 0, stdout: '', stderr: sum + warning })
  const json = await run('validate spec.yaml --var custmer=Acme -o json')
  expect(json.stderr).toBe('')
})

test('a file of variables is read as strictly as a spec, and its faults hide no others', async () => {
  const { exit, stdout } = await run('validate spec.yaml open.yaml --var-file bad.yaml')
  expect(exit).toBe(1)
  expect(stdout).toContain(
    'error[variable-value]: A variable is a text, a number, true, false or a list of these, and "customer" is a list of other things.\n --> bad.yaml:1:11\n',
  )
  expect(stdout).not.toContain('missing-variable')
  const generated = await run('generate spec.yaml --dry-run --source-form s --var-file bad.yaml')
  expect(generated).toMatchObject(outcome(1, holding('1 error in 1 file: nothing was sent'), ''))
  const warned = await run('generate spec.yaml --dry-run --source-form s --var-file name.yaml')
  expect(warned).toMatchObject({ exit: 0, stderr: expect.stringContaining('warning[variable-name]') })
})

test('a file of variables that is not there is named', async () => {
  expect(await run('validate spec.yaml --var-file nope.yaml')).toEqual(
    outcome(3, 'error[file-not-found]: nope.yaml does not exist. Check the name and the folder.\n', ''),
  )
})
