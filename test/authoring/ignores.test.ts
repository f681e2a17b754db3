import { expect, test } from 'vitest'
import { ignoresIn } from '../../src/authoring/judge.ts'

const said = (text: string): string[] =>
  ignoresIn(text).map(
    ({ code, start, end, line }) => `${line ?? 'nowhere'} ${code}: ${text.slice(start, end)}`,
  )

test.each<[string, string, string[]]>([
  ['at the end of a line about that line', 'a: 1 # formctl-ignore x\nb: 2\n', ['1 x: x']],
  ['alone about the next line', 'a: 1\n# formctl-ignore x\nb: 2\n', ['3 x: x']],
  [
    'indented, with blank lines and comments between',
    'a:\n  # formctl-ignore x\n\n  # why\n\t\n  b: 2\n',
    ['6 x: x'],
  ],
  ['about nothing', 'a: 1\n# formctl-ignore x\n', ['nowhere x: x']],
  ['with several codes', 'a: 1 # formctl-ignore x, y,z  w\n', ['1 x: x', '1 y: y', '1 z: z', '1 w: w']],
  ['with a reason', 'a: 1 # formctl-ignore x -- because, of y\n', ['1 x: x']],
  ['with a colon and without a space', 'a: 1 #formctl-ignore: x\n', ['1 x: x']],
  ['with no code', 'a: 1 # formctl-ignore\n', ['1 : # formctl-ignore']],
  ['with only a reason', 'a: 1 # formctl-ignore -- why\n', ['1 : # formctl-ignore -- why']],
  ['behind Windows line ends', 'a: 1\r\n# formctl-ignore x\r\nb: 2\r\n', ['3 x: x']],
  ['behind a character of two units', 'a: "👍" # formctl-ignore x\n', ['1 x: x']],
  ['in the second document', 'a: 1\n---\nb: 1 # formctl-ignore x\n', ['3 x: x']],
  ['behind the head of a block of text', 'a: | # formctl-ignore x\n  b\nc: 1\n', ['1 x: x']],
])('a comment %s', (_, text, expected) => {
  expect(said(text)).toEqual(expected)
})

test.each([
  ['a text in quotes', 'a: "# formctl-ignore x"\n'],
  ['a text over several lines', 'a: "b\n  # formctl-ignore x\n  c"\n'],
  ['a block of text', 'a: |\n  b\n  # formctl-ignore x\n'],
  ['a plain text', 'a: b# formctl-ignore x\n'],
  ['another comment', '# see formctl-ignore x\na: 1 # formctl-ignores x\nb: 1 # formctl-ignore-file x\n'],
])('%s is no such comment', (_, text) => {
  expect(said(text)).toEqual([])
})
