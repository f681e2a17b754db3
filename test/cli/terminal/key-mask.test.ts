import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTerminal } from '../../../src/cli/terminal/terminal.ts'
import { encodingsOf, maskKeepingLength, maskApiKeys } from '../../../src/cli/terminal/plain.ts'
import { scriptedService, type Turn } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, testHost } from '../../support/test-host.ts'

const key = 'fctl_canary_0123456789abcdefghijklmnopqrstuvwxyz_aB3-'
const foreign = 'live"Canary/0123456789=='
const env = {
  FORMCTL_BASE_URL: 'https://forms.example',
  FORMCTL_API_KEY: foreign,
  FORMCTL_ENVIRONMENT_ID: 'e',
}

describe('of a key in a text no more is left than its end', () => {
  test.each([
    [`the key ${key}.`, 'the key …aB3-.'],
    [`${key}${key}`, '…aB3-'],
    [`https://u:${key}@host/?k=${key}`, 'https://u:…aB3-@host/?k=…aB3-'],
    [`{"key":"${key}"}`, '{"key":"…aB3-"}'],
    [`cut: ${key.slice(0, 24)}`, 'cut: …89ab'],
    ['fctl_customers', 'fctl_customers'],
    ['fctl_a and fctl_AAECAw', 'fctl_a and fctl_AAECAw'],
    [`of others: ${foreign}`, 'of others: [the key]'],
    [JSON.stringify({ foreign }), '{"foreign":"[the key]"}'],
    [`?key=${encodeURIComponent(foreign)}`, '?key=[the key]'],
    [`cut: ${foreign.slice(0, 12)}… and ${foreign.slice(0, 17)}`, 'cut: [the key]… and [the key]'],
    ['live"Cana is too little', 'live"Cana is too little'],
  ])('%s', (text, masked) => {
    expect(maskApiKeys(text, encodingsOf(foreign))).toBe(masked)
  })

  test('and where a text must keep its columns, it does', () => {
    const text = `a: ${key} # ${foreign}`
    const covered = maskKeepingLength(text, encodingsOf(foreign))
    expect(covered).toHaveLength(text.length)
    expect(covered).toBe(`a: ${'*'.repeat(key.length - 4)}aB3- # ${'*'.repeat(foreign.length - 4)}89==`)
  })

  test('what is too short for a key hides nothing', () => expect(encodingsOf('secret')).toEqual([]))
})

test('the writer masks whatever it says, but for the line that shows a new key', async () => {
  const host = testHost({ argv: ['serve'], isTerminal: true, env: { TERM: 'xterm' } })
  const terminal = makeTerminal(host, { color: 'never', isQuiet: false })
  terminal.showProgress?.(`now ${key}`)
  await terminal.info(`say ${key}`)
  await terminal.warn(`warn ${key}`)
  expect(host.output().stderr).toBe('now …aB3-\r\u001b[Ksay …aB3-\nwarn …aB3-\n')
  const fresh = `fctl_${'aB3-_'.repeat(8)}xyz`
  await terminal.writeUnmasked(`API key: ${fresh}`)
  expect(host.output().stderr).toContain(`API key: ${fresh}\n`)
})

const spec = `name: "${key}"
sourceFormId: s
steps:
  - name: A
    components: [{ type: "${key}", content: { question: '${foreign}', "${key}": 1, options: [] } }]
`

describe('a key in a spec, its name, its variables or a reply is said by no command:', () => {
  const folder = (): string => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'forms'))
    writeFileSync(join(cwd, 'forms', `${key}.yaml`), spec)
    writeFileSync(join(cwd, 'forms', 'vars.yml'), `vars: { "${key}": 1 }\nname: [\${${key}}]\nx: *${key}\n`)
    writeFileSync(join(cwd, 'row.csv'), `${key},b\n${key},${key}\n`)
    return cwd
  }
  test.each([
    'forms validate forms',
    'forms validate forms --reporter json',
    'forms validate forms --reporter sarif',
    'forms validate forms --reporter github',
    'forms validate forms --reporter junit',
    'forms validate forms --fix',
    'forms generate forms',
    'forms generate forms -o json',
    'forms generate forms --each row.csv',
    'forms apply forms --yes',
    'forms apply forms -o json --yes',
  ])('formctl %s', async (words) => {
    for (const isTerminal of [true, false]) {
      const ran = await runInProcess({
        argv: words.split(' '),
        cwd: folder(),
        env,
        isTerminal,
        columns: 60,
        service: scriptedService({ status: 500, body: { message: key } }).service,
      })
      expect(ran.exit).toBe(1)
      expect(ran.stdout + ran.stderr).not.toMatch(/canary/i)
      expect(ran.stdout + ran.stderr).toContain('aB3-')
    }
  })

  test.each(['text', 'json', 'sarif', 'github', 'junit'])(
    'also of a file that is not read, in a report as %s',
    async (reporter) => {
      const cwd = temporaryFolder()
      const given = 'sk-live-Canary0123456789'
      for (const name of [key, given]) writeFileSync(join(cwd, `${name}.yaml`), ' '.repeat(1024 * 1024 + 1))
      const argv = ['forms', 'validate', '.', '--reporter', reporter]
      const ran = await runInProcess({ argv, cwd, env: { ...env, FORMCTL_API_KEY: given } })
      expect(ran.exit).toBe(3)
      expect(ran.stdout + ran.stderr).not.toMatch(/canary/i)
    },
  )

  test.each<Turn>([
    { status: 400, body: { message: 'Invalid request body', errors: [{ message: key, path: [key] }] } },
    { status: 404, body: { message: key } },
    { status: 403, body: { message: `${'x'.repeat(180)}${key}` } },
    { status: 500, body: `{"x":"${'x'.repeat(170)}${foreign}"}` },
    { status: 302, headers: { location: `https://u:${key}@other.example` } },
    { status: 429, headers: { 'retry-after': key }, body: {} },
    { fails: new Error(`socket ${key} broke`) },
  ])('in the reply %j', async (turn) => {
    for (const words of [
      'responses get --form f',
      'responses get --form f -o json --verbose',
      'doctor',
      'doctor -o json',
    ]) {
      const { service } = scriptedService(turn)
      const ran = await runInProcess({ argv: words.split(' '), env, service })
      expect(ran.stdout + ran.stderr).not.toMatch(/canary/i)
    }
  })
})

test('a key in an answer is data, and exported as it came', async () => {
  const fresh = 'fctl_0123456789'
  const record = {
    id: 'r',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    dataUpdatedAt: '2026-01-01T00:00:00Z',
    finished: true,
    status: 2,
    formId: 'f',
    version: '2.0',
    data: [
      {
        questionId: 'q',
        response: { type: 'ShortInput', headline: 'Key?', componentShapeVersion: '2.0', value: fresh },
      },
    ],
    meta: { leadId: 'l' },
    personAttributes: {},
  }
  const { service } = scriptedService({ body: { data: [record] } })
  const ran = await runInProcess({ argv: ['responses', 'get', '--form', 'f', '-o', 'json'], env, service })
  expect(ran.stdout).toContain(fresh)
})
