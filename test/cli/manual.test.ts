import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualPages } from '../../.ci/manual.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { topicTexts } from '../../src/cli/generated/pages.ts'
import { topics } from '../../src/cli/program.ts'
import { temporaryFolder } from '../support/test-host.ts'

const pages = await manualPages()
const files = [...pages.keys()]
const folder = temporaryFolder()
beforeAll(() => {
  for (const [file, text] of pages) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
})

const run = (program: string, ...words: readonly string[]) =>
  spawnSync(program, words, { cwd: folder, encoding: 'utf8' })

/** A page as a reader sees it, without the blanks that fill its lines. A bold letter is written over itself. */
function shown(file: string): string {
  const parts = run('mandoc', '-Tutf8', '-O', 'width=200', file).stdout.split('\b')
  return parts
    .map((part, i) => (i < parts.length - 1 ? part.slice(0, -1) : part))
    .join('')
    .replaceAll(/\s+/g, ' ')
}

describe('the manual', () => {
  const missing = ['mandoc', 'groff'].filter((program) => run(program, '--version').error)
  if (missing.length > 0 && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error(`FORMCTL_REQUIRE_ALL=1, but there is no ${missing.join()}; install it.`)
  const hasReaders = missing.length === 0

  test('has a page for the program, each command and each topic of the help', () => {
    expect(Object.keys(topics).toSorted()).toEqual(Object.keys(topicTexts).toSorted())
    expect(files.toSorted()).toEqual(
      [
        'man/formctl.1',
        ...commands.map(({ words }) => `man/formctl-${words.replaceAll(' ', '-')}.1`),
        ...Object.keys(topics).map((name) => `man/formctl-${name}.7`),
      ].toSorted(),
    )
  })

  test.runIf(hasReaders)('is roff without a fault, to mandoc and groff', () => {
    const { stdout } = run('mandoc', '-Tlint', '-Wwarning', ...files)
    // A version that is not released has no date.
    expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([])
    expect(run('groff', '-man', '-Tutf8', '-ww', '-z', ...files)).toMatchObject({ status: 0, stderr: '' })
  })

  test.runIf(hasReaders)('says what commands say of themselves', async () => {
    for (const { words, summary, load } of commands.filter((entry) =>
      /^(?:forms|responses) /.test(entry.words),
    )) {
      const { options, examples } = await load()
      const page = shown(`man/formctl-${words.replaceAll(' ', '-')}.1`)
      for (const text of [
        `formctl-${words.replaceAll(' ', '-')} - ${summary}`,
        ...Object.values(options).map(({ flags }) => flags),
        ...Object.keys(examples),
      ])
        expect(page).toContain(text.replaceAll(/\s+/g, ' '))
    }
    expect(shown('man/formctl.1')).toContain('formctl-forms-apply(1) create what is new or changed in specs')
    expect(shown('man/formctl-configuration.7')).toContain('~/.config/formctl/config.yaml')
    expect(shown('man/formctl-exit-codes.7')).toContain('9 the outcome is unknown')
  })
})
