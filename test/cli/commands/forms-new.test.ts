import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../../support/test-host.ts'
import { misuse, outcome, rows } from '../../support/outcome.ts'
import { templateNames } from '../../../src/authoring/new-spec.ts'

const create = (words: string, options: Omit<TestHostOptions, 'argv'> = {}) =>
  runInProcess({ argv: `forms new ${words}`, ...options })
const fileIn = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')
const shipped = readFileSync('schemas/spec.schema.json', 'utf8')

describe('formctl forms new, where nobody can be asked,', () => {
  test('writes a spec named by its file, which has no problems', async () => {
    const cwd = temporaryFolder()
    expect(await create('customer-survey.yaml', { cwd })).toMatchObject({ exit: 0, stdout: '' })
    expect(fileIn(cwd, 'customer-survey.yaml')).toMatch(
      /^# yaml-language-server: \$schema=spec\.schema\.json\n[^]*\nname: Customer survey\n/,
    )
    const checked = await runInProcess({ argv: ['forms', 'validate', '.', '--strict'], cwd })
    expect(checked).toEqual({ exit: 0, stdout: '', stderr: '1 form in 1 file: no problems found.\n' })
  })

  test.each([
    ['my.form/survey', 'my.form/survey.yaml'],
    ['survey.yml', 'survey.yml'],
  ])('writes %s as %s', async (word, file) => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'my.form'))
    const { stderr } = await create(word, { cwd })
    expect(stderr).toContain(
      `Wrote ${file}, and spec.schema.json for editors. Next: formctl forms preview ${file} --watch`,
    )
    expect(fileIn(cwd, file)).toContain('name: Survey\n')
    expect((await create(word, { cwd })).stderr).toContain(`${file} exists already`)
  })

  test('names the file by the form, and tells it in JSON', async () => {
    const cwd = temporaryFolder()
    const { stdout } = await create("--name 'Zoë’s survey' --steps 2 -o json", { cwd })
    expect(outputOf('forms-new', stdout)).toMatchObject({
      file: join(cwd, 'zoe-s-survey.yaml'),
      name: 'Zoë’s survey',
      steps: 2,
      types: ['ShortInput', 'MultipleOptionsQuestion', 'IdentityInfo'],
    })
  })

  test('writes a template under its own name, or under the one that is given', async () => {
    const cwd = temporaryFolder()
    expect(await create('--template application', { cwd })).toMatchObject({ exit: 0 })
    expect(fileIn(cwd, 'application.yaml')).toMatch(/\nname: Application\n[^]*\n {6}- type: FileUploader\n/)
    const { stdout } = await create('- --template nps --name Ask', { cwd })
    expect(stdout).toMatch(/\nname: Ask\nsteps:\n/)
  })

  test('ends with the flag that it lacks when it knows neither name nor file', async () => {
    expect(await create('')).toEqual(
      outcome(
        2,
        'error[no-answer]: What is the form called? There is no terminal to ask on: give --name.\n',
        '',
      ),
    )
  })

  test('holds the types that are named, several at once or one by one', async () => {
    const { stdout } = await create("- --with 'Dropdown, LongInput' --with FileUploader")
    const types = Array.from(stdout.matchAll(/type: (\w+)/g), ([, type]) => type)
    expect(types).toEqual([
      'Header',
      'Dropdown',
      'LongInput',
      'NextButton',
      'FileUploader',
      'NextButton',
      'Header',
    ])
  })

  test('replaces no file unless it is forced to', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.yaml'), 'mine')
    expect(await create('a.yaml', { cwd })).toMatchObject(
      outcome(
        3,
        'error[file-exists]: a.yaml exists already. Choose another name, or add --force to replace it.\n',
      ),
    )
    expect(fileIn(cwd, 'a.yaml')).toBe('mine')
    expect((await create('a.yaml --force', { cwd })).exit).toBe(0)
    expect(fileIn(cwd, 'a.yaml')).toContain('name: A\n')
  })

  test.each(
    rows(`
      x.yaml --with Dropdwon | There is no component type "Dropdwon". Did you mean Dropdown?
      x.yaml --with Dropdown,,LongInput | --with has an empty name after "Dropdown". Take the comma out, or write the name.
      x.yaml --with Dropdown --with ' ,LongInput' | --with has an empty name before "LongInput". Take the comma out, or write the name.
      x.yaml --with Dropdown --with ', ' | --with names no component type.
      - --schema beside | A spec on the standard output has nothing beside it: leave out --schema beside.
      - --force | A spec on the standard output replaces nothing: leave out --force.
    `),
  )('with %s is misuse and writes nothing', async (words = '', problem = '') => {
    const cwd = temporaryFolder()
    expect(await create(words, { cwd })).toEqual(misuse(problem))
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('the schema of formctl forms new', () => {
  test('is written beside the spec where that is asked for, and the line names it', async () => {
    const cwd = temporaryFolder()
    await create('forms/a.yaml --schema beside', { cwd }).then(({ exit }) => expect(exit).toBe(3))
    await create('a.yaml --schema beside', { cwd })
    expect(fileIn(cwd, 'a.yaml')).toMatch(/^# yaml-language-server: \$schema=spec\.schema\.json\n/)
    expect(fileIn(cwd, 'spec.schema.json')).toBe(shipped)
  })

  test('is written beside the spec by a program without files', async () => {
    const cwd = temporaryFolder()
    await create('a.yaml', { cwd, schemaFile: undefined })
    expect(fileIn(cwd, 'a.yaml')).toMatch(/^# yaml-language-server: \$schema=spec\.schema\.json\n/)
    expect(fileIn(cwd, 'spec.schema.json')).toBe(shipped)
    const { stdout } = await create('-', { cwd, schemaFile: undefined })
    expect(stdout).toMatch(/^# A form as code/)
    expect((await create('b.yaml --schema shipped', { cwd, schemaFile: undefined })).exit).toBe(2)
  })

  test('takes the place of an older one, and of no other file', async () => {
    const cwd = temporaryFolder()
    const beside = join(cwd, 'spec.schema.json')
    writeFileSync(beside, shipped.replace('GraphicOptions', 'Pictures'))
    expect((await create('a.yaml --schema beside', { cwd })).exit).toBe(0)
    expect(fileIn(cwd, 'spec.schema.json')).toBe(shipped)
    writeFileSync(beside, '{"title":"Mine"}')
    expect((await create('b.yaml --schema beside', { cwd })).exit).toBe(3)
    expect(fileIn(cwd, 'spec.schema.json')).toBe('{"title":"Mine"}')
    expect(readdirSync(cwd).toSorted()).toEqual(['a.yaml', 'spec.schema.json'])
  })

  test('has no line where none is wanted', async () => {
    const { stdout } = await create('- --schema none')
    expect(stdout).not.toContain('$schema')
  })
})

describe('formctl forms new, on a terminal,', () => {
  test('asks for the name, the file and what stands on the form', async () => {
    const cwd = temporaryFolder()
    const answers = ['\n', 'Customer survey\n', '\n', ' \n']
    const { exit, stdout } = await create('', { cwd, isTerminal: true, answers })
    expect([exit, stdout]).toEqual([0, ''])
    const text = fileIn(cwd, 'customer-survey.yaml')
    expect(text).toContain('name: Customer survey\n')
    // The blank took away the first of the usual three.
    expect(text).not.toContain('What do you do?')
    expect(text).toContain('How large is your team?')
  })

  test('offers the forms that can be published as they are', async () => {
    const cwd = temporaryFolder()
    // Down, to the first of them.
    const answers = ['\u001B[B\n', '\n', '\n']
    const { exit, stderr } = await create('', { cwd, isTerminal: true, answers })
    expect([exit, readdirSync(cwd).toSorted()]).toEqual([0, ['spec.schema.json', 'your-feedback.yaml']])
    for (const template of templateNames) expect(stderr).toContain(`${template}: `)
  })

  test('asks for nothing that was given', async () => {
    const cwd = temporaryFolder()
    const words = 'a.yaml --name A --with Dropdown'
    expect((await create(words, { cwd, isTerminal: true, answers: [] })).exit).toBe(0)
    expect(fileIn(cwd, 'a.yaml')).toContain('type: Dropdown')
  })

  test('ends with 130 and writes nothing when the input ends', async () => {
    const cwd = temporaryFolder()
    expect((await create('', { cwd, isTerminal: true, answers: ['A\n'] })).exit).toBe(130)
    expect(readdirSync(cwd)).toEqual([])
  })
})

test('a name that is too long for a form is refused before anything is written', async () => {
  const cwd = temporaryFolder()
  expect(await create(`a.yaml --name ${'x'.repeat(100_000)}`, { cwd })).toEqual(
    misuse('The name of a form is 100000 characters long. Give at most 200.'),
  )
  expect(readdirSync(cwd)).toEqual([])
})
