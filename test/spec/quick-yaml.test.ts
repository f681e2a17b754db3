import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLError } from 'yaml'
import { expect, test } from 'vitest'
import { compose, composeSlowly, type SpecDocument } from '../../src/spec/compose.ts'
import { isEmpty } from '../../src/spec/open-document.ts'
import { limits } from '../../src/spec/limits.ts'
import { quickDocuments } from '../../src/spec/quick-yaml.ts'

/** All of a node that anything here looks at. */
function shown(node: unknown): unknown {
  if (isAlias(node)) return { alias: node.source, range: node.range?.slice(0, 2) }
  if (isScalar(node)) {
    const { value, source, type, anchor, tag, range } = node
    return { value, source, type, anchor, tag, range: range?.slice(0, 2) }
  }
  if (!isMap(node) && !isSeq(node)) return node
  const { flow, anchor, tag, range } = node
  const items = isMap(node)
    ? node.items.map(({ key, value }) => [shown(key), shown(value)])
    : node.items.map(shown)
  return { items, flow, anchor, tag, range: range?.slice(0, 2) }
}

const told = ({ name, code, pos, message }: YAMLError): unknown => ({ name, code, pos, message })

const documentShown = ({ contents, errors, warnings }: SpecDocument): unknown => ({
  contents: shown(contents satisfies Node | null),
  errors: errors.map(told),
  warnings: warnings.map(told),
})

const quickly = (text: string): unknown => {
  const documents = quickDocuments(text)
  return typeof documents === 'string' ? undefined : documents.map(documentShown)
}

const slowly = (text: string): unknown => {
  const { documents, limit } = composeSlowly(text)
  return limit ?? documents.filter((document) => !isEmpty(document)).map(documentShown)
}

const usual: readonly (readonly [what: string, text: string])[] = [
  ['objects and lists', 'a: 1\nb:\n  - c: d\n    e: f\n  - - g\n    - h\ni:\n- j\n-\n'],
  ['comments and blank lines', '# head\n\na: b # c\n\n# mid\nd:\n  # in\n  - e\n\n# foot\n'],
  ['nothing for a value', 'a:\nb:   \nc:\n  - d:\n  -\n'],
  [
    'all kinds of values',
    'a: true\nb: FALSE\nc: ~\nd: Null\ne: -12\nf: +1.50\ng: .5e3\nh: 0x1F\ni: 0o17\nj: .inf\nk: -.INF\nl: .NaN\nm: yes\nn: 007\n',
  ],
  ['keys that are no words', '1: a\ntrue: b\n"q: k": c\n\'s\': d\na b: e\nhttp://x: f\n'],
  ['quotes', `a: "b\\n\\"c\\" \\\\ \\t\\_"\nd: 'it''s'\ne: "x: y # z" # c\nf: ""\n`],
  [
    'blocks of text',
    'a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n\n  three\n\nc:\n  - |-\n    x\n  - >\n    y\n',
  ],
  ['brackets', 'a: [b, "c", \'d\', 1, *e, [f], {}]\ng: { h: i, "j": [k] }\nl: []\n'],
  ['anchors, aliases, merges', 'a: &x text\nb: &y\n  c: d\ne: *x\nf:\n  <<: *y\n  g: *missing\n'],
  ['JSON on one line', '{"a":{"b":[1,true,{"c":"d"}],"e":null},"f": [[[[[[]]]]]], g: h}\n'],
  ['a list in brackets', '# a\n[a, {b: c}] # d\n'],
  ['entries in brackets', '- {a: b, c: [d]}\n- ["e"]\n- x: {g: h} # i\n'],
  ['tags', 'a: !custom b\nc: !bool "d"\n'],
  ['documents', '# head\n---\na: b\n---\n- c\n'],
  ['line ends of Windows', 'a: b\r\nc:\r\n  - d # e\r\n\r\nf: "g"\r\n'],
  ['no line end', 'a:\n  - b'],
  ['texts that no quotes protect', 'a: @b\nc: `d`\ne: -f\ng: h:i\nj: k#l\nm: n "o" p\n'],
  ['escapes that YAML does not know', 'a: "\\q and \\d"\n'],
]

test.each(usual)('what is usual is read quickly, as the library reads it: %s', (_, text) => {
  expect(quickly(text)).toBeDefined()
  expect(quickly(text)).toEqual(slowly(text))
})

test.each([
  ['a tab', 'a:\tb\n'],
  ['a text over lines', 'a: b\n  c\n'],
  ['a quoted text over lines', 'a: "b\n  c"\n'],
  ['brackets over lines', 'a: [b,\n  c]\n'],
  ['a value below its key', 'a:\n  b\n'],
  ['a second value', 'a: b: c\n'],
  ['a column that no key has', 'a:\n    b: c\n  d: e\n'],
  ['a key without a colon', 'a: b\nc\n'],
  ['an entry in an object', 'a: b\n- c\n'],
  ['a comment that lengthens what stands above', 'a:\n  b: c\n  # d\ne: f\n'],
  ['a comment without a blank', 'a: "b"#c\n'],
  ['a quote without an end', 'a: "b\n'],
  ['a bracket without an end', 'a: [b\n'],
  ['a directive', '%YAML 1.2\n---\na: b\n'],
  ['an end of a document', 'a: b\n...\n'],
  ['an explicit key', '? a\n: b\n'],
  ['a single value', 'text\n'],
  ['nothing', ''],
  ['a list in a list that goes too deep', `${Array.from({ length: 30 }, () => '- ').join('')}a\n`],
  ['more lines than are taken', '- a\n'.repeat(100_000)],
  ['more anchors than are taken', Array.from({ length: 201 }, (_, i) => `a${i}: &b${i} c\n`).join('')],
])('what is unusual is left to the library: %s', (_, text) => {
  expect(quickly(text)).toBeUndefined()
})

// Each kind of piece once: a kind that were counted twice or not at all would move the limit by a fiftieth.
const pieces = `- k: v
  "l": "m"
- 'n'
- o:
    - p # q
- [a, "b", {c: d, "e":f}]
- *a
- !a b
# c

- |
  a
  b
- a:
- b: # c
    - d
`

test('what the limit of pieces allows is read quickly, and what it does not is told at the same place', () => {
  const { counts } = composeSlowly(pieces.repeat(100)).trace
  // A document is a piece itself.
  const most = Math.floor((limits.pieces - 10) / ((counts.pieces - 1) / 100))
  expect(quickDocuments(pieces.repeat(most))).toBeInstanceOf(Array)
  const text = pieces.repeat(most + 2)
  expect(quickDocuments(text)).toBe('crowded')
  const { limit } = compose(text)
  expect(limit).toMatchObject({ code: 'yaml-limit' })
  expect(limit).toEqual(composeSlowly(text).limit)
})

const specs = ['fixtures/specs', 'fixtures/unseen'].flatMap((folder) =>
  readdirSync(folder).map((name) => readFileSync(`${folder}/${name}/bad.yaml`, 'utf8')),
)
const slips =
  '| |  |\n|\n\n|:|: |- |-|#| # c|"|\'|[|]|{|}|,|&a |*a|!t |>|>-\n|---\n|...\n|%|@|`|?|\r\n|0|1.5|true|~|<<: *a|  # c\n|\\|\\n|é|😀|+|.|\n  |\n      |k: v\n'.split(
    '|',
  )

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.nat({ max: 6 }),
  slip: fc.constantFrom(...slips, '|', '|-\n'),
})

/** Some lines of a spec, moved to the left, with a few signs changed. */
const texts = fc
  .record({
    spec: fc.constantFrom(...specs, ...usual.map(([, text]) => text)),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 14 }),
    edits: fc.array(edit, { maxLength: 3 }),
  })
  .map(({ spec, from, length, edits }) => {
    const lines = spec.split('\n')
    const some = lines.slice(Math.floor(from * lines.length)).slice(0, length)
    const indent = /^ */.exec(some[0] ?? '')?.[0] ?? ''
    let text = some.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
    for (const { at, gone, slip } of edits) {
      const place = Math.floor(at * text.length)
      text = text.slice(0, place) + slip + text.slice(place + gone)
    }
    // Old line ends are replaced before.
    return text.replaceAll(/\r(?!\n)/g, '\n')
  })

test('whatever is read quickly is read as the library reads it: values, places and faults', () => {
  let read = 0
  fc.assert(
    fc.property(texts, (text) => {
      const documents = quickly(text)
      if (documents === undefined) return
      read++
      expect(documents).toEqual(slowly(text))
    }),
    { numRuns: 4000, seed: 20_261_121 },
  )
  expect(read).toBeGreaterThan(400)
})
