import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeType, exampleContent, identityKeys, contentShape, typeNames } from '../../src/form/schema.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { noEditor, openEditor, type Editor } from '../support/editor.ts'

const suite = noEditor === undefined ? describe : describe.skip

const modeline = '# yaml-language-server: $schema=spec.schema.json\n'
const form = `${modeline}name: Survey
steps:
  - name: Welcome
    components:
      - type: Header
        content:
          title: Hello
      - type: NextButton
        content:
          buttonText: Begin
  - name: Questions
    components:
      - type: Disclaimer
        content:
          text: We keep no answers.
`
const component = (type: string, content: string): string =>
  `${form}      - type: ${type}\n        content:\n${content.replaceAll(/^/gm, ' '.repeat(10))}`

suite(`A spec in an editor${noEditor === undefined ? '' : ` (skipped: ${noEditor})`}`, () => {
  let editor: Editor
  beforeAll(async () => {
    editor = await openEditor('schemas')
  })

  test('has its types completed, each with what it is and what other tools call it', async () => {
    const offers = await editor.complete(`${form}      - type: ‸`)
    expect(offers.map(({ label, says }) => [label, says.split(' Elsewhere: ', 1)[0]])).toEqual(
      typeNames.map((type) => [type, describeType(type)]),
    )
    expect(offers[0]?.says).toContain('short_text (Typeform)')
  })

  test.each(typeNames)('has the keys of a %s completed, each with what it is', async (type) => {
    const offers = await editor.complete(component(type, '‸'))
    const labels = offers.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining([...contentShape(type).keys]))
    for (const { says } of offers.filter(({ label }) => contentShape(type).keys.includes(label)))
      expect(says).toMatch(/\.$/)
    const own = new Set(contentShape(type).keys)
    expect(['title', 'text', 'rows'].filter((key) => labels.includes(key) && !own.has(key))).toEqual([])
  })

  test.each(typeNames)('has a whole %s offered, with the example of the schema', async (type) => {
    const offers = await editor.complete(component(type, '‸'))
    const example = offers.find(({ label }) => label === 'an example')
    const inserted = (example?.inserts ?? '').replaceAll(/\$\{\d+:(.*?)\}/g, '$1')
    const { findings, forms } = checkSpec(Buffer.from(component(type, inserted)))
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(forms[0]?.value).toMatchObject({
      steps: [{}, { components: [{}, { type, content: exampleContent(type) }] }],
    })
  })

  test('has no key completed that is there already', async () => {
    const offers = await editor.complete(component('Dropdown', 'options: [a]\n‸'))
    expect(offers.map(({ label }) => label)).not.toContain('options')
  })

  test('has identity keys and yes or no completed', async () => {
    const keys = await editor.complete(component('IdentityInfo', 'fields:\n  - key: ‸'))
    expect(keys.map(({ label }) => label)).toEqual(identityKeys)
    const flags = await editor.complete(component('Dropdown', 'isMulti: ‸'))
    expect(flags.map(({ label }) => label)).toEqual(['true', 'false'])
  })

  test.each([
    ['a type', `${form}      - type: Drop‸down`, 'One or several options from a list.'],
    ['a step', `${modeline}name: x\nst‸eps:\n`, 'The pages of the form, in order; at least two.'],
    [
      'the content of a type',
      `${form}      - type: Dropdown\n        con‸tent:\n          options: [a]`,
      'One or several options from a list.',
    ],
    ['a key', component('Dropdown', 'opt‸ions: [a]'), 'The options; at least one.'],
    ['another name of a key', component('Dropdown', 'cho‸ices: [a]'), 'Another name for options.'],
    [
      'a key of an identity field',
      component('IdentityInfo', 'fields:\n  - reveal‸After: x'),
      'The key of another field.',
    ],
  ])('tells what %s is where the pointer rests', async (_what, text, said) => {
    expect(await editor.hover(text)).toContain(said)
  })

  test.each([['beside'], ['shipped']])(
    'is as new, with its schema %s, and nothing is remarked',
    async (place) => {
      const cwd = temporaryFolder()
      const schemaFile = join(cwd, 'node_modules/formctl/schemas/spec.schema.json')
      cpSync('schemas/spec.schema.json', schemaFile)
      await runInProcess({ argv: ['forms', 'new', 'a.yaml', '--schema', place], cwd, schemaFile })
      const text = readFileSync(join(cwd, 'a.yaml'), 'utf8')
      const opened = await openEditor(cwd)
      expect(await opened.diagnose(text)).toEqual([])
      expect(await opened.diagnose(text.replace('ShortInput', 'ShortInpt'))).toHaveLength(1)
    },
  )

  const fixture = (code: string, name: string): string =>
    modeline + readFileSync(join('fixtures/specs', code, name), 'utf8')
  const linesOf = (found: readonly { readonly line: number }[]): readonly number[] =>
    [...new Set(found.map(({ line }) => line))].toSorted((a, b) => a - b)

  test.each(readdirSync('fixtures/specs'))('has nothing remarked where %s is mended', async (code) => {
    expect(await editor.diagnose(fixture(code, 'good.yaml'))).toEqual([])
  })

  test.each([
    'ignored-key',
    'missing-key',
    'missing-one-of',
    'not-one-of',
    'unknown-content-key',
    'unknown-key',
    'unknown-type',
    'wrong-type',
  ])('has %s remarked at just the lines of the lint', async (code) => {
    const bad = fixture(code, 'bad.yaml')
    expect(linesOf(await editor.diagnose(bad))).toEqual(linesOf(checkSpec(Buffer.from(bad)).findings))
  })

  // Here a schema has several remarks of one cause: what is missing, and what is not known.
  test.each(['misspelt-key', 'old-identity-field', 'too-few'])('has %s remarked', async (code) => {
    expect(await editor.diagnose(fixture(code, 'bad.yaml'))).not.toEqual([])
  })
})
