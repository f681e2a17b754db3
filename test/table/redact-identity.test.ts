import { describe, expect, test } from 'vitest'
import { outputOf } from '../support/output-schema.ts'
import { answerTo, readIn, replyWith, responses } from '../support/responses.ts'
import { temporaryFolder } from '../support/test-host.ts'

const entry = (questionId: string, type: string, members: object): object =>
  answerTo(`${questionId}=About ${questionId}`, members, type)
const ada = 'ada@example.com'
const personal = [
  entry('mail', 'EmailForm', { value: ada }),
  entry('who', 'IdentityInfo', { fullName: 'Ada Lovelace', emailAddress: ada, shoeSize: 'size-38' }),
  entry('call', 'Phone', { value: '+4930123456', input: '030 123456' }),
  entry('cv', 'FileUploader', { files: [{ name: 'Ada.pdf', size: 3, url: '/api/v1/files/secret' }] }),
  entry('when', 'SchedulerScreen', {
    booked: true,
    eventUrl: 'https://cal.example/ada',
    startTime: '2026-03-05',
  }),
  entry('when2', 'Scheduler', { booked: true, eventUrl: 'https://cal.example/lovelace' }),
  entry('home', 'Address', { streetAddress: '1 Main Street', city: 'Berlin' }),
  entry('old', 'Unheard', { emailAddress: 'old@example.com' }),
]
const others = [
  entry('note', 'ShortInput', { value: 'open earlier' }),
  entry('menu', 'Dropdown', { selected: 'Soup' }),
]
const response = {
  id: 'r1',
  formId: 'f',
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data: [...personal, ...others],
  meta: { leadId: 'lead-of-ada' },
  personAttributes: { ip: '203.0.113.9', country: 'DE', visitedForm: 7, completedForm: 1 },
}
const secrets =
  /ada@|Lovelace|size-38|4930123|030 123|Ada\.pdf|files\/secret|cal\.example|2026-03-05|Main Street|Berlin|old@|lead-of-ada|203\.0/i
const kept = ['r1', 'open earlier', 'Soup', 'DE', '7']

const redacting = (line: string, records: readonly object[] = [response]) =>
  responses(`${line} --from -`, { stdin: replyWith(records), columns: 400 })

describe('--redact identity covers all that identifies a person, and nothing else', () => {
  const exports = [
    '',
    ' --headers id',
    ' --multi columns',
    ' --layout long',
    ' --format ndjson',
    ' --format json',
  ]
  const outputs = [...exports.map((line) => `export${line}`), 'get -o json', 'get -o csv', 'get -o table']
  const styles = ['drop', 'hash', 'mask']
  test.each(outputs.flatMap((output) => styles.map((how) => [output, how] as const)))(
    '%s, by %s',
    async (output, how) => {
      const { exit, stdout, stderr } = await redacting(`${output} --redact identity=${how}`)
      expect(exit).toBe(0)
      expect(secrets.exec(stdout)?.[0]).toBeUndefined()
      const shown = output.includes('long') || output.includes('table') ? kept.slice(0, 3) : kept
      expect(shown.filter((text) => !stdout.includes(text))).toEqual([])
      expect(stderr).toContain(`Redacted: identity (${how}) in columns`)
      expect(stderr).not.toContain('Not redacted')
    },
  )

  test.each(['newer', 'older', 'twice in one response', 'of another form with the same key'])(
    'also where the question is of another type in a response: %s',
    async (place) => {
      const address = entry('ask', 'EmailForm', { value: ada })
      const word = entry('ask', 'ShortInput', { value: 'later-word' })
      const later = { ...response, id: 'r2', createdAt: '2026-04-01T09:00:00.000Z' }
      const records =
        place === 'twice in one response'
          ? [{ ...response, data: [word, address] }]
          : [
              { ...response, data: [place === 'older' ? word : address] },
              { ...later, formId: place === 'newer' ? 'f' : 'g', data: [place === 'older' ? address : word] },
            ]
      const { stdout, stderr } = await redacting('export --redact identity=drop', records)
      expect(stdout).not.toMatch(/ada@|later-word/)
      expect(stderr).not.toContain('Not redacted')
      const left = await redacting('export --redact ip=drop --redact leadId=drop', records)
      expect(left.stderr).toContain('identifies a person: "About ask".')
    },
  )

  test('redacting identity without identity columns succeeds', async () => {
    const { exit, stderr } = await redacting('export --redact identity=drop', [
      { id: 'r', createdAt: 'x', data: others },
    ])
    expect([exit, stderr]).toEqual([0, expect.stringContaining('Redacted: identity (drop)')])
  })

  test('a question of that name is redacted, too, and beside another redaction the stricter one holds', async () => {
    const named = { ...response, data: [answerTo('q=identity', 'Queen Ada'), ...personal] }
    const line = 'export --redact identity=mask --redact fullName=drop --redact ip=hash'
    const { stdout } = await redacting(line, [named])
    const [header = '', row = ''] = stdout.split('\n')
    expect(header.split(',')).not.toContain('fullName')
    expect(row).not.toContain('Ada')
    expect(row).toMatch(/,[0-9a-f]{64},DE/)
  })
})

describe('the summary names what is left of the kind', () => {
  test.each<[words: string, said: string]>([
    [
      'export --redact emailAddress=hash',
      'Not redacted, although they identify a person: "About who: fullName", "About mail", "About call"',
    ],
    ['get --redact ip=drop', 'Not redacted, although they'],
    ['export --format ndjson --redact ip=drop', 'Not redacted, although they'],
    [
      'export --redact ip=drop --columns id,fullName',
      'Not redacted, although it identifies a person: "About who: fullName". --redact identity=drop',
    ],
    ['export --redact ip=drop --columns id', 'nothing'],
    ['export --redact identity=mask', 'nothing'],
    ['export', 'nothing'],
  ])('%s', async (words, said) => {
    const { stderr } = await redacting(words)
    expect(/^Not redacted, although .*$/m.exec(stderr)?.[0] ?? 'nothing').toContain(said)
  })

  test('what says it most plainly first, and the manifest has the whole list', async () => {
    const cwd = temporaryFolder()
    const line = 'export --from - --redact emailAddress=hash --out a.csv --manifest m.json'
    const { stderr } = await responses(line, { cwd, stdin: replyWith([response]), columns: 400 })
    const { notRedacted } = Object(
      outputOf('responses-export-manifest', `${JSON.stringify(JSON.parse(readIn(cwd, 'm.json')))}\n`),
    ).noticed
    expect(notRedacted.slice(0, 4)).toEqual([
      'About who: fullName',
      'About mail',
      'About call',
      'About call: input',
    ])
    expect(notRedacted).toContain('About cv')
    expect(stderr).toContain(` and ${notRedacted.length - 5} more.`)
  })
})
