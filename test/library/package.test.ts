import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as library from '../../src/library/library.ts'
import { homeAt, inherited, runCommand, type ProgramRun } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { copyTracked } from '../support/tracked-files.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/library.md'), 'utf8')

/** The files of the page: each block names its own in its first line. */
const examples = Array.from(
  page.matchAll(/^```(?:ts|yaml)\n((?:\/\/|#) ([\w.]+)[^]*?)^```/gm),
  ([, text = '', name = '']) => ({ name, text }),
)
const programs = examples.filter(({ name }) => name.endsWith('.mts'))

/** A project with the package as npm packs it, and the files of the page. */
const project = temporaryFolder()
const tarball = join(project, 'package.tgz')

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProgramRun> =>
  runCommand([process.execPath, '--disable-warning=ExperimentalWarning', ...words], {
    cwd: project,
    env: { ...homeAt(project), ...env },
  })

beforeAll(() => {
  // What `npm pack` does in the clone, without a second build.
  const copy = temporaryFolder()
  for (const part of [
    'bin',
    'dist',
    'schemas',
    'package.json',
    'README.md',
    'LICENSE',
    '.ci/packed-manifest.ts',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  execFileSync(process.execPath, ['.ci/packed-manifest.ts', 'put'], { cwd: copy })
  const pack = ['pack', '--silent', '--ignore-scripts']
  const env = { ...inherited, HOME: copy }
  const packed = execFileSync('npm', pack, { cwd: copy, env, encoding: 'utf8' })
  cpSync(join(copy, packed.trim()), tarball)
  mkdirSync(join(project, 'node_modules/formctl'), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', 'node_modules/formctl'], {
    cwd: project,
  })
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'))
  symlinkSync(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'))
  copyTracked('docs/examples', project)
  for (const { name, text } of examples) writeFileSync(join(project, name), text)
})

test('the guide names every export with its status, and the types mark what is experimental', () => {
  const rows = Array.from(
    page.matchAll(/^\| (`.*`) \| (stable|experimental) \|/gm),
    ([, names = '', status]) => Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => ({ name, status })),
  ).flat()
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(Object.keys(library)))
  const types = readFileSync(join(project, 'node_modules/formctl/dist/index.d.ts'), 'utf8')
  const marked = Array.from(
    types.matchAll(/@experimental\n \*\/\nexport declare const (\w+)/g),
    ([, name]) => name,
  )
  expect(marked).toEqual(rows.filter(({ status }) => status === 'experimental').map(({ name }) => name))
})

test('the guide names every type that can be imported', () => {
  const types = readFileSync(join(project, 'node_modules/formctl/dist/index.d.ts'), 'utf8')
  const exported = Array.from(
    types.matchAll(/^export (?:type|interface) (\w+)|^export type \{([^}]*)\}/gm),
    ([, name, names = '']) => (name === undefined ? names.split(',').map((one) => one.trim()) : [name]),
  ).flat()
  const rows = page.slice(page.indexOf('| types | of |')).matchAll(/^\| (`[^|]*`) \|/gm)
  const named = Array.from(rows, ([, names = '']) => names.match(/\w+/g) ?? []).flat()
  expect(exported.toSorted()).toEqual(named.toSorted())
  expect(named).toEqual(expect.arrayContaining(['Step', 'Component', 'Condition', 'Answer', 'AnswerEntry']))
})

test('the package has its types where TypeScript looks for them', async () => {
  const program = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const { exit, stdout } = await run([program, tarball, '--profile', 'esm-only'])
  expect(stdout).toMatch(/node16 \(from ESM\)[ │:]+🟢 \(ESM\)/)
  expect(exit).toBe(0)
})

test('all examples of the guide compile against the package, whose types need nothing but those of Node', async () => {
  const options = { strict: true, noEmit: true, module: 'nodenext', types: ['node'] }
  const config = {
    compilerOptions: { ...options, target: 'esnext', exactOptionalPropertyTypes: true },
    include: ['*.mts', 'node_modules/formctl/dist/index.d.ts'],
  }
  writeFileSync(
    join(project, 'types.mts'),
    `import type { Change, FormctlError, FormSummary, ResponseRecord } from 'formctl'
export const read = (record: ResponseRecord, form: FormSummary, change: Change, error: FormctlError) => {
  // @ts-expect-error: redact may have dropped it
  const lead: string = record.meta.leadId
  // @ts-expect-error: no such code
  if (error.code === 'unreachabel') return [record.data, record.anything]
  return [lead, form.isCounted, change.version]
}`,
  )
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  expect(await run([join(root, 'node_modules/typescript/bin/tsc')])).toMatchObject({ exit: 0, stdout: '' })
})

test('an import loads a small part, and neither the server nor what calls one', async () => {
  writeFileSync(
    join(project, 'loads.mjs'),
    `import { registerHooks } from 'node:module'
const files = new Set()
registerHooks({ load: (url, context, next) => (files.add(url), next(url, context)) })
await import('formctl')
console.log(JSON.stringify([...files]))`,
  )
  const { stdout } = await run(['loads.mjs'])
  // The program prints addresses of files.
  const files = JSON.parse(stdout) as readonly string[]
  expect(files.length).toBeLessThanOrEqual(4)
  expect(files.reduce((sum, url) => sum + readFileSync(new URL(url)).length, 0)).toBeLessThan(10_000)
})

test('the schemas can be imported, and files of dist/ cannot', async () => {
  writeFileSync(
    join(project, 'paths.mjs'),
    `import schema from 'formctl/schemas/form.schema.json' with { type: 'json' }
import manifest from 'formctl/package.json' with { type: 'json' }
console.log(schema.title, manifest.name)
await import('formctl/dist/main.cjs').catch(({ code }) => console.log(code))`,
  )
  expect((await run(['paths.mjs'])).stdout).toBe('Form formctl\nERR_PACKAGE_PATH_NOT_EXPORTED\n')
})

test('a use changes nothing of its process, prints nothing, and leaves no temporary folder', async () => {
  const temporary = temporaryFolder()
  writeFileSync(
    join(project, 'quiet.mjs'),
    `import { checkSpecFile, connect, openSavedReply, startServer } from 'formctl'
const state = () => JSON.stringify([
  process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
  process.exitCode, process.cwd(), process.title, process.emitWarning.name, Object.keys(globalThis),
])
const before = state()
const server = await startServer()
const client = await connect(server)
await client.generateForm((await checkSpecFile('survey.yaml')).forms[0])
await Array.fromAsync(client.responses())
await (await openSavedReply('responses.json')).exportResponses({ out: 'quiet.parquet' })
await client.exportResponses({ out: 'quiet.sqlite', where: 'no such question = 1' }).catch(() => undefined)
await server.close()
if (state() !== before) console.log(before, state())`,
  )
  expect(await run(['quiet.mjs'], { TMPDIR: temporary })).toEqual({ exit: 0, stdout: '', stderr: '' })
  expect(readdirSync(temporary)).toEqual([])
})

describe('the examples of the guide', () => {
  /** The words that each is given, and what it prints. */
  const printed: Readonly<Record<string, { readonly words?: readonly string[]; readonly output: RegExp }>> = {
    'check.mts': {
      words: ['feedback.yaml', 'survey.yaml'],
      output: /^feedback\.yaml is valid\.\nsurvey\.yaml is valid\.\n$/,
    },
    'variables.mts': { output: /^\[ 'Feedback for Acme' \]\n$/ },
    'feedback.test.mts': { output: /pass 1\n[^]*fail 0\n/ },
    'stream.mts': { output: /^cl\w+ true 2\n$/ },
    'export.mts': { output: /^\d+ \d+\nid,[^]*\n$/ },
    'changes.mts': { output: /^(?:cl\w+ \w+ \d\n)+(?:[123] form\.created cl\w+\n){3}$/ },
    'errors.mts': { output: /^unreachable - http:\/\/127\.0\.0\.1:1\/.* cannot be reached: / },
  }

  test('are all run here', () => {
    expect(programs.map(({ name }) => name)).toEqual(Object.keys(printed))
  })

  let server: library.Server
  beforeAll(async () => {
    server = await library.startServer()
    const client = await library.connect(server)
    for (const form of (await library.checkSpecFile(join(project, 'survey.yaml'))).forms) {
      const { absoluteUrl } = await client.generateForm(form)
      await library.submitResponse(absoluteUrl, [{ dish: 'Soup' }, { 'person.fullName': 'Ada Okafor' }])
    }
  })
  afterAll(() => server.close())

  test.each(Object.entries(printed))('%s prints what it should, and nothing else', async (name, expected) => {
    expect(
      await run([name, ...(expected.words ?? [])], {
        FORMCTL_BASE_URL: server.baseUrl,
        FORMCTL_API_KEY: server.apiKey,
        FORMCTL_ENVIRONMENT_ID: server.environmentId,
      }),
    ).toEqual({ exit: 0, stdout: expect.stringMatching(expected.output), stderr: '' })
  })
})
