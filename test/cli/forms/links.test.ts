/** What a folder or a pattern finds lies in the folder that was named; a link out of it could lead to any file of the user. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { specText } from '../../support/applying.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const secret = 'hunter2'
const secrets = {
  netrc: `machine example.com\nlogin me\npassword ${secret}\n`,
  yaml: `name: ${secret}\nsteps: ${secret}\n`,
  env: `TOKEN=${secret}\nOTHER: ${secret}\n`,
}

/** A project with a spec in `forms`, beside a folder with files that it must not show. */
function project() {
  const outside = temporaryFolder()
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(outside, `${name}.yaml`), text)
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'forms/below'), { recursive: true })
  writeFileSync(join(cwd, 'forms/a.yaml'), specText('A'))
  return { cwd, outside }
}

const commands = [
  ['forms', 'validate'],
  ['forms', 'validate', '--fix'],
  ['forms', 'validate', '-o', 'json'],
  ['forms', 'apply', '--dry-run', '--base-url', 'embedded:data'],
  ['forms', 'generate', '--dry-run', '--source-form', 'f'],
] as const

describe.each(commands.map((argv) => [argv.join(' '), argv] as const))('%s shows nothing of', (_, argv) => {
  test.each<[string, string, string, string]>([
    ['a file, linked in a folder', 'forms', 'netrc.yaml', 'forms/b.yaml'],
    ['a file of YAML, linked in a folder', 'forms', 'yaml.yaml', 'forms/b.yaml'],
    ['a file of variables, linked in a folder', 'forms', 'env.yaml', 'forms/b.yaml'],
    ['a file, linked in a folder of the folder', '.', 'netrc.yaml', 'forms/below/b.yaml'],
    ['a file, linked where a pattern finds it', 'forms/*.yaml', 'netrc.yaml', 'forms/b.yaml'],
    ['a file, linked where a wide pattern finds it', '**/*.yaml', 'netrc.yaml', 'forms/below/b.yaml'],
    ['a file, linked where a pattern of words finds it', 'forms/{a,b}.yaml', 'netrc.yaml', 'forms/b.yaml'],
    ['a folder, linked where a pattern finds its files', 'forms/*/*.yaml', '', 'forms/linked'],
    ['a folder, linked where a pattern finds it', 'forms/*', '', 'forms/linked'],
    ['a folder, linked in the working folder', '*/netrc.yaml', '', 'linked'],
  ])('%s', async (__, word, target, link) => {
    const { cwd, outside } = project()
    symlinkSync(join(outside, target), join(cwd, link))
    const { exit, stdout, stderr } = await runInProcess({ argv: [...argv, word], cwd })
    expect(exit).not.toBe(0)
    // A pattern for folders does not match a link.
    expect(stderr).toMatch(/it is reached by a symbolic link that leads out of |no-match/)
    expect(stdout + stderr).not.toContain(secret)
    for (const [name, text] of Object.entries(secrets))
      expect(readFileSync(join(outside, `${name}.yaml`), 'utf8')).toBe(text)
  })
})

describe.each(commands.map((argv) => [argv.join(' '), argv] as const))(
  '%s shows nothing within the project of',
  (_, argv) => {
    test.each([
      ['.npmrc', '.', 'forms/b.yaml'],
      ['.env', '.', 'forms/b.yml'],
      ['.git/config', '.', 'forms/b.yaml'],
      ['.hidden.yaml', '.', 'forms/b.yaml'],
      ['key.pem', '.', 'forms/below/b.YAML'],
      ['.npmrc', '**/*.yaml', 'forms/b.yaml'],
      ['.npmrc', '*/*', 'forms/b'],
      ['formctl.yaml', '.', 'forms/b.yaml'],
    ])('%s, linked where %s finds it', async (target, word, link) => {
      const { cwd } = project()
      mkdirSync(join(cwd, '.git'))
      const text = target === 'formctl.yaml' ? `base_url: https://${secret}.example\n` : secrets.netrc
      writeFileSync(join(cwd, target), text)
      symlinkSync(join(cwd, target), join(cwd, 'first.link'))
      symlinkSync('first.link'.padStart(13 + (link.split('/').length - 2) * 3, '../'), join(cwd, link))
      const { exit, stdout, stderr } = await runInProcess({ argv: [...argv, word], cwd })
      expect(exit).not.toBe(0)
      expect(stderr).toContain('to a file that is not named like a spec')
      expect(stdout + stderr).not.toContain(secret)
      expect(readFileSync(join(cwd, target), 'utf8')).toBe(text)
    })
  },
)

test('a folder that is linked is not looked into, as before', async () => {
  const { cwd, outside } = project()
  symlinkSync(outside, join(cwd, 'forms/linked'))
  const { exit, stderr } = await runInProcess({ argv: ['forms', 'validate', 'forms'], cwd })
  expect([exit, stderr]).toEqual([0, expect.not.stringContaining('linked')])
})

test.each<[string, string, (cwd: string) => void]>([
  [
    'a link to a file of the same folder',
    'forms',
    (cwd) => symlinkSync('below/b.yaml', join(cwd, 'forms/c.yaml')),
  ],
  ['a file that was named', 'b.yaml', (cwd) => symlinkSync('../elsewhere/b.yaml', join(cwd, 'b.yaml'))],
  ['a folder that was named', 'linked', (cwd) => symlinkSync('../elsewhere', join(cwd, 'linked'))],
  [
    'a pattern below a named link',
    'linked/*.yaml',
    (cwd) => symlinkSync('../elsewhere', join(cwd, 'linked')),
  ],
])('is read: %s', async (_, word, link) => {
  const { cwd: parent } = project()
  const cwd = join(parent, 'project')
  mkdirSync(join(cwd, 'forms/below'), { recursive: true })
  mkdirSync(join(parent, 'elsewhere'))
  for (const name of ['project/forms/below/b.yaml', 'elsewhere/b.yaml'])
    writeFileSync(join(parent, name), specText('B'))
  link(cwd)
  const { exit, stderr } = await runInProcess({ argv: ['forms', 'validate', word], cwd })
  expect([exit, stderr]).toEqual([0, expect.not.stringContaining('link')])
})
