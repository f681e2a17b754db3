import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { widthOf } from '../../../src/cli/terminal/display-width.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../../support/test-host.ts'

/** Colours that formctl never uses, moves of the cursor, titles, links, device strings; each C0, C1 and bidi sign. */
const sequences = ['\u001b[34m', '\u001b[8m', '\u001b[2J', '\u001b[1A\r', '\u009b34m']
  .concat(['\u001b]0;owned\u0007', '\u001b]8;;https://evil.example\u001b\\link', '\u001bP+q\u001b\\'])
  .concat(['\u001b_x\u001b\\', '\u001bc', '\b\b\b', '\u0085', '\ud800', '\udfff'])
const signs = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2069],
]
  .concat([
    [0xfeff, 0xfeff],
    [0x061c, 0x061c],
    [0xad, 0xad],
    [0xe0041, 0xe0041],
  ])
  .flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  )
const hostile = `Zoë ${[...sequences, ...signs].join('.')} end`
/** What fits where line breaks and NUL can't stand: file names, words of a command line. */
const hostileWord = hostile.replaceAll(/[\0/\n]/g, '').slice(0, 60)

const dangerous = new RegExp(
  String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]`,
  'u',
)
/** The colours of formctl itself. */
// eslint-disable-next-line no-control-regex -- just what is looked for
const ownColors = /\u001b\[(?:1|2|22|31|32|35|36|39)m/g

/** The first place of an output that could steer a terminal; undefined: none. */
function harm(output: string, { keeps }: { keeps: RegExp }): string | undefined {
  const bare = output.replaceAll(ownColors, '').replaceAll(keeps, '')
  const at = bare.search(dangerous)
  return at < 0 ? undefined : JSON.stringify(bare.slice(Math.max(0, at - 40), at + 20))
}

const onTerminal = { isTerminal: true, env: { TERM: 'xterm' } }
const url = { FORMCTL_BASE_URL: 'https://forms.example', FORMCTL_API_KEY: 'fctl_canary_0123456789' }

type Case = {
  readonly words: readonly string[]
  readonly turns?: readonly Turn[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly exit?: number
}

let cwd: string
let formId: string
beforeAll(async () => {
  cwd = temporaryFolder()
  const deps = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
  formId = deps.first.sourceFormId
  await deps.deps.store.forms.create({
    ...((await deps.deps.store.forms.get(formId)) ?? never()),
    id: 'hostile',
    name: hostile,
  })
  await deps.close()
  writeFileSync(join(cwd, 'good.yaml'), spec(JSON.stringify(hostile.toWellFormed())))
  writeFileSync(join(cwd, `${hostileWord}.yaml`), spec(JSON.stringify(hostile.toWellFormed())))
  writeFileSync(join(cwd, 'bad.yaml'), `${spec('x')}${JSON.stringify(hostile)}: 1\n${hostileWord}: 2\n`)
  writeFileSync(join(cwd, 'types.yaml'), spec('x').replaceAll('ShortInput', JSON.stringify(hostile)))
  writeFileSync(join(cwd, 'rows.csv'), `who,${hostileWord}\n"${hostile.replaceAll('"', '')}",x\n`)
  writeFileSync(join(cwd, 'each.yaml'), spec('"for ${who}"'))
  mkdirSync(join(cwd, 'settings'))
  writeFileSync(
    join(cwd, 'settings/formctl.yaml'),
    `environment: ${JSON.stringify(hostile)}\nprofile: ${JSON.stringify(hostile)}\n`,
  )
  writeFileSync(join(cwd, 'hostile.json'), JSON.stringify(reply))
})

const never = (): never => {
  throw new Error('the starter form is missing')
}

const spec = (name: string): string => `name: ${name}
sourceFormId: s
steps:
  - { name: A, components: [{ type: ShortInput, content: { question: Q } }, { type: NextButton, content: { label: L } }] }
  - { name: B, components: [{ type: ShortInput, content: { question: R } }] }
`
const record = {
  id: hostile,
  formId: hostile,
  createdAt: hostile,
  updatedAt: hostile,
  dataUpdatedAt: hostile,
  finished: true,
  status: 2,
  version: hostile,
  meta: { leadId: hostile },
  personAttributes: { country: hostile },
  data: [
    { questionId: hostile, response: { type: hostile, headline: hostile, value: hostile } },
    { questionId: 'q', response: { type: 'X', headline: 'H', [hostile]: hostile, selected: [hostile] } },
  ],
}
const reply = { data: [record] }
const refusing = (status: number, headers: Readonly<Record<string, string>> = {}): Turn => ({
  status,
  headers,
  body: { message: hostile, errors: [{ message: hostile, path: ['steps', 0, hostile] }] },
})
const announced = { body: { name: hostile, version: hostile, extensions: ['forms-list', hostile] } }
const form = { id: hostile, name: hostile, url: `/s/${hostile}`, createdAt: hostile, complete: 1, partial: 0 }

/** Command lines with their alternatives in braces; `<hostile>` stands for the word. */
const linesOf = (text: string, more: Omit<Case, 'words'> = {}): readonly Case[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [before = '', choices = '', after = ''] = line.trim().split(/[{}]/)
      return choices.split(',').map((choice) => before + choice + after)
    })
    .map((line) => {
      const words = line.split(' ').map((word) => word.replaceAll('<hostile>', hostileWord))
      return Object.assign({ words }, more)
    })

const get = 'responses get --form f'
const cases: readonly Case[] = [
  ...linesOf(
    `${get}
     responses get --all -o {table,json,ndjson,yaml,csv}
     responses get <hostile> --form <hostile>`,
    { turns: [{ body: reply }] },
  ),
  ...linesOf('forms list --environment e -o {table,json,ndjson}', {
    turns: [announced, { body: { data: [form] } }],
  }),
  ...[400, 401, 403, 404, 418, 429, 500, 503].flatMap((status) =>
    linesOf(
      `${get}
       ${get} -o json
       forms generate --environment e good.yaml`,
      { turns: [refusing(status, { 'retry-after': hostile })] },
    ).concat(
      linesOf('login --api-key-stdin', { stdin: 'fctl_canary_0123456789', turns: [refusing(status)] }),
    ),
  ),
  ...[
    refusing(302, { location: hostile }),
    { status: 502, body: `<html>${hostile}` },
    { status: 502, body: [hostile] },
    { body: hostile },
    { body: { data: hostile } },
    { fails: new Error(hostile) },
  ].flatMap((turn) => linesOf(get, { turns: [turn] })),
  ...linesOf(`${get} --verbose`, { turns: [{ fails: new Error(hostile) }] }),
  ...linesOf('responses get --form <hostile> --verbose', { turns: [refusing(404)] }),
  ...linesOf('forms generate --environment e good.yaml <hostile>.yaml -o {table,json}', {
    turns: [{ body: { success: true, result: { form: { id: hostile, url: hostile } } } }],
  }),
  ...linesOf('doctor --environment <hostile> --base-url https://f.example', { turns: [announced] }),
  ...linesOf(`
    responses stats --from hostile.json
    responses stats --from hostile.json -o {json,yaml}
    responses stats --from hostile.json --report hostile.html --force
    responses export --from hostile.json --format {csv,tsv,json,ndjson}
    forms generate --environment e good.yaml --dry-run -o {table,json}
    forms validate good.yaml bad.yaml types.yaml <hostile>.yaml -o {table,json}
    forms validate <hostile>.yml <hostile>* -o {table,json}
    status --environment <hostile> --base-url <hostile> -o {table,json}
    service env create <hostile> -o {table,json}
    service env list -o {table,json}
    service form list -o {table,json}
    service form show hostile -o {table,json}
    service key list -o {table,json}
    service form show <hostile> -o {table,json}
    explain <hostile> -o {table,json}
    forms types <hostile> -o {table,json}
    <hostile> -o {table,json}
    status --<hostile> -o {table,json}
    status <hostile> -o {table,json}
    status --profile <hostile> -o {table,json}
    forms validate bad.yaml types.yaml --reporter {text,json,sarif,github,junit}
    forms generate each.yaml --each rows.csv --environment e --dry-run
    forms generate each.yaml --var <hostile>=1 --environment e --dry-run
    doctor --base-url <hostile> -o json
    forms schema <hostile>
    forms new --name <hostile> --no-input
    init --base-url <hostile> --force
    init --base-url https://f.example --environment <hostile> --force --no-input
    status --environment <hostile> -o {yaml,env}
    responses export --from <hostile>
    responses export --from hostile.json --columns <hostile>
    serve --host <hostile> --port 0 --data other
    ${get} --api-key-file <hostile>
  `),
]

const run = ({ words, turns = [{ body: { data: [] } }], stdin, env }: Case, more: object): Promise<Ran> =>
  runInProcess({
    cwd,
    argv: words,
    service: scriptedService(...turns).service,
    ...(stdin === undefined ? {} : { stdin }),
    ...more,
    env: { ...url, ...env, ...('env' in more ? (more.env as object) : {}) },
  })

const nameOf = ({ words, turns }: Case): string => {
  const first = { status: undefined, body: '', ...turns?.[0] }
  const answered = turns === undefined ? '' : ` answered with ${first.status ?? typeof first.body}`
  return words.join(' ').replaceAll(hostileWord, '<hostile>') + answered
}
const named = cases.map((one) => [nameOf(one), one] as const)

describe('text from outside steers no terminal', () => {
  test.each(named)('on a terminal: %s', async (_, one) => {
    const { stdout, stderr } = await run(one, onTerminal)
    // An export keeps the tabs and line ends that its format is made of.
    const isExport = one.words.includes('export') || one.words.includes('csv')
    const isReport = one.words.includes('--reporter')
    expect(harm(stderr, { keeps: /\n/g })).toBeUndefined()
    expect(harm(stdout, { keeps: isExport || isReport ? /[\r\n\t]/g : /\n/g })).toBeUndefined()
    expect(stdout + stderr).not.toBe('')
  })

  test.each(named)('in a pipe, on stderr and in tables: %s', async (_, one) => {
    const { stdout, stderr } = await run(one, {})
    expect(harm(stderr, { keeps: /\n/g })).toBeUndefined()
    const isData = /json|yaml|csv|tsv|env|export|--dry-run|--reporter/.test(one.words.join(' '))
    expect(isData ? undefined : harm(stdout, { keeps: /[\n\t]/g })).toBeUndefined()
    // JSON needs no terminal to have its controls escaped.
    // eslint-disable-next-line no-control-regex -- just what is looked for
    expect(one.words.includes('json') ? stdout : '').not.toMatch(/[\0-\t\u000b-\u001f]/)
  })
})

describe('a table on a terminal', () => {
  const tables = named.filter(
    ([, { words }]) => !/json|yaml|csv|tsv|env$|export|--reporter/.test(words.join(' ')),
  )

  /** Whether a line of a block holds one word, or one value that is no text, beside a label that leaves room for it. */
  function isWhole(line: string, columns: number): boolean {
    const value = line.replace(/^[^─].*? {2,}|^ +/, '')
    const hasRoom = line.length - value.length <= columns / 3 + 2
    return hasRoom && (!value.includes(' ') || /^(?:id|form|created|value)\b/.test(line))
  }

  test.each([40, 80, 200])('of %i columns stays within it, whatever stands in it', async (columns) => {
    const tooWide: string[] = []
    let blocks = 0
    for (const [name, one] of tables) {
      const { stdout } = await run(one, { ...onTerminal, columns })
      const lines = stdout.replaceAll(ownColors, '').split('\n')
      blocks += lines.filter((line) => line.startsWith('───')).length
      if (lines.some((line) => widthOf(line) > columns && !isWhole(line, columns))) tooWide.push(name)
    }
    expect(tooWide).toEqual([])
    // How many tables fit 200 columns depends on the widths that the Unicode of this Node has.
    expect(blocks).toBeGreaterThan(columns === 200 ? 0 : 8)
  })

  test('shows in a pipe what it cuts here', async () => {
    const long = `${'long '.repeat(700)}end`
    const answered = [{ body: { data: [{ ...record, data: [], id: long }] } }]
    const shown = await run({ words: 'responses get --all -o table'.split(' '), turns: answered }, onTerminal)
    const piped = await run({ words: 'responses get --all'.split(' '), turns: answered }, {})
    expect(shown.stdout).toContain('…')
    expect(shown.stdout).not.toContain('long end')
    expect(piped.stdout).toContain(`${long}\t`)
  })
})
