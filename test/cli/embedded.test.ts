import { readdirSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  openEmbedded,
  type EmbeddedService,
  openDataFolder,
  openExistingDataFolder,
} from '../../src/cli/settings/open-data-folder.ts'
import type { Files } from '../../src/files/file-system.ts'
import type { Host } from '../../src/cli/host.ts'
import { run } from '../../src/cli/run.ts'
import { hashKey } from '../../src/server/keys.ts'
import { keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import { sampleSave } from '../support/samples.ts'
import { specText } from '../support/applying.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../support/test-host.ts'

type Answered = { readonly status: number; readonly body: unknown }

async function bodyOf(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return JSON.parse(Buffer.concat(all).toString())
}

async function generate(
  { service, environmentId, sourceFormId }: EmbeddedService,
  apiKey: string,
): Promise<Answered> {
  const step = { name: 'Step', components: [{ type: 'ShortInput', content: { question: 'Who?' } }] }
  const reply = await service({
    method: 'POST',
    path: pathOf(routes.generate, { environmentId }),
    query: {},
    headers: { [keyHeader]: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ sourceFormId, name: 'Made here', steps: [step, step] }),
  })
  return { status: reply.status, body: await bodyOf(reply.body) }
}

async function responses({ service, apiKey }: EmbeddedService): Promise<Answered> {
  const reply = await service({
    method: 'GET',
    path: routes.responses,
    query: {},
    headers: { [keyHeader]: apiKey },
  })
  return { status: reply.status, body: await bodyOf(reply.body) }
}

test('a folder that does not exist becomes a service that makes forms and reads responses', async () => {
  const host = testHost({ argv: [] })
  const embedded = await openEmbedded(host, 'forms')
  expect(await generate(embedded, embedded.apiKey)).toMatchObject({ status: 200, body: { success: true } })
  expect(await responses(embedded)).toEqual({ status: 200, body: { data: [] } })
  await embedded.close()
  expect(readdirSync(host.files.resolve('forms'))).toEqual(['formctl.db'])
})

test('what it made is there when it is opened again', async () => {
  const host = testHost({ argv: [] })
  const before = await openEmbedded(host, 'forms')
  await generate(before, before.apiKey)
  await before.close()
  await saveIn(host, before)
  const after = await openEmbedded(host, 'forms')
  expect(after).toMatchObject({ environmentId: before.environmentId, sourceFormId: before.sourceFormId })
  expect(await responses(after)).toMatchObject({ body: { data: [{ id: 'response-1', finished: true }] } })
  await after.close()
})

test('its key is new in every process, holds only there, and is kept nowhere', async () => {
  const host = testHost({ argv: [] })
  const [one, other] = [await openEmbedded(host, 'forms'), await openEmbedded(host, 'forms')]
  expect(one.apiKey).not.toBe(other.apiKey)
  expect(await generate(other, one.apiKey)).toMatchObject({ status: 401 })
  await one.close()
  await other.close()
  const { deps, close } = await openDataFolder(host, 'forms')
  for (const key of [one.apiKey, other.apiKey])
    expect(await deps.store.keys.byHash(hashKey(key))).toBeUndefined()
  await close()
})

test('a folder that cannot be used is refused with its reason', async () => {
  const host = testHost({ argv: [] })
  const file = await host.files.create('forms', { replace: false })
  await file.commit()
  await expect(openEmbedded(host, 'forms')).rejects.toMatchObject({ code: 'store-unusable' })
})

async function saveIn(host: Host, { environmentId, sourceFormId }: EmbeddedService): Promise<void> {
  const { deps, close } = await openDataFolder(host, 'forms')
  await deps.store.responses.save(
    sampleSave({ responseId: 'response-1', environmentId, formId: sourceFormId, isFinished: true }),
  )
  await close()
}

describe('a command that only reads', () => {
  test.each([
    'forms list',
    'responses get --all',
    'responses get --form f',
    'responses stats --form f',
    'responses export --all',
    'responses export --all --out un.csv --force',
    'responses export --form f --out un.csv --force --manifest m.json',
  ])('%s makes no folder where there is none, and says how one comes about', async (words) => {
    const host = testHost({ argv: [...words.split(' '), '--base-url', 'embedded:typo/deep'] })
    const files: Files = host.files
    const good = await files.create('un.csv', { replace: false })
    await good.write('good')
    await good.commit()
    expect(await run(host)).toBe(3)
    expect(host.output()).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^error\[no-data-folder\]: There is no data folder at \S+typo\/deep\. .*forms apply.*forms generate.*serve --data/,
      ),
    })
    expect(readdirSync(files.resolve('.'))).toEqual(['un.csv'])
    expect(new TextDecoder().decode(await files.read('un.csv'))).toBe('good')
  })

  test('takes a folder of something else for none, and leaves it as it is', async () => {
    const host = testHost({ argv: ['forms', 'list', '--base-url', 'embedded:.'] })
    expect(await run(host)).toBe(3)
    expect(host.output().stderr).toContain('There is no data folder at')
    expect(readdirSync(host.files.resolve('.'))).toEqual([])
  })

  test('reads one that another command made', async () => {
    const host = testHost({ argv: ['forms', 'list', '--base-url', 'embedded:forms'] })
    await (await openDataFolder(host, 'forms')).close()
    expect(await run(host)).toBe(0)
  })
})

test('of two environments, --environment chooses: for lists, for new forms and for responses', async () => {
  const { cwd, run: ran } = commands()
  writeFileSync(join(cwd, 'a.yaml'), specText('A'))
  writeFileSync(join(cwd, 'formctl.yaml'), 'base_url: embedded:data\n')
  await (await openDataFolder(testHost({ argv: [], cwd }), 'data')).close()
  const { environment, sourceFormId } = JSON.parse((await ran('service env create staging -o json')).stdout)
  const chosen = `--environment ${environment.id}`
  expect((await ran(`forms generate a.yaml ${chosen}`)).exit).toBe(0)
  const list = JSON.parse((await ran(`forms list ${chosen} -o json`)).stdout).forms
  expect([list[0].name, list.at(-1).name]).toEqual(['Plain', 'A'])
  expect(list[0].id).toBe(sourceFormId)
  expect(JSON.parse((await ran('forms list -o json')).stdout).forms).toHaveLength(list.length - 1)
  const read = await ran(`responses get --form ${list.at(-1).id} ${chosen}`)
  expect([read.exit, read.stderr]).toEqual([0, expect.not.stringContaining('--environment')])
})

/** Runs commands in a folder of their own. */
function commands(): { readonly cwd: string; readonly run: (words: string) => Promise<Ran> } {
  const cwd = temporaryFolder()
  return { cwd, run: (words) => runInProcess({ argv: words.split(' '), cwd }) }
}

test('a data folder that is missing is made, and its first start tells the key', async () => {
  const host = testHost({ argv: [] })
  const { deps, first, close } = await openDataFolder(host, 'forms')
  expect(await host.files.kind('forms/formctl.db')).toBe('file')
  expect(await deps.store.keys.byHash(hashKey(first.apiKey ?? ''))).toMatchObject({
    environmentId: first.environmentId,
  })
  expect(deps.secret).toHaveLength(32)
  await close()
})

test('opened again it is the same, without a key and with the same secret', async () => {
  const host = testHost({ argv: [] })
  const before = await openDataFolder(host, 'forms')
  await before.close()
  const after = await openDataFolder(host, 'forms')
  const { apiKey, ...kept } = before.first
  expect(after.first).toEqual(kept)
  expect(apiKey).toBeDefined()
  expect(Buffer.from(after.deps.secret)).toEqual(Buffer.from(before.deps.secret))
  await after.close()
})

test('the time of its dependencies is that of the host, in UTC with milliseconds', async () => {
  const host = testHost({ argv: [] })
  const { deps, close } = await openDataFolder(host, 'forms')
  expect(deps.now()).toMatch(/^2026-03-01T09:00:\d\d\.000Z$/)
  await close()
})

test('where one must be there already, none is made', async () => {
  const host = testHost({ argv: [] })
  await expect(openExistingDataFolder(host, 'forms')).rejects.toMatchObject({
    code: 'store-unusable',
    message:
      'The data folder forms cannot be used: it holds no formctl.db; name the right folder with --data, or make one with formctl serve --data forms.',
  })
  expect(await host.files.kind('forms')).toBe('missing')
})

test('a folder that holds something else is not taken for one', async () => {
  const host = testHost({ argv: [] })
  const folder = host.files.resolve('forms')
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), 'mine')
  await expect(openExistingDataFolder(host, 'forms')).rejects.toMatchObject({ code: 'store-unusable' })
  expect(readdirSync(folder)).toEqual(['letter.txt'])
})
