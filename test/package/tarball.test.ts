import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { beforeAll, describe, expect, test } from 'vitest'
import { tryTarball } from '../../.ci/try-tarball.ts'
import { inherited } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

/** What `npm pack` makes of a copy of this clone, in another folder. */

const root = join(import.meta.dirname, '../..')
const copy = join(temporaryFolder(), 'a copy of the clone')
const unpacked = temporaryFolder()
const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
let tarball = ''

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.trimEnd().split('\n'))
    if (/^(\.ci|bin|docs|schemas|src)\/|^[^/]*$/.test(file)) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const env = { PATH: inherited.PATH, HOME: copy }
  const name = execFileSync('npm', ['pack', '--silent'], { cwd: copy, env, encoding: 'utf8' })
  tarball = join(copy, name.trim())
  execFileSync('tar', ['xzf', tarball, '-C', unpacked, '--strip-components=1'])
})

describe('npm pack', () => {
  test('packs only what runs, with licences and a bill of materials', () => {
    expect(readdirSync(unpacked).toSorted()).toEqual(
      ['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'schemas']
        .concat(readdirSync(copy).filter((name) => name === 'man'))
        .toSorted(),
    )
    const dist = readdirSync(join(unpacked, 'dist'))
    expect(dist).toEqual(expect.arrayContaining(['THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json', 'main.cjs']))
    expect(dist.filter((file) => /\.(map|ts)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([])
  })

  test('packs a package.json without scripts and without what only clones need, and leaves the own as it was', () => {
    const clones = JSON.parse(textOf(root, 'package.json')) as object
    const packed = JSON.parse(textOf(unpacked, 'package.json')) as object
    expect(Object.keys(clones).filter((key) => !Object.keys(packed).includes(key))).toEqual([
      'scripts',
      'devDependencies',
      'allowScripts',
      'knip',
    ])
    expect(textOf(copy, 'package.json')).toBe(textOf(root, 'package.json'))
    expect(readdirSync(copy).filter((name) => /^package\.json./.test(name))).toEqual([])
  })

  test('builds the same bytes in every folder', () => {
    const names = readdirSync(join(root, 'dist')).toSorted()
    expect(readdirSync(join(unpacked, 'dist')).toSorted()).toEqual(names)
    const differs = (name: string): boolean =>
      textOf(root, `dist/${name}`) !== textOf(unpacked, `dist/${name}`)
    expect(names.filter(differs)).toEqual([])
  })

  test('makes a package that publint finds nothing in', async () => {
    const bytes = new Uint8Array(readFileSync(tarball)).buffer
    expect((await publint({ pack: { tarball: bytes }, strict: true })).messages).toEqual([])
  })

  test('makes a package that installs without a network, scripts and other packages, and runs', () => {
    const { version } = JSON.parse(textOf(root, 'package.json')) as { version: string }
    expect(tryTarball(tarball, process.execPath)).toBe(version)
  })
})
