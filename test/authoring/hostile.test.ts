import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textReport } from '../../src/cli/forms/reporters.ts'
import { plain } from '../../src/cli/terminal/plain.ts'
import { noPaint } from '../../src/cli/terminal/terminal.ts'
import { linesOf } from '../../src/authoring/yaml/lines.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { runs } from '../support/is-long.ts'

const sample = `# A survey
name: "Survey: first"
steps:
  - &first
    name: 'It''s you'
    components:
      - type: IdentityInfo
        content: {fields: [{key: emailAddress, label: E-mail}]}
      - type: Dropdown
        content:
          options: &options
            - One
            - |
              Two
              lines
  - <<: *first
    name: Thanks
---
name: Second
steps: []
`
const pieces =
  ': |- |\n|\t|"|\'|[|]|{|}|&a|*a|<<: *a|!x|@|`|%|---\n|...\n|#|,|?|> |null|~|\r\n|\r|\0|\u{1F44D}|\u202E|\uFEFF|x: y\n'
    .split('|')
    .concat('|')
const edit = fc.record({
  at: fc.nat(sample.length),
  drop: fc.nat(12),
  put: fc.oneof(fc.constantFrom(...pieces), fc.constant('')),
})

test('a spec broken in any way is answered, at places inside the file', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const source = edits.reduce(
        (broken, { at, drop, put }) => broken.slice(0, at) + put + broken.slice(at + drop),
        sample,
      )
      expect(problemsOf(new TextEncoder().encode(source))).toEqual([])
    }),
    { numRuns: runs(300), seed: 20 },
  )
})

test('bytes of any kind are answered, at places inside the file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(problemsOf(bytes)).toEqual([])
    }),
    { seed: 20 },
  )
})

/** What is wrong with the answer to a file; nothing, if it is one finding or form at least, each inside the file. */
function problemsOf(bytes: Uint8Array): string[] {
  const source = new TextDecoder().decode(bytes)
  const lines = linesOf(source)
  const { findings, forms } = checkSpec(bytes)
  const last = source.split(/\r\n?|\n/).length
  const outside = findings.filter(
    ({ line, column, endLine, endColumn, message }) =>
      line < 1 ||
      endLine > last ||
      column > lines.line(line).length + 2 ||
      endLine < line ||
      (endLine === line && endColumn < column) ||
      message.trim() === '',
  )
  const problems = outside.map((finding) => JSON.stringify(finding))
  if (findings.length + forms.length === 0) problems.push('no answer')
  const shown = textReport([{ file: 'a', text: source, findings }], { paint: noPaint, plain, columns: 80 })
  return /(?!\n)[\p{Cc}\u202E]/u.test(shown) ? [...problems, `acts on a terminal: ${shown}`] : problems
}
