/** Numbers in [0, 1) that a seed decides. */
export type Luck = () => number

/** A run of luck (mulberry32). */
export function luckOf(seed: number): Luck {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <T>(luck: Luck, list: readonly T[]): T => list[Math.floor(luck() * list.length)] as T
export const many = (luck: Luck, least: number, most: number): number =>
  least + Math.floor(luck() * (most - least + 1))
export const happens = (luck: Luck, chance: number): boolean => luck() < chance

const plainTexts = [
  '',
  'a',
  'Ada',
  'two words',
  'größe',
  '東京, 🙂',
  'a,b',
  'say "x"',
  'line\nbreak',
  '\r',
  '\t',
  'x;y\\z',
  '-5',
  '+49 30 12',
  '=1+1',
  '@SUM(A1)',
  '\u3000=1',
  '\u00ad+A1',
  "'=2",
  "'",
  'a much longer text that goes on beyond one block of sixteen bytes',
  'ünïcödé that is long, too: ÄÖÜäöüß and more of them',
  '\u007f',
  '\u{10ffff}',
  '0',
  '2026-03-01T09:00:00.000Z',
  ' lead',
]
const rawStrings = [
  '"\\u0041\\u00e9\\u6771"',
  '"\\ud83d\\ude42"',
  '"\\ud83d"',
  '"\\ude42\\ud83d"',
  '"\\ud83d\\u0041"',
  '"\\/\\b\\f\\n\\r\\t\\"\\\\"',
  '"\\u0000\\u001f"',
  '"\\uFEFF=1"',
  '"\\u003d1+1"',
]
const numbers = [
  '0',
  '-0',
  '7',
  '-5',
  '12.5',
  '0.10',
  '1e400',
  '1E2',
  '9007199254740993',
  '123456789012345',
  '1234567890123456',
  '-1.5e-7',
  '100',
  '1.0',
]
const wrongTimes = [
  '"2026-02-30T00:00:00.000Z"',
  '"2026-03-01"',
  '"2026-03-01T24:00:00.000Z"',
  '""',
  'null',
  '5',
  '"\\u0032026-03-01T09:00:00.000Z"',
  '"2026-03-01T09:00:00.000+01:00 and more text"',
  '"2024-02-29T23:59:59.999Z"',
  '"größe"',
]

const textOf = (luck: Luck): string =>
  happens(luck, 0.04) ? oneOf(luck, rawStrings) : JSON.stringify(oneOf(luck, plainTexts))

/** How JSON is laid out in a document. */
type Style = {
  readonly gap: () => string
  /** How members stand: as usual, in another order, or in any. */
  readonly order: 'usual' | 'other' | 'any'
}

function styleOf(luck: Luck): Style {
  const kind = luck()
  const gaps = kind < 0.6 ? [''] : kind < 0.8 ? ['\n  '] : kind < 0.98 ? [' '] : ['', ' ', '\t', '\r\n']
  return {
    gap: () => oneOf(luck, gaps),
    order: happens(luck, 0.85) ? 'usual' : happens(luck, 0.8) ? 'other' : 'any',
  }
}

type Pair = readonly [string, string]

function objectOf(luck: Luck, { gap, order }: Style, pairs: readonly Pair[]): string {
  const members = pairs.map(([key, value]) => `${gap()}${key}${gap()}:${gap()}${value}${gap()}`)
  if (order === 'any') members.sort(() => luck() - 0.5)
  if (order === 'other') members.reverse()
  return `{${members.length === 0 ? gap() : members.join(',')}}`
}

const arrayOf = ({ gap }: Style, items: readonly string[]): string =>
  `[${items.map((item) => gap() + item + gap()).join(',')}${items.length === 0 ? gap() : ''}]`

type Answer = (luck: Luck, style: Style) => readonly Pair[]

const answers: readonly Answer[] = [
  (luck) => [['"value"', textOf(luck)]],
  (luck) => [['"value"', oneOf(luck, numbers)]],
  (luck) => [
    ['"selected"', textOf(luck)],
    ['"other"', oneOf(luck, ['true', 'false', 'null'])],
  ],
  (luck, style) => [
    [
      '"selected"',
      arrayOf(
        style,
        Array.from({ length: many(luck, 0, 3) }, () => textOf(luck)),
      ),
    ],
  ],
  (luck, style) => [
    [
      '"choices"',
      arrayOf(
        style,
        Array.from({ length: many(luck, 0, 4) }, (_, i) => optionOf(luck, style, i)),
      ),
    ],
    ['"selectedOther"', 'false'],
  ],
  (luck) => [
    ['"firstName"', textOf(luck)],
    ['"emailAddress"', textOf(luck)],
    ...(happens(luck, 0.5) ? [['"phoneNumber"', textOf(luck)] as const] : []),
  ],
  (luck, style) => [
    [
      '"files"',
      arrayOf(
        style,
        Array.from({ length: many(luck, 0, 2) }, () => nestedOf(luck, style, 2)),
      ),
    ],
  ],
  (luck, style) => [['"value"', nestedOf(luck, style, 3)]],
  () => [],
]

const optionOf = (luck: Luck, style: Style, index: number): string =>
  objectOf(luck, style, [
    ['"key"', happens(luck, 0.03) ? '5' : textOf(luck)],
    ['"value"', happens(luck, 0.03) ? 'null' : oneOf(luck, ['true', 'false'])],
    ...(happens(luck, 0.8) ? [['"index"', happens(luck, 0.03) ? '{}' : String(index)] as const] : []),
    ...(happens(luck, 0.02) ? [['"key"', '"again"'] as const] : []),
  ])

function nestedOf(luck: Luck, style: Style, depth: number): string {
  const kind = luck()
  if (depth === 0 || kind < 0.4)
    return happens(luck, 0.5) ? textOf(luck) : oneOf(luck, [...numbers, 'true', 'null'])
  if (kind < 0.7)
    return arrayOf(
      style,
      Array.from({ length: many(luck, 0, 3) }, () => nestedOf(luck, style, depth - 1)),
    )
  const keys = [
    '"a"',
    '"b"',
    '"c d"',
    '"é"',
    ...(happens(luck, 0.1) ? ['"1"', '"a"', '"__proto__"', '"\\u0062"'] : []),
  ]
  return objectOf(
    luck,
    style,
    Array.from({ length: many(luck, 0, 3) }, () => [oneOf(luck, keys), nestedOf(luck, style, depth - 1)]),
  )
}

type Question = {
  readonly id: string
  readonly type: string
  readonly headline: string
  readonly answer: Answer
}
type Form = { readonly id: string; readonly questions: readonly Question[] }
type World = {
  readonly style: Style
  readonly forms: readonly Form[]
  readonly skips: number
  readonly oddity: number
  readonly isFormLast: boolean
  /** A member that some records lack. */
  readonly lacked: string
}

function worldOf(luck: Luck): World {
  const shared = many(luck, 0, 1)
  const forms = Array.from({ length: oneOf(luck, [1, 1, 1, 2, 3]) }, (_, form) => ({
    id: `clf${form}`,
    questions: Array.from({ length: many(luck, 0, 4) }, (_unused, q) => ({
      id: q < shared ? `same${q}` : `q${form}-${q}`,
      type: oneOf(luck, ['ShortInput', 'Dropdown']),
      headline: oneOf(luck, ['Q', 'Your "name"', 'größe?', '']),
      answer: oneOf(luck, answers),
    })),
  }))
  return {
    style: styleOf(luck),
    forms,
    skips: oneOf(luck, [0, 0, 0.2, 0.6]),
    oddity: oneOf(luck, [0, 0, 0.02, 0.2]),
    isFormLast: happens(luck, 0.2),
    lacked: oneOf(luck, ['"id"', '"formId"', '"createdAt"', '', '', '', '', '', '']),
  }
}

function entryOf(luck: Luck, world: World, question: Question): string {
  const { style, oddity } = world
  const describing: readonly Pair[] = [
    ['"type"', JSON.stringify(question.type)],
    ['"headline"', happens(luck, 0.01) ? '"Renamed"' : JSON.stringify(question.headline)],
    ['"componentShapeVersion"', happens(luck, oddity / 4) ? 'null' : '"2.0"'],
  ]
  const own = question.answer(luck, style)
  const response = objectOf(luck, style, [
    ...describing,
    ...own,
    ...(happens(luck, oddity / 4) ? [['"value"', '1'] as const] : []),
  ])
  const id: Pair = ['"questionId"', happens(luck, oddity / 8) ? '7' : JSON.stringify(question.id)]
  const extra: readonly Pair[] = happens(luck, oddity / 4) ? [['"extra"', nestedOf(luck, style, 1)]] : []
  return objectOf(luck, style, [id, ['"response"', response], ...extra])
}

const timeOf = (luck: Luck): string =>
  happens(luck, 0.04)
    ? oneOf(luck, wrongTimes)
    : `"2026-03-0${many(luck, 1, 9)}T09:00:0${many(luck, 0, 9)}.000Z"`

const oddMembers: readonly Pair[] = [
  ['"id"', '"again"'],
  ['"__proto__"', '1'],
  ['"7"', '"seven"'],
  ['"i\\u0064"', '2'],
  ['"new"', '[1,"a"]'],
  ['"meta"', 'null'],
  ['"data"', '{}'],
  ['"data"', '[1]'],
  ['"meta"', '{"x":{"y":1}}'],
  ['"personAttributes"', '[]'],
  ['"formId"', 'null'],
  ['"createdAt"', '5'],
  ['"extra"', '{"a":[]}'],
]

function recordOf(luck: Luck, world: World): string {
  const { style, forms, skips, oddity, isFormLast } = world
  const form = oneOf(luck, forms)
  const data = form.questions
    .filter(() => !happens(luck, skips))
    .map((question) => entryOf(luck, world, question))
  if (happens(luck, oddity)) data.push(...data.slice(0, 1))
  if (happens(luck, oddity)) data.reverse()
  const members: Pair[] = [
    ['"id"', `"r${many(luck, 0, 99)}"`],
    ['"createdAt"', timeOf(luck)],
    ['"updatedAt"', timeOf(luck)],
    ['"dataUpdatedAt"', timeOf(luck)],
    ['"finished"', oneOf(luck, ['true', 'false'])],
    ['"status"', happens(luck, 0.1) ? oneOf(luck, numbers) : '2'],
    ['"version"', '"2.0"'],
    ['"data"', arrayOf(style, data)],
    ['"meta"', happens(luck, 0.02) ? 'null' : objectOf(luck, style, [['"leadId"', textOf(luck)]])],
    [
      '"personAttributes"',
      objectOf(luck, style, [
        ['"country"', textOf(luck)],
        ['"completedForm"', '1'],
      ]),
    ],
  ]
  members.splice(isFormLast ? members.length : 5, 0, ['"formId"', JSON.stringify(form.id)])
  if (happens(luck, oddity))
    members.splice(many(luck, 0, members.length - 1), happens(luck, 0.3) ? 1 : 0, oneOf(luck, oddMembers))
  const isLacking = happens(luck, 0.3)
  return objectOf(luck, style, isLacking ? members.filter(([name]) => name !== world.lacked) : members)
}

/** Ways to spoil a document, or to spell it otherwise. */
const spoilings: readonly ((bytes: Buffer, luck: Luck) => Buffer)[] = [
  (bytes, luck) => bytes.subarray(0, many(luck, 0, bytes.length)),
  (bytes, luck) => {
    const spoilt = Buffer.from(bytes)
    spoilt[many(luck, 0, bytes.length - 1)] = many(luck, 0, 255)
    return spoilt
  },
  (bytes, luck) => {
    const at = many(luck, 0, bytes.length)
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(oneOf(luck, ['"', '\\', '}', ']', ',', '\u00e9', '{', ' ', '\0', '1'])),
      bytes.subarray(at),
    ])
  },
  (bytes, luck) => {
    const at = many(luck, 0, bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + many(luck, 1, 3))])
  },
  (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from(' \n')]),
]

/** A document as services send it, with records that are mostly alike, and at times broken. */
export function replyOf(luck: Luck, records: number): Buffer {
  const world = worldOf(luck)
  const { gap } = world.style
  const list = Array.from({ length: many(luck, 0, records) }, () => recordOf(luck, world))
  const text = `{${happens(luck, 0.1) ? '"more":[1],' : ''}"data":[${list.map((record) => gap() + record + gap()).join(',')}]${happens(luck, 0.1) ? ',"rest":{}' : ''}}`
  const bytes = Buffer.from(text)
  return happens(luck, 0.12) ? oneOf(luck, spoilings)(bytes, luck) : bytes
}

/** The bytes in chunks of a size that luck decides, from one byte on. */
export async function* chunksOf(bytes: Buffer, luck: Luck): AsyncIterable<Uint8Array> {
  const size = happens(luck, 0.1)
    ? oneOf(luck, [1, 2, 7, 50])
    : oneOf(luck, [300, 2000, 8000, bytes.length + 1])
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}
