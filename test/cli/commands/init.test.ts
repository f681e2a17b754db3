import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'

async function init(words: string, options: Omit<TestHostOptions, 'argv'> = {}) {
  const cwd = options.cwd ?? temporaryFolder()
  const ran = await runInProcess({ ...options, cwd, argv: ['init', ...words.split(' ').filter(Boolean)] })
  const file = join(cwd, 'formctl.yaml')
  return { ...ran, cwd, file, text: existsSync(file) ? readFileSync(file, 'utf8') : undefined }
}

const status = async (cwd: string) => {
  const ran = await runInProcess({ cwd, argv: ['status', '-o', 'json'] })
  return outputOf('status', ran.stdout)
}

test('the flags are written with a word on each, and are then in force', async () => {
  const made = await init('--base-url https://forms.example.com --environment env-1 --source-form look-1')
  expect(made).toMatchObject({ exit: 0, stdout: '' })
  expect(made.stderr).toContain('Wrote formctl.yaml. Next: formctl login')
  expect(made.text).toMatch(/^# Settings of formctl[^]*\nbase_url: https:\/\/forms\.example\.com\n/)
  expect(await status(made.cwd)).toMatchObject({
    baseUrl: { value: 'https://forms.example.com', source: 'formctl.yaml' },
    environmentId: { value: 'env-1', source: 'formctl.yaml' },
    sourceFormId: { value: 'look-1', source: 'formctl.yaml' },
  })
})

test('what is not given stands there as a comment, and the file is valid', async () => {
  const made = await init('--base-url https://forms.example.com')
  expect(made.text).toContain('\n# environment: <site-id>\n')
  expect(made.text).toContain('\n# source_form: <form-id>\n')
  expect(await status(made.cwd)).toMatchObject({ environmentId: null, sourceFormId: null })
})

test.each(['12', 'true', '*a', 'a: b', "it's", 'null', '#'])(
  'a value that YAML would take for something else (%s) is read back as it was given',
  async (value) => {
    const cwd = temporaryFolder()
    const argv = ['init', '--base-url', 'https://forms.example.com', '--environment', value]
    expect(await runInProcess({ cwd, argv })).toMatchObject({ exit: 0 })
    expect(await status(cwd)).toMatchObject({ environmentId: { value } })
  },
)

test('on a terminal everything is asked', async () => {
  const answers = ['\u001b[B\n', 'https://forms.example.com\n', 'env-1\n', '\n']
  const made = await init('', { isTerminal: true, answers })
  expect(made.exit).toBe(0)
  expect(await status(made.cwd)).toMatchObject({
    baseUrl: { value: 'https://forms.example.com' },
    environmentId: { value: 'env-1' },
    sourceFormId: null,
  })
})

test('a service in a folder needs no more answers, and the folder is kept out of version control', async () => {
  const made = await init('', { isTerminal: true, answers: ['\n', '\n'] })
  expect(made.text).toContain('\nbase_url: embedded:.formctl\n')
  expect(made.stderr.replaceAll('\n', ' ')).toContain('.gitignore now keeps it out of version control')
  expect(await status(made.cwd)).toMatchObject({
    baseUrl: { value: `embedded:${join(made.cwd, '.formctl')}` },
  })
})

test.each([
  ['without a terminal', '', {}],
  ['under --no-input', '--no-input', { isTerminal: true, columns: 120 }],
])('%s a missing base URL is misuse that names the flag', async (_, words, options) => {
  expect(await init(words, options)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('There is no terminal to ask on: give --base-url.'),
    text: undefined,
  })
})

test('a base URL that cannot be called is refused, and nothing is written', async () => {
  expect(await init('--base-url forms.example.com')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('--base-url cannot be used: it is not an address'),
    text: undefined,
  })
})

test('a file that is there stays, before anything is asked; --force replaces it', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'formctl.yaml'), 'environment: mine\n')
  expect(await init('', { cwd, isTerminal: true, columns: 120 })).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(
      /^error\[settings-exist\]: .* in formctl\.yaml already\. Edit that file, or add --force/,
    ),
    text: 'environment: mine\n',
  })
  expect(await init('--force --base-url https://forms.example.com', { cwd })).toMatchObject({
    exit: 0,
    text: expect.stringContaining('base_url: https://forms.example.com'),
  })
})

test('with --output json the result is one line in its shape', async () => {
  const made = await init('--base-url https://forms.example.com --environment e -o json')
  expect(outputOf('init', made.stdout)).toEqual({
    schema_version: 1,
    file: made.file,
    project: expect.any(String),
    baseUrl: 'https://forms.example.com',
    environmentId: 'e',
  })
})

test.each([
  ['no .gitignore', undefined, '/.formctl/\n'],
  ['one without a line break at its end', 'node_modules', 'node_modules\n/.formctl/\n'],
  ['one that has the folder', '# mine\n.formctl/\n', '# mine\n.formctl/\n'],
])('with %s, the folder of the data is ignored once', async (_, before, after) => {
  const cwd = temporaryFolder()
  const ignored = join(cwd, '.gitignore')
  if (before !== undefined) writeFileSync(ignored, before)
  const made = await init('--base-url embedded:.formctl', { cwd })
  expect(readFileSync(ignored, 'utf8')).toBe(after)
  expect(made.stderr).toContain(
    '.gitignore now keeps it out of version control. Next: formctl forms new survey.yaml writes a first form.',
  )
})

test.each(['https://forms.example.com', 'embedded:.', 'embedded:a b'])(
  'for %s no .gitignore is written',
  async (baseUrl) => {
    const cwd = temporaryFolder()
    await runInProcess({ cwd, argv: ['init', '--base-url', baseUrl] })
    expect(existsSync(join(cwd, '.gitignore'))).toBe(false)
  },
)
