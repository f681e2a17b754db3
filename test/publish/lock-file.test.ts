import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
const textWith = (...forms: readonly object[]): string =>
  JSON.stringify({ schema_version: 1, forms }, null, 2)

describe('a lock file', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['that is empty', '', 'formctl.lock.json cannot be used: it is incomplete JSON. Restore it'],
    ['that is cut', textWith(entry).slice(0, 100), 'it is incomplete JSON'],
    [
      'with a comma too many',
      textWith(entry).replace('"z1"', '"z1",'),
      'line 9, column 18 is , where a key in quotes was expected.',
    ],
    [
      'with marks of a merge',
      textWith(entry).replace('  "forms"', '<<<<<<< HEAD\n  "forms"'),
      'line 3 holds a mark of a merge conflict (<<<<<<<). Keep the entries of both sides',
    ],
    ['with the other marks of a merge', `${textWith(entry)}\n>>>>>>> theirs\n`, 'line 15 holds a mark'],
    [
      'of a newer formctl',
      '{"schema_version":2,"shape":"new"}',
      'it was written by a newer formctl (schema_version 2, and this one knows 1). Update formctl.',
    ],
    ['that is a list', '[]', 'line 1: the file must be of type object.'],
    ['without its forms', '{"schema_version":1}', 'line 1: "forms" is missing in the file.'],
    [
      'with an entry without its id',
      textWith(entry, { ...entry, spec: 'y.yaml', id: undefined }),
      'line 13: "id" is missing in an entry.',
    ],
    ['with an id that is a number', textWith({ ...entry, id: 7 }), 'line 9: "id" must be of type string.'],
    [
      'with another key',
      textWith({ ...entry, note: 'x' }),
      'line 12: "note" has no meaning here. Remove it.',
    ],
    [
      'with the entries of both sides of a merge in one pair of braces',
      textWith(entry, { ...entry, spec: 'a.yaml' }).replace(/\n {4}\},\n {4}\{/, ','),
      'line 12: "spec" stands twice in one object, as after a merge. Give each entry braces of its own, in one list, and run again.',
    ],
    [
      'with the entries of both sides of a merge and no comma between them',
      textWith(entry, { ...entry, spec: 'a.yaml' }).replace('},\n    {', '}\n    {'),
      'line 13, column 5 is { where a comma or ] was expected. Write before it what is missing: a comma, or',
    ],
    [
      'with the lines of both sides of a merge in one pair of braces and no comma between them',
      textWith(entry, { ...entry, spec: 'a.yaml' }).replace(/\n {4}\},\n {4}\{/, ''),
      'line 12, column 7 is " where a comma or } was expected. Write before it what is missing: a comma, or "}, {" between the entries of the two sides of a merge.',
    ],
    [
      'without a comma between two keys',
      textWith(entry).replace('"z.yaml",', '"z.yaml"'),
      'was expected. Write before it what is missing: a comma',
    ],
    [
      'with two lists of forms',
      textWith(entry).replace(/\}\s*$/, `,"forms": [${JSON.stringify({ ...entry, spec: 'a.yaml' })}]}`),
      'line 14: "forms" stands twice in one object',
    ],
    [
      'with a key twice in a history, and texts with colons, quotes and backslashes',
      textWith({
        ...entry,
        name: String.raw`a: "b": \": \\`,
        history: [{ ...entry, spec: undefined }],
      }).replace(/("url": "\/s\/z1",)(?=[^]*\]\s*\}\s*\]\s*\}\s*$)(?![^]*"url")/, '$1\n"url": "/s/z2",'),
      '"url" stands twice in one object',
    ],
    [
      'with one form twice',
      textWith(entry, { ...entry, id: 'z2' }),
      'lines 4 and 13 begin two entries for z.yaml. Keep one',
    ],
    [
      'with one form twice in a line',
      JSON.stringify({ schema_version: 1, forms: [entry, { ...entry, id: 'z2' }] }),
      'line 1 begins two entries for z.yaml. Keep one, and put the id of the other into its history.',
    ],
    [
      'with one entry twice',
      textWith(entry, entry),
      'lines 4 and 13 begin two entries for z.yaml. They are the same: remove one.',
    ],
  ]

  test.each(cases)('%s is refused with its line, exit code 3, and nothing is sent', async (_, text, said) => {
    const here = project({ 'a.yaml': specText('A'), 'formctl.lock.json': text })
    for (const words of ['a.yaml', 'a.yaml --dry-run']) {
      const ran = await apply(words, here)
      expect([ran.exit, ran.posted, ran.stdout]).toEqual([3, [], ''])
      expect(ran.stderr).toContain(said)
    }
    expect(here.lockText()).toBe(text)
  })

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
