import { expect, test } from 'vitest'
import { hasColor, type ColorChoice } from '../../../src/cli/terminal/terminal.ts'

type Row = [choice: ColorChoice, env: Record<string, string>, isTerminal: boolean, expected: boolean]

const term = { TERM: 'xterm-256color' }

test.each<Row>([
  // the terminal alone
  ['auto', term, true, true],
  ['auto', term, false, false],
  ['auto', { TERM: 'dumb' }, true, false],
  ['auto', {}, true, false],
  ['auto', { TERM: '' }, true, false],
  // CLICOLOR_FORCE beats the terminal
  ['auto', { CLICOLOR_FORCE: '1' }, false, true],
  ['auto', { CLICOLOR_FORCE: '1', TERM: 'dumb' }, true, true],
  ['auto', { CLICOLOR_FORCE: '0' }, false, false],
  ['auto', { ...term, CLICOLOR_FORCE: '0' }, true, true],
  ['auto', { CLICOLOR_FORCE: '' }, false, false],
  // NO_COLOR beats CLICOLOR_FORCE
  ['auto', { ...term, NO_COLOR: '1' }, true, false],
  ['auto', { ...term, NO_COLOR: '0' }, true, false],
  ['auto', { ...term, NO_COLOR: '' }, true, true],
  ['auto', { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, false, false],
  // FORCE_COLOR beats NO_COLOR
  ['auto', { FORCE_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: '3', NO_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: 'true', TERM: 'dumb' }, true, true],
  ['auto', { ...term, FORCE_COLOR: '0' }, true, false],
  ['auto', { FORCE_COLOR: 'false', CLICOLOR_FORCE: '1' }, true, false],
  ['auto', { ...term, FORCE_COLOR: '' }, true, true],
  // --color beats all
  ['always', { FORCE_COLOR: '0', NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['never', { ...term, FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }, true, false],
])('--color %s with %j, terminal %s: %s', (...row) => {
  const [choice, env, isTerminal, expected] = row
  expect(hasColor({ choice, env, isTerminal, platform: 'linux' })).toBe(expected)
})

test('a console of Windows has colour without TERM', () => {
  expect(hasColor({ choice: 'auto', env: {}, isTerminal: true, platform: 'win32' })).toBe(true)
})

/** The same in other words: what the promise says, read from its end. */
function promised({ choice, env, isTerminal, platform }: Parameters<typeof hasColor>[0]): boolean {
  const { FORCE_COLOR = '', NO_COLOR = '', CLICOLOR_FORCE = '', TERM = '' } = env
  let isColored = isTerminal && TERM !== 'dumb' && (TERM !== '' || platform === 'win32')
  if (CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0') isColored = true
  if (NO_COLOR !== '') isColored = false
  if (FORCE_COLOR !== '') isColored = FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return choice === 'auto' ? isColored : choice === 'always'
}

test('every combination of the flag, the variables and the stream is decided as promised; CI changes nothing', () => {
  const ways = {
    choice: ['auto', 'always', 'never'],
    FORCE_COLOR: [undefined, '', '0', '1', '3', 'true', 'false'],
    NO_COLOR: [undefined, '', '0', '1'],
    CLICOLOR_FORCE: [undefined, '', '0', '1'],
    TERM: [undefined, '', 'dumb', 'xterm-256color'],
    CI: [undefined, 'true'],
    isTerminal: [true, false],
    platform: ['linux', 'win32'],
  }
  let rows: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(ways))
    rows = rows.flatMap((row) => values.map((value) => Object.assign({}, row, { [name]: value })))
  const wrong = rows.filter(({ choice, isTerminal, platform, ...env }) => {
    // Made of the table above.
    const question = { choice, isTerminal, platform, env } as Parameters<typeof hasColor>[0]
    return hasColor(question) !== promised(question)
  })
  expect(wrong).toEqual([])
  expect(rows).toHaveLength(10_752)
})
