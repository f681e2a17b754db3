/** A text that was made to cost its reader more than its size, and how it is called. */
export type HostileText = readonly [name: string, bytes: Uint8Array]

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const numbered = (count: number, line: (i: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => line(i)).join('')

/** Texts of about that size, as YAML, JSON or what is neither, that have stopped one parser or another. */
export function hostileTexts(size: number): readonly HostileText[] {
  const filled = (text: string, around: readonly [string, string] = ['', '']): string =>
    around[0] +
    text.repeat(Math.floor((size - around[0].length - around[1].length) / text.length)) +
    around[1]
  const share = size / 1024 / 1024
  const texts: readonly (readonly [string, string])[] = [
    ['alias bomb, flat', `a: &a [${'x, '.repeat(1000)}]\nb: [${filled('*a, ').slice(0, size - 4000)}]\n`],
    ['alias bomb, nested', bomb((i) => `[${nine(`*a${i}`)}]`)],
    [
      'alias bomb of objects',
      bomb((i) => `{${Array.from({ length: 9 }, (_, n) => `k${n}: *a${i}`).join(', ')}}`),
    ],
    ['alias bomb in merge keys', bomb((i) => `{<<: [${nine(`*a${i}`)}], k${i}: 1}`)],
    [
      'merges of a large object',
      `a: &a {${numbered(size / 40, (i) => `key${i}: 1, `)}}\nsteps:\n${'  - <<: *a\n'.repeat(size / 20)}`,
    ],
    ['one merge of many', `a: &a {x: 1}\nb: {<<: [${filled('*a, ').slice(0, size - 40)}]}\n`],
    ['alias of alias as a key', `? &a [x]\n: 1\n${filled('? *a\n: 1\n').slice(0, size - 20)}`],
    ['20,000 anchors', numbered(20_000 * share, (i) => `- &a${i} x\n`)],
    ['20,000 unknown aliases', numbered(20_000 * share, (i) => `- *b${i}\n`)],
    [
      'anchors and near aliases',
      `${numbered(200, (i) => `- &anchor${i} x\n`)}${numbered(size / 14, (i) => `- *ancor${i}\n`)}`,
    ],
    ['depth 10,000, [', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['depth 10,000, {a:', '{a: '.repeat(10_000) + '}'.repeat(10_000)],
    ['depth 10,000, dashes', '- '.repeat(10_000)],
    ['depth 10,000, block sequences', numbered(1400 * share, (i) => `${' '.repeat(i)}-\n`)],
    ['depth 10,000, block mappings', numbered(1400 * share, (i) => `${' '.repeat(i)}a:\n`)],
    ['depth 10,000, JSON', '{"a":['.repeat(10_000) + ']}'.repeat(10_000)],
    ['one line, plain', filled('word ')],
    ['one line, no spaces', filled('x')],
    ['one line, in double quotes', filled('word ', ['a: "', '"\n'])],
    ['one line, in single quotes', filled("word'' ", ["a: '", "'\n"])],
    ['one line, escapes', filled('\\n', ['a: "', '"\n'])],
    ['one line, bad escapes', filled('\\q', ['a: "', '"\n'])],
    ['one line, unicode escapes', filled('\\u00e9', ['a: "', '"\n'])],
    ['one line, a comment', filled('x', ['#', '\n'])],
    ['one line, a key', filled('k', ['', ': 1\n'])],
    ['one line, a quoted key', filled('k', ['"', '": 1\n'])],
    ['one line, emoji', filled('👍 ', ['name: ', '\n'])],
    ['one line, combining signs', filled('\u0301', ['name: a', '\n'])],
    ['one line, bidi signs', filled('\u202E', ['name: ', '\n'])],
    ['many lines, plain', filled('word\n', ['a: ', '']).replaceAll('\n', '\n ')],
    ['many lines, folded', filled(' word\n\n', ['a: >\n', ''])],
    ['many lines, literal', filled(' x\n', ['a: |\n', ''])],
    ['many lines, quoted', filled('x\n  ', ['a: "', '"\n'])],
    ['many empty lines', filled('\n', ['a: 1', 'b'])],
    ['many comments', filled('#\n', ['a: 1\n', ''])],
    ['many ignore comments', filled('# formctl-ignore x\n', ['a: 1\n', ''])],
    ['carriage returns', filled('\r')],
    ['documents without end', filled('---\n')],
    ['documents with values', filled('--- a\n')],
    ['ends of documents', filled('...\n')],
    ['directives', filled('%A\n')],
    ['a key 100,000 times', filled('k: 1\n')],
    ['a key 100,000 times, in brackets', filled('k: 1, ', ['{', '}'])],
    ['a key 100,000 times, in JSON', filled('"k":1,', ['{', '"k":1}'])],
    ['100,000 keys', numbered(size / 11, (i) => `key${i}: 1\n`)],
    ['100,000 steps that are none', filled('  - 1\n', ['name: a\nsteps:\n', ''])],
    ['100,000 empty steps', filled('  - {}\n', ['name: a\nsteps:\n', ''])],
    ['100,000 unknown types', filled('{type: x},', ['{name: a, steps: [{name: b, components: [', ']}]}'])],
    [
      '100,000 options alike',
      filled('a,', [
        '{name: a, steps: [{name: b, components: [{type: Dropdown, content: {options: [',
        ']}}]}]}',
      ]),
    ],
    [
      '100,000 options that are numbers',
      filled('1,', [
        '{name: a, steps: [{name: b, components: [{type: Dropdown, content: {options: [',
        ']}}]}]}',
      ]),
    ],
    [
      'identity fields in a long chain',
      fieldsIn(numbered(size / 60, (i) => `{key: k${i}, label: a, revealAfter: k${i + 1}},`)),
    ],
    ['identity fields alike', fieldsIn(filled('{key: city, label: a, revealAfter: city},').slice(0, -42))],
    [
      'identity fields in the old shape',
      fieldsIn(filled('{type: text, name: city, label: a},').slice(0, -35)),
    ],
    [
      'keys that look like others',
      `name: a\nsteps:\n${numbered(size / 34, (i) => `  - {nmae${i % 10}: a, componets: []}\n`)}`,
    ],
    [
      'keys that objects inherit',
      filled('{__proto__: {constructor: {toString: {hasOwnProperty: 1}}}},', [
        'name: a\n__proto__: [',
        ']\n',
      ]),
    ],
    [
      'keys that objects inherit, in steps',
      filled('{__proto__: 1, constructor: 2, toString: 3, hasOwnProperty: 4},', ['name: a\nsteps: [', ']\n']),
    ],
    ['a huge number', filled('9', ['name: ', '\n'])],
    ['huge numbers', filled('- 1e400\n')],
    ['a huge hexadecimal number', filled('f', ['name: 0x', '\n'])],
    ['a huge time', filled(':59', ['name: 1', '\n'])],
    ['nothing but [', filled('[')],
    ['nothing but {', filled('{')],
    ['nothing but ]', filled(']')],
    ['nothing but "', filled('"')],
    ["nothing but '", filled("'")],
    ['nothing but tabs', filled('\t')],
    ['nothing but spaces', filled(' ')],
    ['nothing but - ', filled('- ')],
    ['nothing but ? ', filled('? ')],
    ['nothing but : ', filled(': ')],
    ['nothing but &a ', filled('&a ')],
    ['nothing but *a ', filled('*a ')],
    ['nothing but !a ', filled('!a ')],
    ['nothing but !', filled('!')],
    ['nothing but &', filled('&')],
    ['nothing but *', filled('*')],
    ['nothing but |', filled('|\n')],
    ['nothing but >', filled('>')],
    ['nothing but @', filled('@\n')],
    ['nothing but %', filled('%')],
    ['nothing but ,', filled(',', ['[', ']'])],
    ['nothing but "a" ', filled('"a" ')],
    ['nothing but "a": ', filled('"a": ')],
    ['nothing but a: ', filled('a: ')],
    ['nothing but <<: ', filled('<<: *a\n')],
    ['nothing but -', filled('-')],
    ['nothing but - -', filled('-\n')],
    ['nothing but ?\\n', filled('?\n')],
    ['nothing but :\\n', filled(':\n')],
    ['nothing but key without colon', filled('key\n- ')],
    ['tabs before keys', filled('\ta: 1\n', ['name:\n', ''])],
    ['conflict marks', filled('<<<<<<< a\n')],
    ['tags', filled('- !x y\n')],
    ['non-breaking spaces', filled('\u00a0a: 1\n')],
    ['${ without end', filled('${', ['name: "', '"\n'])],
    ['$${ without end', filled('$${', ['name: "', '"\n'])],
    ['$ without end', filled('$', ['name: "', '{"\n'])],
    ['${a} without end', filled('${a}', ['name: "', '"\nvars: {a: x}\n'])],
    ['${a} that is missing', filled('- ${abc}\n', ['name: a\nsteps:\n', ''])],
    ['variables of variables', `vars:\n${numbered(size / 20, (i) => `  v${i}: x\n`)}name: a\n`],
    ['100,000 variables not used', numbered(size / 11, (i) => `v${i}: x\n`)],
    ['${ in a list', filled('  - ${\n', ['name: a\nsteps:\n', ''])],
    ['{ without end behind a name', filled('{', ['name: "${', '"\n'])],
    ['a name without end', filled('a', ['name: "${', '"\n'])],
    ['a CSV of quotes', filled('"', ['a\n', ''])],
    ['a CSV of one column too many', filled(',', ['a\n', ''])],
    ['a CSV of columns', filled('a,')],
    ['a CSV of named columns', numbered(size / 8, (i) => `c${i},`)],
    ['a CSV of rows', filled('a\n')],
    ['a CSV of quoted rows', filled('"a"\n', ['a\n', ''])],
    ['a CSV of quotes inside', filled('x"x\n', ['a\n', ''])],
    ['a CSV of quotes behind', filled('"a"b,', ['a\n', ''])],
    ['a CSV of rows too long', `a\n${numbered(900, () => `${','.repeat(size / 1000)}\n`)}`],
  ]
  return [
    ...texts.map(([name, text]): HostileText => [name, bytesOf(text).subarray(0, 1024 * 1024)]),
    ...hostileBytes(size),
  ]
}

const nine = (text: string): string => Array.from({ length: 9 }, () => text).join(', ')
const bomb = (level: (i: number) => string): string =>
  `x: &a0 {k: 1}\n${numbered(30, (i) => `x${i}: &a${i + 1} ${level(i)}\n`)}`
const fieldsIn = (fields: string): string =>
  `{name: a, steps: [{name: b, components: [{type: IdentityInfo, content: {fields: [${fields}]}}]}]}`

/** Bytes that are no text. */
function hostileBytes(size: number): readonly HostileText[] {
  const wide = (isBig: boolean, mark: boolean): Uint8Array => {
    const text = `${mark ? '\uFEFF' : ''}${'name: a\n'.repeat(size / 16)}`
    const bytes = Buffer.from(text, 'utf16le').subarray(0, Math.floor(size / 2) * 2)
    return isBig ? Buffer.from(bytes).swap16() : bytes
  }
  const latin = Buffer.from('name: Müller\n'.repeat(size / 13), 'latin1')
  return [
    ['bytes that are no UTF-8', new Uint8Array(size).fill(0xff)],
    ['Latin-1', latin],
    ['one wrong byte at the end', Buffer.concat([Buffer.alloc(size - 1, 'a'), Buffer.from([0xc3])])],
    ['UTF-16, little end first', wide(false, true)],
    ['UTF-16, big end first', wide(true, true)],
    ['UTF-16 without a mark', wide(false, false)],
    ['UTF-16, big end first, without a mark', wide(true, false)],
    ['UTF-32', Buffer.alloc(size, Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))],
    ['nothing but NUL', new Uint8Array(size)],
    ['NUL at the end', Buffer.concat([Buffer.alloc(size - 1, 'a: 1\n'), Buffer.from([0])])],
    ['byte order marks', Buffer.alloc(size, Buffer.from([0xef, 0xbb, 0xbf]))],
  ]
}
