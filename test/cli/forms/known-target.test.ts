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
