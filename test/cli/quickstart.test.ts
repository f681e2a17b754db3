import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, readdirSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { claimForServer } from '../../src/store/open-store.ts'
import { specText } from '../support/applying.ts'
import { builtProgram, runBuilt } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

const schema = JSON.parse(readFileSync('schemas/output/quickstart.schema.json', 'utf8'))

/** A first run, for all tests that look at it or go on from it. */
const home = temporaryFolder()
const first = await runBuilt(['quickstart', '--dir', 'q'], { cwd: home })

/** A folder of its own where the first run was made. */
function copied(): string {
  const cwd = temporaryFolder()
  cpSync(home, cwd, { recursive: true })
  return cwd
}

test('quickstart makes a form, fills in its page, and writes the finished responses', () => {
  expect(first.stderr).toContain('\nSent 2 finished responses and 1 partial to ')
  expect(first.stdout).toContain('Lena Exemple')
  expect(first.exit).toBe(0)
  const csv = readFileSync(join(home, 'q/responses.csv'), 'utf8')
  expect(csv).toContain('An order,NO456537,All good so far!,')
  expect(csv).toContain(',"Please open earlier, and on Sundays.",')
  expect(csv).not.toContain('A problem')
})

test('its responses take as long as those of people, and none of them is flagged', async () => {
  const cwd = copied()
  const { stdout } = await runBuilt(['responses', 'stats', '--all', '-o', 'json'], { cwd: join(cwd, 'q') })
  const [form] = JSON.parse(stdout).forms
  expect(form).toMatchObject({ flagged: 0, responses: { total: 3, finished: 2 } })
  expect(form.timeToComplete).toMatchObject({ measured: 2 })
  expect(form.timeToComplete.median).toBeGreaterThanOrEqual(40)
  const list = await runBuilt(['forms', 'list', '-o', 'json'], { cwd: join(cwd, 'q') })
  const { createdAt } = JSON.parse(list.stdout).forms.at(-1)
  // They have days of the last thirty, as responses fake gives them, and the form is of today.
  expect(Date.parse(form.created.last)).toBeLessThan(Date.parse(createdAt))
})

test('after the spec was changed, the new form gets responses, too', async () => {
  const cwd = copied()
  writeFileSync(join(cwd, 'q/contact.yaml'), specText('Another form'))
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'q'], { cwd })
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(/^Sent \d finished/m) })
})

test('a second run in the same folder adds nothing', async () => {
  const cwd = temporaryFolder()
  const fresh = await runBuilt(['quickstart', '--dir', 'q', '-o', 'json'], { cwd })
  const csv = readFileSync(join(cwd, 'q/responses.csv'), 'utf8')
  const second = await runBuilt(['quickstart', '--dir', 'q', '-o', 'json'], { cwd })
  const [one, two] = [JSON.parse(fresh.stdout), JSON.parse(second.stdout)]
  expect(new Ajv().validate(schema, one)).toBe(true)
  expect(two.formId).toBe(one.formId)
  expect(readFileSync(join(cwd, 'q/responses.csv'), 'utf8')).toBe(csv)
})

test('a folder that a server has is not served twice', async () => {
  const cwd = copied()
  const { release } = claimForServer(join(cwd, 'q/data'), 7)
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'q', '--keep-running'], { cwd })
  release()
  expect([exit, stderr]).toEqual([3, expect.stringContaining('is already served by process 7.')])
})

test('a folder with other things in it is left alone', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'mine'))
  writeFileSync(join(cwd, 'mine/notes.txt'), 'mine')
  const ran = await runBuilt(['quickstart', '--dir', 'mine'], { cwd })
  expect(ran).toMatchObject({ exit: 3, stdout: '' })
  expect(ran.stderr).toContain('The folder mine is not empty. Choose another with --dir.')
  expect(readdirSync(join(cwd, 'mine'))).toEqual(['notes.txt'])
})

test('a file in place of the folder is named', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'taken'), '')
  const ran = await runBuilt(['quickstart', '--dir', 'taken'], { cwd })
  expect(ran).toMatchObject({ exit: 3, stdout: '' })
  expect(ran.stderr).toContain('it is a file, not a folder')
})

const addresses = (text: string): readonly string[] =>
  Array.from(text.matchAll(/http:\/\/127\S*[^\s.]/g), ([address]) => address)

test('at its end names no address that no longer answers, but how to open the page again', async () => {
  expect(addresses(first.stdout + first.stderr)).toEqual([])
  expect(first.stderr).toContain('\n  formctl quickstart --dir q --keep-running\n')
  const again = await runBuilt(['quickstart', '--dir', 'q', '-o', 'json'], { cwd: copied() })
  expect(addresses(again.stdout + again.stderr)).toEqual([])
  expect(JSON.parse(again.stdout).absoluteUrl).toBeNull()
})

test('with --keep-running names the address of the form, which answers', async () => {
  const words = ['quickstart', '--dir', 'q', '--keep-running', '-o', 'json']
  const child = spawn(process.execPath, [builtProgram, ...words], {
    cwd: copied(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  let line = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    line += String(chunk)
    if (line.endsWith('\n')) break
  }
  const { absoluteUrl, formId } = JSON.parse(line)
  expect(absoluteUrl).toMatch(new RegExp(`/s/${formId}$`))
  expect((await fetch(absoluteUrl)).status).toBe(200)
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
})

test('what it says to type runs formctl without npx, also where it is no program of the PATH', async () => {
  const cwd = copied()
  const { stderr } = await runBuilt(['quickstart', '--dir', 'q'], { cwd, env: { npm_command: 'exec' } })
  expect(stderr).not.toMatch(/^ +npx/m)
  const [, alias = ''] = /^ {2}(alias .*)$/m.exec(stderr) ?? []
  expect(alias).toContain(builtProgram)
  const script = `${alias}\neval 'cd q && formctl forms validate contact.yaml'\n`
  const ran = execFileSync('sh', ['-c', script], { cwd, encoding: 'utf8', stdio: 'pipe' })
  expect(ran).toBe('')
})

test('a page that is kept open closes on Ctrl-C, without a word of failure', async () => {
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'q', '--keep-running'], {
    cwd: copied(),
    interruptAt: 'until Ctrl-C: http:',
  })
  expect(exit).toBe(0)
  expect(stderr).not.toContain('error')
})

test('the settings of the surroundings do not reach a quickstart, which has a folder of its own without --dir', async () => {
  const cwd = temporaryFolder()
  const env = {
    FORMCTL_BASE_URL: 'http://127.0.0.1:1',
    FORMCTL_API_KEY: 'k',
    FORMCTL_ENVIRONMENT_ID: 'e',
    FORMCTL_SOURCE_FORM_ID: 's',
    FORMCTL_PROFILE: 'p',
  }
  mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
  writeFileSync(join(cwd, '.config/formctl/config.yaml'), 'environment: mine\nsource_form: mine\n')
  expect(await runBuilt(['quickstart'], { cwd, env })).toMatchObject({ exit: 0 })
  expect(readdirSync(join(cwd, 'formctl-quickstart'))).toContain('responses.csv')
})

test('a failure to publish is said in words', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'q'))
  const settings =
    '# Settings of this folder. Made by formctl quickstart; yours to change.\nbase_url: embedded:data\n'
  writeFileSync(join(cwd, 'q/formctl.yaml'), `${settings}environment: other\n`)
  writeFileSync(join(cwd, 'q/contact.yaml'), specText('One'))
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'q'], { cwd })
  expect(exit).not.toBe(0)
  expect(stderr).toMatch(/^error\[/m)
  expect(stderr).not.toContain('{"')
})
