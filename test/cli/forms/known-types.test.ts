import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { typeNames } from '../../../src/form/schema.ts'
import { routes, type Service } from '../../../src/wire/wire.ts'
import { env, made, spec } from '../../support/generating.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const rating = spec('A').replace('ShortInput', 'Carousel')
const hinted = spec('A').replace('Who?"', 'Who?", hint: "Your name"')

function folderOf(text: string): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'a.yaml'), text)
  return cwd
}

const embedded = { FORMCTL_BASE_URL: 'embedded:data' }

const said = ({ exit, stdout, stderr }: Ran): object => ({
  exit,
  found: /(error|warning)\[.*?\]: .*/.exec(stdout + stderr)?.[0],
  place: /--> .*/.exec(stdout + stderr)?.[0],
})

describe('where the service of the settings is ours, every command gives one verdict', () => {
  const commands = ['validate', 'apply --dry-run', 'apply', 'generate', 'generate --dry-run']
  test.each(commands)('forms %s refuses a type that it does not have, at its line', async (words) => {
    const ran = await runInProcess({
      argv: ['forms', ...words.split(' '), 'a.yaml'],
      cwd: folderOf(rating),
      env: embedded,
    })
    expect(said(ran)).toEqual({
      exit: 1,
      found: 'error[unknown-type]: The service has no component type "Carousel".',
      place: '--> a.yaml:5:15',
    })
  })

  test.each(commands)('forms %s refuses a content key that has no effect there', async (words) => {
    const ran = await runInProcess({
      argv: ['forms', ...words.split(' '), 'a.yaml'],
      cwd: folderOf(hinted),
      env: embedded,
    })
    expect(said(ran)).toEqual({
      exit: 1,
      found: 'error[unknown-content-key]: ShortInput has no key "hint": it would have no effect.',
      place: '--> a.yaml:6:38',
    })
  })

  test('a content key that the project allows is sent', async () => {
    const cwd = folderOf(hinted)
    writeFileSync(join(cwd, 'formctl.yaml'), 'rules:\n  unknown-content-key: warning\n')
    expect(await runInProcess({ argv: ['forms', 'generate', 'a.yaml'], cwd, env: embedded })).toMatchObject({
      exit: 0,
    })
  })
})

describe('a service behind an address is asked when something hangs on its types', () => {
  const asked: string[] = []
  const serving =
    (componentTypes: unknown): Service =>
    async ({ path }) => {
      asked.push(path)
      return replyOf(path === routes.wellKnown ? { body: { extensions: [], componentTypes } } : made('f1'))
    }
  const runAt = (words: string, text: string, types: unknown): Promise<Ran> => {
    asked.length = 0
    return runInProcess({
      argv: ['forms', ...words.split(' '), 'a.yaml'],
      cwd: folderOf(text),
      env,
      service: serving(types),
    })
  }

  test.each(['apply', 'apply --dry-run', 'generate'])('%s: a type it lacks is an error', async (words) => {
    expect(await runAt(words, rating, typeNames)).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('error[unknown-type]: The service has no component type "Carousel".'),
    })
    expect(asked).toEqual([routes.wellKnown])
  })

  test('the types that it announces are the ones suggested', async () => {
    const ran = await runAt('apply', rating.replace('Carousel', 'Carousl'), ['ShortInput', 'Carousel'])
    expect(ran.exit).toBe(1)
    expect(ran.stderr).toContain('help: Did you mean "Carousel"?')
    expect(ran.stderr).toMatch(
      /no component type "NextButton"\.\n[^]*help: Use one of ShortInput, Carousel\./,
    )
  })

  test('but not by generate --dry-run, which sends nothing and so warns', async () => {
    expect(await runAt('generate --dry-run', rating, typeNames)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('warning[unknown-type]: formctl knows no component type "Carousel"'),
    })
    expect(asked).toEqual([])
  })

  test('a type that it announces is no finding', async () => {
    expect(await runAt('generate', rating, [...typeNames, 'Carousel'])).toMatchObject({
      exit: 0,
      stderr: expect.not.stringContaining('unknown-type'),
    })
  })

  test.each([undefined, 'Carousel', [7]])('announcing %j as its types, it is not known', async (types) => {
    expect(await runAt('generate', rating, types)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'warning[unknown-type]: formctl knows no component type "Carousel": the service may refuse the form or not draw it.',
      ),
    })
  })

  test.each([
    ['without such findings', spec('A')],
    ['with errors', rating.replace('name: A', 'name: 7')],
  ])('a spec %s asks nothing before it is sent', async (_, text) => {
    await runAt('apply --dry-run', text, typeNames)
    expect(asked).toEqual([])
  })
})

test('without settings, validate warns of what the service may refuse', async () => {
  const ran = await runInProcess({ argv: ['forms', 'validate', 'a.yaml'], cwd: folderOf(hinted) })
  expect(said(ran)).toMatchObject({
    exit: 0,
    found:
      'warning[unknown-content-key]: ShortInput has no known key "hint": the service may refuse the form or ignore the key.',
  })
})

test('settings that cannot be read do not keep a spec from being validated', async () => {
  const ran = await runInProcess({
    argv: ['forms', 'validate', 'a.yaml', '--profile', 'none'],
    cwd: folderOf(rating),
  })
  expect(said(ran)).toMatchObject({ exit: 0 })
})
