import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { casesOf } from '../support/case-files.ts'
import { apply, made, project, specText } from '../support/applying.ts'

const entry = {
  spec: 'z.yaml',
  baseUrl: 'https://forms.example',
  environmentId: 'env-1',
  content: `sha256:${'0'.repeat(64)}`,
  id: 'z1',
  url: '/s/z1',
  created: '2026-01-01T00:00:00.000Z',
}
describe('a lock file', () => {
  test.each(casesOf('lock-files/refused.txt'))(
    '$name is refused with its line, exit code 3, and nothing is sent',
    async ({ text = '', said }) => {
      const here = project({ 'a.yaml': specText('A'), 'formctl.lock.json': text })
      for (const words of ['a.yaml', 'a.yaml --dry-run']) {
        const ran = await apply(words, here)
        expect([ran.exit, ran.posted, ran.stdout]).toEqual([3, [], ''])
        expect(ran.stderr).toContain(said)
      }
      expect(here.lockText()).toBe(text)
    },
  )

  test.runIf(process.platform !== 'win32')('that is a link is refused, wherever it leads', async () => {
    const here = project({ 'a.yaml': specText('A') })
    symlinkSync('elsewhere.json', join(here.cwd, 'formctl.lock.json'))
    const ran = await apply('a.yaml', here)
    expect([ran.exit, ran.posted]).toEqual([3, []])
    expect(ran.stderr).toContain('it is a symbolic link')
  })

  test('that is no UTF-8 is refused', async () => {
    const here = project({ 'a.yaml': specText('A') })
    writeFileSync(join(here.cwd, 'formctl.lock.json'), Uint8Array.of(0x7b, 0xff))
    const ran = await apply('a.yaml', here)
    expect([ran.exit, ran.posted]).toEqual([3, []])
    expect(ran.stderr).toContain('it is not UTF-8.')
  })

  test('that is a folder is refused', async () => {
    const here = project({ 'a.yaml': specText('A'), 'formctl.lock.json/x': '' })
    expect(await apply('a.yaml', here)).toMatchObject({ exit: 3, posted: [] })
  })

  // Not even root may write there.
  test.runIf(process.platform === 'linux')(
    'in a folder that cannot be written is said before anything is sent',
    async () => {
      const here = project({ 'a.yaml': specText('A') })
      const ran = await apply(`${here.cwd}/a.yaml`, { cwd: '/sys' }, { stateFolder: join(here.cwd, 'state') })
      expect([ran.exit, ran.posted]).toEqual([3, []])
      expect(ran.stderr).toContain(
        'error[file-unwritable]: /sys/formctl.lock.json cannot be written: permission is denied.',
      )
    },
  )

  test('with a byte order mark and other line ends is read', async () => {
    const here = project({ 'a.yaml': specText('A') })
    await apply('a.yaml', here)
    here.write('formctl.lock.json', `\u{FEFF}${here.lockText()?.replaceAll('\n', '\r\n')}`)
    expect(await apply('a.yaml', here)).toMatchObject({ exit: 0, posted: [] })
  })
})

describe('while forms are created', () => {
  const files = { 'a.yaml': specText('A'), 'b.yaml': specText('B') }

  test('an entry that someone adds is kept', async () => {
    const here = project(files)
    const turns = [made('f1'), made('f2')]
    let posts = 0
    const onPost = (): void => {
      if (++posts < 2) return
      const theirs = here.locked().concat({ ...entry, spec: 'theirs.yaml' })
      here.write('formctl.lock.json', JSON.stringify({ schema_version: 1, forms: theirs }))
    }
    expect((await apply('a.yaml b.yaml', here, { turns, onPost })).exit).toBe(0)
    expect(here.locked().map(({ id }) => id)).toEqual(['f1', 'f2', 'z1'])
  })

  test('a lock file that someone removes is written again, whole', async () => {
    const here = project(files)
    const onPost = (): void => rmSync(join(here.cwd, 'formctl.lock.json'))
    await apply('a.yaml b.yaml', here, { turns: [made('f1'), made('f2')], onPost })
    expect(here.locked().map(({ id }) => id)).toEqual(['f1', 'f2'])
  })

  test('one that someone breaks stops the run, and the next one puts the id where it belongs', async () => {
    const here = project(files)
    let posts = 0
    const onPost = (): void => {
      if (++posts === 2) here.write('formctl.lock.json', '<<<<<<< HEAD\n')
    }
    const turns = [made('f1'), made('f2')]
    const ran = await apply('a.yaml b.yaml', here, { turns, onPost })
    expect(ran.exit).toBe(8)
    expect(ran.stderr).toContain('The form "B" was created as f2, but the lock file does not list it yet: ')
    here.write('formctl.lock.json', '{"schema_version":1,"forms":[]}')
    const again = await apply('b.yaml', here)
    expect([again.exit, again.posted, here.locked(), here.notes()]).toMatchObject([0, [], [{ id: 'f2' }], []])
  })
})
