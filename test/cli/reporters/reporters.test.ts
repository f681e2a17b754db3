import { expect, test } from 'vitest'
import { wantedReports, type WantedReport } from '../../../src/cli/forms/reporters.ts'

test.each<[readonly string[], readonly WantedReport[]]>([
  [[], [{ name: 'text' }]],
  [['json'], [{ name: 'json' }]],
  [['json=-'], [{ name: 'json' }]],
  [['sarif=a=b.sarif'], [{ name: 'text' }, { name: 'sarif', file: 'a=b.sarif' }]],
  [
    ['junit=out/a.xml', 'github'],
    [{ name: 'junit', file: 'out/a.xml' }, { name: 'github' }],
  ],
])('%j asks for %j: one report is printed, the others are written', (words, wanted) => {
  expect(wantedReports(words, 'text')).toEqual(wanted)
})

test.each<[readonly string[], string]>([
  [['gitlab'], 'There is no reporter "gitlab". Did you mean junit?'],
  [['gitlab=report.xml'], 'There is no reporter "gitlab". Did you mean junit?'],
  [['codeql'], 'There is no reporter "codeql". Did you mean sarif?'],
  [['actions'], 'There is no reporter "actions". Did you mean github?'],
  [['stylish'], 'There is no reporter "stylish". Did you mean text?'],
  [['jsn'], 'There is no reporter "jsn". Did you mean json?'],
  [['html=a.html'], 'There is no reporter "html". There is text, json, sarif, github, junit, markdown.'],
  [
    ['constructor'],
    'There is no reporter "constructor". There is text, json, sarif, github, junit, markdown.',
  ],
  [[''], 'There is no reporter "". There is text, json, sarif, github, junit, markdown.'],
  [['json='], '--reporter json= names no file. Write one after the "=".'],
  [
    ['text', 'junit'],
    'Only one report can be printed, and both text and junit are asked for. Send one to a file, as in --reporter junit=report.xml.',
  ],
  [['json=a', 'sarif=a'], 'Two reports would be written to a. Name another file.'],
])('%j is misuse', (words, problem) => {
  expect(() => wantedReports(words, 'text')).toThrow(
    expect.objectContaining({ code: 'usage', message: problem }),
  )
})
