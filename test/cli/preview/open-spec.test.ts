import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { excerptOf, linesIn, openSpec, type OpenPreview } from '../../../src/cli/preview/open-preview.ts'
import { contextOf } from '../../support/command-context.ts'

const spec = (name: string): string => `name: ${name}
steps:
  - name: One
    components:
      - type: ShortInput
        content: { question: What? }
      - type: NextButton
        content: {}
  - name: Two
    components:
      - type: Header
        content: { title: Bye }
`

async function opened(
  types?: readonly string[],
): Promise<{ readonly path: string; readonly open: OpenPreview }> {
  // Ticks as fast as the file can be looked at.
  const { context } = contextOf({})
  const host = { ...context.host, sleep: () => setImmediate() }
  const path = join(host.files.resolve(), 'a.yaml')
  writeFileSync(path, spec('First'))
  writeFileSync(join(host.files.resolve(), 'vars.yaml'), 'who: all\n')
  const variables = { var: ['what=Nothing'], varFile: ['vars.yaml'] }
  return {
    path,
    open: await openSpec(
      { file: 'a.yaml', look: 'plain', variables, target: types && { address: 'embedded:data', types } },
      { ...context, host },
    ),
  }
}

/** Watches while something is done, until a version was told for it. */
async function told(open: OpenPreview, act: () => void): Promise<number> {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<number>()
  const forget = open.onChange(({ version }) => resolve(version))
  const { version: since } = await open.current()
  const watching = open.watch(since, controller.signal)
  act()
  const version = await promise
  forget()
  controller.abort()
  await watching
  return version
}

describe('a spec that is previewed', () => {
  test('is read anew when its file changed, and not otherwise', async () => {
    const { path, open } = await opened()
    const first = await open.current()
    expect(first).toMatchObject({ version: 1, file: 'a.yaml', forms: [{ id: '1', name: 'First' }] })
    expect(await open.current()).toBe(first)
    writeFileSync(path, spec('Second'))
    expect(await open.current()).toMatchObject({ version: 2, forms: [{ name: 'Second' }] })
  })

  test('that was saved as it was, or with another comment, is the same version', async () => {
    const { path, open } = await opened()
    writeFileSync(path, spec('First'))
    expect((await open.current()).version).toBe(1)
    writeFileSync(path, `${spec('First')}# The end.\n`)
    expect((await open.current()).version).toBe(1)
  })

  test('is one change for all who ask at once', async () => {
    const { path, open } = await opened()
    writeFileSync(path, spec('Second'))
    const versions = (await Promise.all([1, 2, 3].map(() => open.current()))).map(({ version }) => version)
    expect(versions).toEqual([2, 2, 2])
  })

  test.each<[string, (path: string) => void]>([
    ['written to', (path) => writeFileSync(path, spec('Second'))],
    [
      'replaced, as editors do',
      (path) => {
        writeFileSync(`${path}~`, spec('Second'))
        renameSync(`${path}~`, path)
      },
    ],
  ])('is told of when it is %s', async (_how, act) => {
    const { path, open } = await opened()
    expect(await told(open, () => act(path))).toBe(2)
    expect((await open.current()).forms[0]?.name).toBe('Second')
  })

  test('that breaks shows what is wrong and no form, and is whole again when it is mended', async () => {
    const { path, open } = await opened()
    await told(open, () => writeFileSync(path, spec('First').replace('steps', 'setps')))
    expect(await open.current()).toMatchObject({
      isBroken: true,
      forms: [],
      findings: [{ severity: 'error', code: 'misspelt-key', place: 'a.yaml:2:1', help: expect.any(String) }],
    })
    expect(await told(open, () => writeFileSync(path, spec('First')))).toBe(3)
    expect(await open.current()).toMatchObject({ isBroken: false, findings: [] })
  })

  test('that goes is said to be gone', async () => {
    const { path, open } = await opened()
    await told(open, () => rmSync(path))
    expect(await open.current()).toMatchObject({
      isBroken: true,
      findings: [{ code: 'file-not-found', place: 'a.yaml', excerpt: [] }],
    })
  })

  test('has its variables filled in, and follows the files that they come from', async () => {
    const { path, open } = await opened()
    writeFileSync(path, spec('For ${who}, ${what}'))
    expect((await open.current()).forms[0]?.name).toBe('For all, Nothing')
    await told(open, () => writeFileSync(join(path, '../vars.yaml'), 'who: some\n'))
    expect((await open.current()).forms[0]?.name).toBe('For some, Nothing')
    await told(open, () => writeFileSync(join(path, '../vars.yaml'), 'who: [[some]]\n'))
    expect(await open.current()).toMatchObject({
      isBroken: true,
      findings: [{ severity: 'error', place: expect.stringMatching(/^vars\.yaml:1:/) }],
    })
  })

  test('is weighed as the project and its own comments want it, and drawn wherever it can be', async () => {
    const { path, open } = await opened()
    writeFileSync(join(path, '../formctl.yaml'), 'rules:\n  unknown-content-key: error\n')
    writeFileSync(path, spec('First').replace('title: Bye', 'title: Bye, colour: red'))
    expect(await open.current()).toMatchObject({
      isBroken: false,
      findings: [{ code: 'unknown-content-key', severity: 'error' }],
    })
    const silenced = '{ title: Bye, colour: red } # formctl-ignore unknown-content-key'
    writeFileSync(path, spec('First').replace('{ title: Bye }', silenced))
    expect(await open.current()).toMatchObject({ isBroken: false, findings: [] })
  })

  test('for a service that does not have a type is not drawn', async () => {
    const { open } = await opened(['Header', 'NextButton'])
    expect(await open.current()).toMatchObject({
      isBroken: true,
      findings: [{ code: 'unknown-type', severity: 'error', place: 'a.yaml:5:15' }],
    })
  })

  test('with several forms has them all, each with a number', async () => {
    const { path, open } = await opened()
    writeFileSync(path, `${spec('First')}---\n${spec('Second')}`)
    expect((await open.current()).forms.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'First'],
      ['2', 'Second'],
    ])
  })
})

describe('an excerpt', () => {
  const lines = linesIn('one\r\ntwo\nthree\n\tfour 🙂 x\nfive\nsix\n')

  test('shows the line that is meant, marked, and two around it', () => {
    const range = { line: 4, column: 2, endLine: 4, endColumn: 6 }
    expect(excerptOf(range, lines)).toEqual([
      { number: 2, before: 'two', marked: '', after: '' },
      { number: 3, before: 'three', marked: '', after: '' },
      { number: 4, before: '    ', marked: 'four', after: ' 🙂 x' },
      { number: 5, before: 'five', marked: '', after: '' },
      { number: 6, before: 'six', marked: '', after: '' },
    ])
  })

  test('begins and ends with the file', () => {
    const numbers = (line: number) =>
      excerptOf({ line, column: 1, endLine: line, endColumn: 2 }, linesIn('a\nb')).map(({ number }) => number)
    expect([numbers(1), numbers(2)]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  test('marks a blank where something is missing at the end of a line', () => {
    const [line] = excerptOf({ line: 1, column: 4, endLine: 1, endColumn: 4 }, ['one'])
    expect(line).toEqual({ number: 1, before: 'one', marked: ' ', after: '' })
  })

  test('of a line without end is short, and shows what cannot be seen', () => {
    const long = `${'a'.repeat(1000)}\u202Ebad${'b'.repeat(1000)}`
    const [line] = excerptOf({ line: 1, column: 1001, endLine: 1, endColumn: 1005 }, [long])
    expect(line?.marked).toBe(String.raw`\u202ebad`)
    expect([line?.before.length, line?.after.length]).toEqual([160, 160])
  })

  test('of nothing is nothing', () => {
    expect(excerptOf({ line: 1, column: 1, endLine: 1, endColumn: 1 }, [''])).toEqual([])
  })
})
