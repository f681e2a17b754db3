import fc from 'fast-check'
import { expect, test } from 'vitest'
import { junit } from '../../src/authoring/report-formats.ts'
import { finding, reportOf, scene } from './findings.ts'

test('a file is a suite, and each finding a case that is named by its sentence', () => {
  expect(junit([reportOf([{}]), { ...reportOf([]), file: 'b.yaml' }], scene)).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="formctl forms validate" tests="2" failures="1" errors="0">',
      '  <testsuite name="a.yaml" tests="1" failures="1" errors="0" skipped="0">',
      '    <testcase name="Something is wrong." classname="a.yaml" file="a.yaml" line="1"><failure message="Something is wrong." type="some-code">error[some-code]: Something is wrong.',
      'a.yaml:1:7',
      'help: Mend it.</failure></testcase>',
      '  </testsuite>',
      '  <testsuite name="b.yaml" tests="1" failures="0" errors="0" skipped="0">',
      '    <testcase name="no problems found" classname="b.yaml" file="b.yaml"/>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )
})

test('what does not fail the run fails no case', () => {
  const reports = [reportOf([{ severity: 'warning' }, { severity: 'note' }])]
  expect(junit(reports, scene)).toMatch(/tests="2" failures="0".*<system-out>warning\[some-code\]/s)
})

test('cases of one sentence have different names', () => {
  const names = Array.from(
    junit([reportOf([{}, { line: 2 }, {}])], scene).matchAll(/<testcase name="(.*?)"/g),
  )
  expect(names.map(([, name]) => name)).toEqual([
    'Something is wrong.',
    'Something is wrong. (2)',
    'Something is wrong. (3)',
  ])
})

test('a file that cannot be read is an error, not a failed check', () => {
  const xml = junit([], { ...scene, unread: ['b.yaml does not exist.'] })
  expect(xml).toContain('<testsuites name="formctl forms validate" tests="1" failures="0" errors="1">')
  expect(xml).toContain('<error message="b.yaml does not exist."/>')
})

test('all findings are told, however many a file has', () => {
  expect(junit([reportOf(Array.from({ length: 80 }, () => finding))], scene)).toContain('tests="80"')
})

const token = /<\?xml [^<>]*\?>\n|<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|([^<>"]+)/gy

/** The texts of an XML document; fails where it is not well formed. */
function textsOf(xml: string): string[] {
  // oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
  expect(xml.replaceAll(/&(amp|lt|gt|quot|#10);/g, '')).not.toContain('&')
  const [open, texts, astray]: [string[], string[], string[]] = [[], [], []]
  let end = 0
  for (const [whole, close, name = '', attributes = '', empty, text] of xml.matchAll(token)) {
    end += whole.length
    if (text !== undefined) texts.push(text)
    for (const [, value = ''] of attributes.matchAll(/="([^"]*)"/g)) texts.push(value)
    if (close === '/') astray.push(...(open.pop() === name ? [] : [whole]))
    else if (name !== '' && empty !== '/') open.push(name)
  }
  expect([end, open, astray]).toEqual([xml.length, [], []])
  return texts.map((text) =>
    text
      .replaceAll('&#10;', '\n')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )
}

test('whatever the author wrote, the XML is well formed and says it', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\u0000', '\uFFFF', '\uD800', '\n', 'a'),
    }),
  )
  fc.assert(
    fc.property(words, words, (message, file) => {
      const unchanged = { ...scene, plain: (text: string): string => text }
      const texts = textsOf(junit([reportOf([{ message }], file)], unchanged))
      // oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
      const held = message.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      expect(texts).toContain(held)
    }),
  )
})
