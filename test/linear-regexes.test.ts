import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/test-host.ts'

/** The lines of a program that the check complains about, and how it ends. */
function checked(program: string): { readonly lines: readonly number[]; readonly exit: number | null } {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.ts'), program)
  const { status, stderr } = spawnSync(process.execPath, ['.ci/linear-regexes.ts', folder], {
    encoding: 'utf8',
  })
  return { lines: Array.from(stderr.matchAll(/a\.ts:(\d+):/g), ([, line]) => Number(line)), exit: status }
}

test('the check of regular expressions finds each that is not linear, wherever it stands', () => {
  const bad = [
    String.raw`const trimmed = (text: string) => text.replace(/\s+$/, '')`,
    String.raw`const parts = (text: string) => text.split(/\s*,\s*/)`,
    String.raw`const exponential = /^(?:"[^"]*"|[^"]+?)(?:[,;](?:"[^"]*"|[^"]*))+\n/`,
    String.raw`const language = /^\s*([a-z]+)\s*(?:;q=([\d.]+))?\s*$/i`,
    String.raw`const thousands = /\B(?=(\d{3})+$)/g`,
    String.raw`const element = /<(script|style)(?![^]*<\/\1)/`,
    String.raw`const word = '\\w+'`,
    'const made = new RegExp(`${word}!`)',
    String.raw`const fromText = RegExp('0+$', 'u')`,
    "const unknown = (text: string) => new RegExp(text + '$')",
  ]
  expect(checked(bad.join('\n'))).toEqual({ lines: [1, 2, 3, 4, 5, 6, 8, 9, 10], exit: 1 })
})

test('the check of regular expressions lets linear ones be', () => {
  const good = [
    String.raw`const begin = /^\s+/`,
    String.raw`const blanks = /\s+/g`,
    String.raw`const zeros = /(?<!0)0+$/`,
    String.raw`const slashes = /(?<![/\\])[/\\]+$/`,
    String.raw`const table = /^(?:"(?:[^"]|"")*"|[^",;\n]+)(?:[,;](?:"(?:[^"]|"")*"|[^",;\n]*))+\n/`,
    String.raw`const sentence = /^[^.]*[.](?=\s|$)/`,
    String.raw`const id = /^[\w-]{1,64}$/`,
    String.raw`const name = '[a-z]+'`,
    'const made = new RegExp(`^${name}$`)',
    String.raw`const division = 4 / 2 / 1 // (a+)+$`,
  ]
  expect(checked(good.join('\n'))).toEqual({ lines: [], exit: 0 })
})
