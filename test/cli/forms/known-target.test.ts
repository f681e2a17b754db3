import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { extensionOf } from '../../../src/form/rules/unsupported.ts'
import { definitionOf, formSchema, typeNames } from '../../../src/form/schema.ts'
import { extensions, routes, type Service } from '../../../src/wire/wire.ts'
import { env, made, spec } from '../../support/generating.ts'
import { replyOf } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

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
  test.each(commands)(
    'forms %s refuses a type that it does not have and a key without effect, at their lines',
    async (words) => {
      for (const [text, found, place] of [
        [rating, 'error[unknown-type]: The service has no component type "Carousel".', '--> a.yaml:5:15'],
        [
          hinted,
          'error[unknown-content-key]: ShortInput has no key "hint": it would have no effect.',
          '--> a.yaml:6:38',
        ],
      ] as const) {
        const ran = await runInProcess({ argv: `forms ${words} a.yaml`, cwd: folderOf(text), env: embedded })
        expect(said(ran)).toEqual({ exit: 1, found, place })
      }
    },
  )

  test('a content key that the project allows is sent', async () => {
    const cwd = folderOf(hinted)
    writeFileSync(join(cwd, 'formctl.yaml'), 'rules:\n  unknown-content-key: warning\n')
    expect(await runInProcess({ argv: 'forms generate a.yaml', cwd, env: embedded })).toMatchObject({
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
    const setup = { cwd: folderOf(text), env, service: serving(types) }
    return runInProcess({ argv: `forms ${words} a.yaml`, ...setup })
  }

  test.each(['apply', 'apply --dry-run', 'generate'])('%s: a type it lacks is an error', async (words) => {
    expect(await runAt(words, rating, typeNames)).toMatchObject(
      outcome(1, holding('error[unknown-type]: The service has no component type "Carousel".')),
    )
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
    expect(await runAt('generate --dry-run', rating, typeNames)).toMatchObject(
      outcome(0, holding('warning[unknown-type]: formctl knows no component type "Carousel"')),
    )
    expect(asked).toEqual([])
  })

  test('a type that it announces is no finding', async () => {
    expect(await runAt('generate', rating, [...typeNames, 'Carousel'])).toMatchObject(
      outcome(0, expect.not.stringContaining('unknown-type')),
    )
  })

  test.each([undefined, 'Carousel', [7]])('announcing %j as its types, it is not known', async (types) => {
    expect(await runAt('generate', rating, types)).toMatchObject(
      outcome(
        0,
        holding(
          'warning[unknown-type]: formctl knows no component type "Carousel": the service may refuse the form or not draw it.',
        ),
      ),
    )
  })

  test('a spec with errors asks nothing before it is sent', async () => {
    await runAt('apply --dry-run', rating.replace('name: A', 'name: 7'), typeNames)
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
    argv: 'forms validate a.yaml',
    cwd: folderOf(rating),
    env: { FORMCTL_BASE_URL: 'https://a.example', FORMCTL_EXPECT_BASE_URL: 'https://b.example' },
  })
  expect(said(ran)).toMatchObject({ exit: 0 })
})

describe('what a service behind an address does not announce', () => {
  const asked: string[] = []
  const serving =
    (announced: object | undefined): Service =>
    async ({ path }) => {
      asked.push(path)
      if (path !== routes.wellKnown) return replyOf(made('f1'))
      return replyOf(announced ? { body: announced } : { status: 404, body: { message: 'Not found' } })
    }
  const beyond = `name: A
language: en
steps:
  - name: One
    components:
      - { type: Number, key: age, content: { question: "How old?" } }
      - type: ShortInput
        required: true
        visibleIf: { question: age, over: 17 }
        content: { question: "Who?", placeholder: Ada }
      - { type: NextButton, content: {} }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`
  const runAt = async (words: string, announced: object | undefined, more: object = {}) => {
    asked.length = 0
    const setup = { cwd: folderOf(beyond), env, service: serving(announced), ...more }
    const ran = await runInProcess({ argv: `forms ${words} a.yaml`, ...setup })
    const text = ran.stdout + ran.stderr
    const found = Array.from(
      text.matchAll(/error\[unannounced-key\]: The service at \S+ does not announce (.*), so (.*) would/g),
      ([, wanted, used]) => `${wanted}: ${used}`,
    )
    return { exit: ran.exit, found, text }
  }

  const optional = ['"question-options": "required"', '"question-options": "placeholder"']
  const conditions = '"conditions": "visibleIf"'
  const language = '"form-settings": "language"'
  const named = 'validate --base-url https://forms.example'
  const everything = { extensions, componentTypes: typeNames }

  test.each(['apply', 'apply --dry-run', 'generate', named])(
    'forms %s: is an error at its line',
    async (words) => {
      const { exit, found, text } = await runAt(words, { ...everything, extensions: ['question-options'] })
      expect({ exit, found: found.toSorted() }).toEqual({ exit: 1, found: [conditions, language].toSorted() })
      expect(text).toContain('--> a.yaml:9:9')
      expect(asked).toEqual([routes.wellKnown])
    },
  )

  test.each(['apply', named])('forms %s: an address is an error at its line, too', async (words) => {
    const addressed = beyond.replace('language: en', 'address: feedback')
    const some = { ...everything, extensions: extensions.filter((one) => one !== 'addresses') }
    const { exit, found, text } = await runAt(words, some, { cwd: folderOf(addressed) })
    expect({ exit, found }).toEqual({ exit: 1, found: ['"addresses": "address"'] })
    expect(text).toContain('--> a.yaml:2:1')
    expect((await runAt(words, everything, { cwd: folderOf(addressed) })).exit).toBe(0)
  })

  test.each(['apply', named])('forms %s: nothing is announced where nothing answers', async (words) => {
    const { exit, found } = await runAt(words, undefined)
    expect(exit).toBe(1)
    expect(found.toSorted()).toEqual(
      [...optional, conditions, language, 'this component type: "Number"'].toSorted(),
    )
  })

  test.each(['apply', named])('forms %s: all is well where all is announced', async (words) => {
    expect(await runAt(words, everything)).toMatchObject({ exit: 0, found: [] })
  })

  test('a project can make less of it', async () => {
    const cwd = folderOf(beyond)
    writeFileSync(join(cwd, 'formctl.yaml'), 'rules:\n  unannounced-key: warning\n')
    expect(await runAt('generate', undefined, { cwd })).toMatchObject({ exit: 0, found: [] })
  })

  test.each(['validate', 'generate --dry-run'])('forms %s asks nobody and reports nothing', async (words) => {
    expect(await runAt(words, undefined)).toMatchObject({ exit: 0, found: [] })
    expect(asked).toEqual([])
  })

  test('a service that cannot be asked is said, and the rest is checked', async () => {
    const service: Service = () =>
      Promise.reject(Failure.of('connection-lost', { url: 'https://forms.example/', reason: 'it ended' }))
    const { exit, found, text } = await runAt(`${named} --timeout 1`, undefined, { service })
    expect({ exit, found }).toEqual({ exit: 0, found: [] })
    expect(text).toContain('The service could not be asked what it takes: ')
  })
})

test('every key of the schema is in the contract or belongs to an extension', () => {
  const { properties = {} } = formSchema
  const keysOf = (schema: { readonly properties?: object | undefined }) =>
    Object.keys(schema.properties ?? {})
  const inContract = {
    form: ['sourceFormId', 'name', 'steps'],
    step: ['name', 'components'],
    component: ['type', 'key', 'content'],
  }
  const all = {
    form: Object.keys(properties),
    step: keysOf(definitionOf('Step')),
    component: keysOf(definitionOf('Component')),
  }
  for (const kind of ['form', 'step', 'component'] as const)
    expect([...inContract[kind], ...Object.keys(extensionOf[kind] ?? {})].toSorted()).toEqual(
      all[kind].toSorted(),
    )
})

test('every key of a form is sent to a service that knows it', async () => {
  const keys = `language: de
translations: { en: { Wer: Who } }
settings: { responseLimit: 5 }
`
  const cwd = folderOf(keys + spec('A'))
  const ran = await runInProcess({
    argv: 'forms generate a.yaml --dry-run -o json',
    cwd,
    env: embedded,
  })
  expect(JSON.parse(ran.stdout).forms[0].request).toMatchObject({
    language: 'de',
    translations: { en: { Wer: 'Who' } },
    settings: { responseLimit: 5 },
  })
  await runInProcess({ argv: ['forms', 'generate', 'a.yaml'], cwd, env: embedded })
  const { deps, first, close } = await openDataFolder(testHost({ argv: [], cwd }), 'data')
  const forms = await deps.store.forms.list(first.environmentId)
  const kept = await deps.store.forms.get(forms.find(({ name }) => name === 'A')?.id ?? '')
  await close()
  expect(kept).toMatchObject({ language: 'de', settings: { responseLimit: 5 } })
})
