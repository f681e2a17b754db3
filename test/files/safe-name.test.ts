import { describe, expect, test } from 'vitest'
import { safeName, uniqueNames } from '../../src/files/files.ts'

describe('a text of a stranger as the name of a file', () => {
  test.each([
    ['keeps what every system takes', 'Lebenslauf (März) 😀.pdf', 'Lebenslauf (März) 😀.pdf'],
    ['leads nowhere', '../../etc/passwd', '_.._etc_passwd'],
    ['leads nowhere on Windows', String.raw`C:\Windows\win.ini`, 'C_Windows_win.ini'],
    ['has no signs of Windows', 'a<b>c:d"e|f?g*h.txt', 'a_b_c_d_e_f_g_h.txt'],
    ['is no device', 'con', '_con'],
    ['is no device with an ending', 'LPT1.tar.gz', '_LPT1.tar.gz'],
    ['is no hidden file', '.bashrc', 'bashrc'],
    ['is not the folder itself', '..', ''],
    ['has no blanks or dots at its end', 'report.pdf. . ', 'report.pdf'],
    ['is on one line', 'a\nb\0c\u2028d', 'a_b_c_d'],
    ['does not turn its ending around', 'cv\u202Egpj.exe', 'cvgpj.exe'],
    ['has one spelling of an accent', 'e\u0301.txt', '\u00E9.txt'],
    ['is well-formed', 'a\uD800b', 'a\uFFFDb'],
    ['may be empty', '   ', ''],
    ['keeps its ending when it is shortened', `${'x'.repeat(300)}.pdf`, `${'x'.repeat(36)}.pdf`],
    ['is not cut within a character', '😀'.repeat(30), '😀'.repeat(10)],
  ])('%s', (_, text, name) => expect(safeName(text, 40)).toBe(name))
})

test('names in one folder are unique, also where case does not count', () => {
  const unique = uniqueNames(['manifest.json'])
  const names = ['a.pdf', 'a.pdf', 'A.PDF', 'a (2).pdf', 'b', 'b', 'Manifest.json']
  expect(names.map(unique)).toEqual([
    'a.pdf',
    'a (2).pdf',
    'A (3).PDF',
    'a (2) (2).pdf',
    'b',
    'b (2)',
    'Manifest (2).json',
  ])
})
