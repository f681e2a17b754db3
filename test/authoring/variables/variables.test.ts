import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import {
  readVariables,
  environmentName,
  fillText,
  isVariableName,
  variablesFrom,
  type VariableValue,
  type Variables,
} from '../../../src/authoring/variables/variables.ts'
import { runs } from '../../support/is-long.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const given = (values: Readonly<Record<string, VariableValue>>): Variables => ({
  valueOf: (name) => new Map(Object.entries(values)).get(name),
  names: Object.keys(values),
  isWhole: true,
})
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  fillText(text, ({ name = '' }) => new Map(Object.entries(values)).get(name))

const step = (question: string): string =>
  `  - name: A\n    components: [{type: ShortInput, content: {question: ${question}}}, {type: NextButton, content: {label: Next}}]\n`
const last = '  - name: B\n    components: [{type: Header, content: {title: B}}]\n'
const specOf = (question: string, vars = ''): string => `${vars}name: N\nsteps:\n${step(question)}${last}`
const question = (text: string, variables?: Variables): unknown => {
  const [form] = checkSpec(bytesOf(text), variables).forms
  return JSON.parse(JSON.stringify(form?.value)).steps[0].components[0].content.question
}
const said = (text: string, variables?: Variables): string[] =>
  checkSpec(bytesOf(text), variables).findings.map(
    ({ line, column, endLine, endColumn, code, help }) =>
      `${line}:${column}-${endLine}:${endColumn} ${code}${help?.startsWith('Did') ? `, ${help}` : ''}`,
  )

test.each([
  ['${a}', 'Acme'],
  ['for ${a}, by ${a}!', 'for Acme, by Acme!'],
  ['${größe} ${x.y-z_1}', 'XL dotted'],
  ['$${a}', '${a}'],
  ['$$${a}', '$Acme'],
  ['$$$${a}', '$${a}'],
  ['$$ and $5 stay, and {a} and $a', '$$ and $5 stay, and {a} and $a'],
  ['${b}', '${a} $${a} $&'],
  ['${empty}|', '|'],
  ['${__proto__} ${constructor} ${toString}', '${__proto__} ${constructor} ${toString}'],
  ['${ a } ${} ${a', '${ a } ${} ${a'],
  ['$', '$'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  const values = { a: 'Acme', größe: 'XL', 'x.y-z_1': 'dotted', b: '${a} $${a} $&', empty: '' }
  expect(fill(text, values)).toBe(expected)
})

test.each(['a', 'größe', '_x', '__proto__', 'A1.b-c_d', 'x'.repeat(100)])('%s is a name', (name) => {
  expect(isVariableName(name)).toBe(true)
})

test.each(['', '1a', 'a b', 'a}', '${a}', '-a', 'a:b', 'x'.repeat(101)])('%j is no name', (name) => {
  expect(isVariableName(name)).toBe(false)
})

test('the environment has a name in capitals for each', () => {
  expect(['customer', 'Sales-Region', 'größe'].map(environmentName)).toEqual([
    'FORMCTL_VAR_CUSTOMER',
    'FORMCTL_VAR_SALES_REGION',
    'FORMCTL_VAR_GR_SSE',
  ])
})

describe('values are data', () => {
  const part = fc.oneof(
    fc.record({ text: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[${]/g, '')) }),
    fc.record({ name: fc.constantFrom('a', 'b', '__proto__', 'constructor') }),
    fc.constant({ literal: true as const }),
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('true', '7', '"', "'", '\n- x: y\n', '\u0000\u001B', '${a}', '$${', '*x', '{[', '# x'),
  )

  test('whatever they hold, only the texts change, each to what was asked for', () => {
    const names = fc.record({ a: value, b: value, __proto__: value, constructor: value })
    fc.assert(
      fc.property(fc.array(part), names, (parts, values) => {
        const held = new Map(Object.entries(values))
        const written = parts.map((one) =>
          'name' in one ? `\${${one.name}}` : 'literal' in one ? '$${' : one.text,
        )
        const expected = parts.map((one) =>
          'name' in one ? (held.get(one.name) ?? `\${${one.name}}`) : 'literal' in one ? '${' : one.text,
        )
        const variables = { valueOf: (name: string) => held.get(name), names: [], isWhole: true }
        expect(question(specOf(JSON.stringify(written.join(''))), variables)).toBe(expected.join(''))
      }),
      { numRuns: runs(300), seed: 7 },
    )
  })

  test('a text stays a text, and a key is never touched', () => {
    const text = `name: N\nsteps:\n  - name: A\n    components: [{type: Dropdown, content: {options: ["\${t}", "\${n}"], isMulti: "\${t}", "\${t}": x}}]\n${last}`
    const { forms, findings } = checkSpec(bytesOf(text), given({ t: 'true', n: '7' }))
    expect(forms[0]?.value).toMatchObject({
      steps: [{ components: [{ content: { options: ['true', '7'], isMulti: 'true', '${t}': 'x' } }] }, {}],
    })
    const wrong = findings.find(({ code }) => code === 'wrong-type')
    expect(wrong).toMatchObject({ path: ['steps', 0, 'components', 0, 'content', 'isMulti'] })
    // The fix of a text would take the variable away.
    expect(wrong).not.toHaveProperty('fix')
  })

  test('a default is the text that was written, whatever YAML would make of it', () => {
    const vars =
      'vars: {a: 007, b: 1.50, c: true, d: 2024-01-01, e: "x", f: 1e400, g: ~, __proto__: p, constructor: c}\n'
    const text = '"${a} ${b} ${c} ${d} ${e} ${f} ${__proto__} ${constructor}"'
    const form = specOf(text, vars)
    expect(question(form)).toBe('007 1.50 true 2024-01-01 x 1e400 p c')
    expect(said(form)).toEqual(['1:67-1:68 unused-variable'])
  })
})

test('a value from outside beats a default, and a name with nothing behind it has none', () => {
  const form = specOf('"${a} ${b}"', 'vars:\n  a: default\n  b:\n')
  expect(question(form, given({ a: 'outer', b: 'too' }))).toBe('outer too')
  expect(said(form)).toEqual(['7:63-7:67 missing-variable'])
})

test('vars are not part of the form, and rules see it filled in', () => {
  const text = `vars: {k: emial}\nname: N\nsteps:\n  - name: A\n    components: [{type: IdentityInfo, content: {fields: [{key: "\${k}", label: L}]}}, {type: NextButton, content: {label: N}}]\n${last}`
  const { forms, findings, variables } = checkSpec(bytesOf(text))
  expect(Object.keys(Object(forms[0]?.value))).toEqual(['name', 'steps'])
  expect(findings).toMatchObject([
    { code: 'not-one-of', line: 5, column: 64, message: expect.stringContaining('"emial"') },
  ])
  expect(findings[0]).not.toHaveProperty('fix')
  expect([...variables]).toEqual(['k'])
})

test('what is shared by aliases and merges is filled in everywhere, and said once', () => {
  const text = `name: &n "\${a} \${x}"\nsteps:\n  - &s\n    name: *n\n    components: [{type: Header, content: &c {title: "\${a}"}}, {type: NextButton, content: {label: N}}]\n  - <<: *s\n    components: [{type: Header, content: *c}]\n`
  const { forms, findings } = checkSpec(bytesOf(text), given({ a: 'A' }))
  expect(forms[0]?.value).toMatchObject({
    name: 'A ${x}',
    steps: [
      { name: 'A ${x}' },
      { name: 'A ${x}', components: [{ type: 'Header', content: { title: 'A' } }] },
    ],
  })
  expect(findings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
    '1:16 missing-variable',
  ])
})

describe('a missing variable is placed where it is written', () => {
  const form = `steps:\n${step('"q"')}${last}`
  test.each([
    ['in a plain text', 'name: 日本 👍 ${x} y\n'],
    ['on the second line of one', 'name: a\n  ${y} b ${x}\n'],
    ['in single quotes', "name: 'it''s ${y} and ${x}'\n"],
    ['in double quotes, behind escapes', 'name: "\\u65e5\\t👍 $${z} ${x}"\n'],
    ['in double quotes over lines', 'name: "a\n\n  b \\\n  ${x}"\n'],
    ['in a block text', 'name: | # not ${y}\n  a ${y}\n  $$${x}\n'],
    ['in a folded one with a header', 'name: >2-\n   a\n\n   ${x}\n'],
    ['behind a tag and an anchor', 'name: !!str &a ${x}\n'],
    ['in a text with Windows line ends', 'name: |\r\n  a\r\n  b ${x}\r\n'],
  ])('%s', (_, name) => {
    const before = name.slice(0, name.indexOf('${x}')).split('\n')
    const place = [before.length, (before.at(-1) ?? '').length + 1].join(':')
    const found = said(`${name}${form}`, given({ y: 'Y' }))
    expect(found).toEqual([expect.stringMatching(`^${place}-\\d+:\\d+ missing-variable$`)])
  })

  test('as a whole text, where escapes hide its signs', () => {
    expect(said(`name: "a \\x24{x} \${y}"\n${form}`, given({ y: 'Y' }))).toEqual([
      '1:7-1:23 missing-variable',
    ])
  })
})

test.each([
  ['a name that is nearly one', '"${custmer}"', '7:58-7:68 missing-variable, Did you mean ${customer}?'],
  ['spaces around a name', '"${ customer }"', '7:58-7:71 variable-syntax'],
  ['no end', '"${customer and"', '7:58-7:68 variable-syntax'],
  ['no name', '"${} ${customer}"', '7:58-7:61 variable-syntax'],
  ['a default as in a shell', '"${customer:-you}"', '7:58-7:74 variable-syntax'],
  ['two signs', '"${customer} ${"', '7:70-7:72 variable-syntax'],
])('%s is one finding', (_, text, expected) => {
  const found = said(specOf(text, 'vars:\n  customer: Acme\n  \n'))
  expect(found.filter((line) => !line.endsWith('unused-variable'))).toEqual([expected])
})

test('what is misspelt is not also said to be unused', () => {
  for (const text of ['"${custmer}"', '"${ customer }"', '"${customer"'])
    expect(said(specOf(text, 'vars:\n  customer: Acme\n'))).toHaveLength(1)
})

test.each([
  ['a list', 'vars: [a]\n', '1:7-1:10 variable-value'],
  ['a text', 'vars: a\n', '1:7-1:8 variable-value'],
  ['a value that is a list', 'vars: {a: [[1]]}\n', '1:11-1:16 variable-value'],
  ['a value that is an object', 'vars:\n  a:\n    b: c\n', '3:5-3:9 variable-value'],
  ['a key that is written twice', 'vars: {a: 1, a: 2}\n', '1:14-1:15 yaml-duplicate-key'],
])('%s for variables is said, without what follows from it', (_, vars, expected) => {
  expect(said(specOf('"${a}"', vars))).toEqual([expected])
})

test('no variables at all are no fault', () => {
  for (const vars of ['vars:\n', 'vars: {}\n', 'vars: ~\n']) expect(said(specOf('q', vars))).toEqual([])
})

test('a form that grows past the limit with its variables is said, and not filled in', () => {
  const text = specOf(`"${'${a}'.repeat(1000)}"`)
  const { findings } = checkSpec(bytesOf(text), given({ a: 'x'.repeat(5000) }))
  expect(findings).toMatchObject([
    { code: 'yaml-limit', line: 1, message: expect.stringContaining('larger than 4 MiB') },
  ])
})

describe('a file of variables', () => {
  const read = (text: string): unknown => {
    const { values, findings, isWhole } = readVariables(bytesOf(text))
    return [
      Object.fromEntries(values),
      findings.map(({ line, column, code }) => `${line}:${column} ${code}`),
      isWhole,
    ]
  }

  test.each([
    [
      'YAML',
      'a: 007\nb: "x: y"\nc:\nd: |\n  two\n  lines\n',
      { a: { text: '007', value: 7 }, b: 'x: y', d: 'two\nlines\n' },
    ],
    [
      'JSON',
      '{\n\t"a": 1.50, "b": true,\n\t"c": null, "d": "\\u0000\\n\\ud83d\\ude00"}',
      { a: { text: '1.50', value: 1.5 }, b: { text: 'true', value: true }, d: '\u0000\n😀' },
    ],
    ['nothing', '# nothing\n', {}],
    ['a byte order mark', '\uFEFFa: 1\n', { a: { text: '1', value: 1 } }],
    [
      'lists',
      'a: [x, 007, true]\nb: []\n',
      {
        a: { text: 'x, 007, true', value: ['x', { text: '007', value: 7 }, { text: 'true', value: true }] },
        b: { text: '', value: [] },
      },
    ],
  ])('may be %s', (_, text, values) => {
    expect(read(text)).toEqual([values, [], true])
  })

  test('keeps names that objects have by themselves apart from those', () => {
    const { values } = readVariables(bytesOf('{"__proto__": "p", "constructor": "c", "toString": "t"}'))
    expect([...values]).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['toString', 't'],
    ])
  })

  test.each([
    ['a list', '- a\n', ['1:1 variable-value']],
    ['a value that is none', 'a: [[1]]\nb: 2\n', ['1:4 variable-value']],
    ['a second document', 'a: 1\n---\nb: 2\n', ['3:1 variable-value']],
    ['broken YAML', 'a: "x\n', ['1:4 yaml-quote']],
    ['bytes of another code', 'a: \u0000\n', ['1:4 not-text']],
    ['too many of them', Array.from({ length: 1001 }, (_, i) => `v${i}: x\n`).join(''), ['1:1 yaml-limit']],
  ])('says %s', (_, text, expected) => {
    expect(read(text)).toEqual([expect.anything(), expected, false])
  })

  test('says a name that is none, which is no reason to stop', () => {
    expect(read('"a b": 1\nc: 2\n')).toEqual([{ c: { text: '2', value: 2 } }, ['1:1 variable-name'], true])
  })
})

test('a missing variable is not said where not all that was given could be read', () => {
  const text = specOf('"${x} ${ y }"')
  expect(said(text, { ...given({}), isWhole: false })).toEqual([expect.stringContaining('variable-syntax')])
})

describe('a variable alone has the type of its value', () => {
  const vars = 'vars: {n: 5, yes: true, list: [Paris, 007, true], year: 2026, code: 007, none: []}\n'
  const contentOf = (content: string, variables?: Variables, before = vars): unknown => {
    const text = `${before}name: N\nsteps:\n  - name: A\n    components: [{type: Dropdown, content: {${content}}}, {type: NextButton, content: {label: Next}}]\n${last}`
    const { forms, findings } = checkSpec(bytesOf(text), variables)
    const codes = findings.flatMap(({ code, line, column }) =>
      code === 'unused-variable' ? [] : `${line}:${column} ${code}`,
    )
    return [JSON.parse(JSON.stringify(forms[0]?.value)).steps[0].components[0].content, codes]
  }
  const dropdown = { question: 'Q?', options: ['a'] }
  const untyped = (values: Readonly<Record<string, string>>, like?: VariableValue): Variables =>
    variablesFrom({
      named: new Map(Object.entries(values)),
      files: new Map(like === undefined ? [] : Object.keys(values).map((name) => [name, like])),
      environment: () => undefined,
      isWhole: true,
    })(new Map())

  test.each([
    ['a number', 'question: Q?, options: [a], maxChoices: "${n}"', { ...dropdown, maxChoices: 5 }],
    ['true', 'question: Q?, options: [a], isMulti: "${yes}"', { ...dropdown, isMulti: true }],
    [
      'a list, whose entries are texts there',
      'question: Q?, options: "${list}"',
      { question: 'Q?', options: ['Paris', '007', 'true'] },
    ],
    [
      'a text where only a text can stand',
      'question: "${year}", options: ["${code}"]',
      { question: '2026', options: ['007'] },
    ],
    [
      'a text inside a longer one',
      'question: "${n} ${yes} ${code}", options: [a]',
      { ...dropdown, question: '5 true 007' },
    ],
  ])('%s', (_, content, expected) => {
    const [value, found] = JSON.parse(JSON.stringify(contentOf(content)))
    expect(value).toEqual(expected)
    expect(found).toEqual(found.filter((code: string) => code.endsWith('ignored-key')))
  })

  test('a word of a translation stays a text', () => {
    const text = `vars: {n: 5}\n${specOf('Q')}translations: {fr: {Q: "\${n}"}}\n`
    expect(checkSpec(bytesOf(text)).forms[0]?.value).toMatchObject({ translations: { fr: { Q: '5' } } })
  })

  test.each([
    ['a longer text', 'question: "In ${list}", options: [a]', 'variable-value'],
    ['a place of one text', 'question: "${list}", options: [a]', 'variable-value'],
    ['another list', 'question: Q?, options: ["${list}", a]', 'variable-value'],
  ])('a list in %s is one finding', (_, content, code) => {
    const [, found] = JSON.parse(JSON.stringify(contentOf(content)))
    expect(found).toEqual([expect.stringContaining(code)])
  })

  test.each([
    ['n', '7', 7],
    ['n', ' 7.50 ', 7.5],
    ['n', '-1e2', -100],
    ['yes', 'False', false],
    ['list', ' a, b ,c', ['a', 'b', 'c']],
    ['list', '', []],
  ])('%s: the text %j is read as %j', (name, text, expected) => {
    const key = { n: 'maxChoices', yes: 'isMulti', list: 'options' }[name] ?? ''
    const [value] = JSON.parse(
      JSON.stringify(contentOf(`question: Q?, ${key}: "\${${name}}"`, untyped({ [name]: text }))),
    )
    expect(value[key]).toEqual(expected)
  })

  test.each([
    ['n', 'many'],
    ['n', ''],
    ['n', '0,5'],
    ['n', '0x10'],
    ['n', 'Infinity'],
    ['yes', 'yes'],
    ['yes', '1'],
  ])('%s: the text %j is one finding, which names all of it', (name, text) => {
    const uses = `question: "Of \${${name}}", options: [a], maxChoices: "\${${name}}"`
    const spec = `${vars}name: N\nsteps:\n  - name: A\n    components: [{type: Dropdown, content: {${uses}}}, {type: NextButton, content: {label: Next}}]\n${last}`
    const found = checkSpec(bytesOf(spec), untyped({ [name]: text })).findings.filter(
      ({ severity }) => severity === 'error',
    )
    expect(found).toMatchObject([
      { code: 'variable-value', message: expect.stringMatching(`"${name}" is .*, and --var gives it `) },
    ])
  })

  test('a text of the project is read like one of the command line, and its finding names the project', () => {
    const of = (n: string) => {
      const project = new Map([['n', n]])
      const sources = {
        named: new Map(),
        files: new Map(),
        environment: () => undefined,
        project,
        isWhole: true,
      }
      return JSON.parse(
        JSON.stringify(
          contentOf('question: Q?, options: [a], maxChoices: "${n}"', variablesFrom(sources)(new Map())),
        ),
      )
    }
    expect(of('7')[0].maxChoices).toBe(7)
    expect(of('many')[1]).toEqual([expect.stringContaining('variable-value')])
  })

  test('a text is read as the type that a file gives it, whatever the spec says', () => {
    const [value] = JSON.parse(
      JSON.stringify(
        contentOf('question: Q?, maxChoices: "${n}"', untyped({ n: '7' }, { text: '1', value: 1 }), ''),
      ),
    )
    expect(value.maxChoices).toBe(7)
  })

  test('a text without any type stays a text, and a file keeps its types', () => {
    expect(JSON.stringify(contentOf('maxChoices: "${n}"', untyped({ n: '7' }), ''))).toContain(
      '"maxChoices":"7"',
    )
    expect(JSON.stringify(contentOf('maxChoices: "${n}"', given({ n: '7' })))).toContain('"maxChoices":"7"')
  })
})

describe('keys that begin with x-', () => {
  const shared =
    'vars: {n: Acme, m: x}\nx-of: &of {question: "Of ${n}"}\nx-unused: {a: "${m} ${missing} ${"}\n'

  test('are never sent, and what they hold is filled in where it is used', () => {
    const text = `${shared}${specOf('Q')}`.replace('{question: Q}', '*of')
    expect(question(text)).toBe('Of Acme')
    expect(said(text)).toEqual([])
    expect(Object.keys(Object(checkSpec(bytesOf(text)).forms[0]?.value))).toEqual(['name', 'steps'])
  })

  test('without variables, too; elsewhere than at the top they have no effect', () => {
    expect(said(`x-a: {b: c}\n${specOf('Q')}`)).toEqual([])
    expect(said(specOf('Q').replace('name: A', 'name: A\n    x-a: 1')).join()).toContain('ignored-key')
  })
})
