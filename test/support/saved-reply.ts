import { closeSync, openSync, writeSync } from 'node:fs'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { oneOf, randomOf, shuffle, type Random } from './random.ts'

/** Shapes of saved replies, and how they differ from `compact`, which is how services send them. */
const shapes = {
  compact: 'as services send it: four forms of eight questions',
  pretty: 'indented, as people save it',
  wide: 'one form of 520 questions',
  forms: '200 forms of ten questions',
  reordered: "every object's members the other way round",
  shuffled: "every object's members in an order of its own",
  world: 'texts in Chinese, Cyrillic, Hindi and emoji',
  choices: 'answers that are mostly lists of choices',
  escaped: 'all but ASCII written as \\u escapes',
  odd: 'numbers of another spelling, and now and then a question of its own',
} as const

/** The name of such a shape. */
export type Shape = keyof typeof shapes

/** The names of all shapes, `compact` first. */
// The object above says so.
export const shapeNames = Object.keys(shapes) as readonly Shape[]

/** Writes a reply of about so many bytes, always the same. Gives its size. */
export function writeSavedReply(path: string, bytes: number, shape: Shape): number {
  const random = randomOf(20_260_301)
  const file = openSync(path, 'w')
  let size = writeSync(file, shape === 'pretty' ? '{\n  "data": [\n' : '{"data":[')
  for (let n = 0; size < bytes;) {
    const texts: string[] = []
    for (let length = 0; length < batch && size + length < bytes; n++) {
      const text = textOf(recordOf(n, random, shape), { shape, n, random })
      texts.push(text)
      length += text.length
    }
    size += writeSync(file, (n === texts.length ? '' : ',') + texts.join(','))
  }
  size += writeSync(file, ']}')
  closeSync(file)
  return size
}

/** About as many characters as are written at once. */
const batch = 2 ** 20

function recordOf(n: number, random: Random, shape: Shape): Readonly<Record<string, unknown>> {
  const form = Math.floor(random() * (shape === 'wide' ? 1 : shape === 'forms' ? 200 : 4))
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  return {
    id: `clr${String(n).padStart(22, '0')}`,
    createdAt: at,
    updatedAt: at,
    dataUpdatedAt: at,
    finished: true,
    status: 2,
    formId: `clf${String(form).padStart(22, '0')}`,
    version: '2.0',
    data: answersOf({ shape, form, n, random }),
    meta: { leadId: `lead${n}` },
    personAttributes: {
      ip: `203.0.113.${n % 255}`,
      country: 'DE',
      visitedForm: 1 + (n % 3),
      completedForm: 1,
    },
  }
}

/** Which response is answered. */
type Asked = {
  readonly shape: Shape
  readonly form: number
  readonly n: number
  readonly random: Random
}

/** The answers of a response; one of ten questions is left out. */
function answersOf(asked: Asked): readonly unknown[] {
  const { shape, form, random } = asked
  return questionsOf(asked).flatMap(([type, headline, members], i) =>
    random() < 0.1
      ? []
      : [
          {
            questionId: `question${form}-${i}`,
            response: {
              type,
              headline: shape === 'world' ? `${headline} — как, どう?` : headline,
              componentShapeVersion: '2.0',
              ...members,
            },
          },
        ],
  )
}

type Question = readonly [type: string, headline: string, members: Readonly<Record<string, unknown>>]

function questionsOf(asked: Asked): readonly Question[] {
  if (asked.shape === 'wide') return Array.from({ length: 520 }, (_, i) => shortQuestion(asked, i))
  if (asked.shape === 'forms') return Array.from({ length: 10 }, (_, i) => shortQuestion(asked, i))
  return asked.shape === 'choices' ? chosen(asked) : written(asked)
}

const ordinary =
  'the quick brown fox jumps over lazy dog, größe naïve 東京 "quoted" line\nbreak emoji 🙂 and some more ordinary words for an answer'.split(
    ' ',
  )
const worldwide =
  'быстрая лиса 東京都千代田区 прыгает через ленивую собаку 敏捷的棕色狐狸跳过懒狗 🙂🎉 「引用」 नमस्ते दुनिया ещё немного слов для ответа 回答, 很好 👩‍👩‍👧‍👦 Ελλάδα'.split(
    ' ',
  )

function proseOf({ shape, random }: Asked, length: number): string {
  const words = shape === 'world' ? worldwide : ordinary
  return Array.from({ length }, () => oneOf(random, words)).join(' ')
}

const options = (random: Random, length: number): readonly unknown[] =>
  Array.from({ length }, (_, index) => ({ key: `Option ${index}`, value: random() < 0.5, index }))

const languages = ['English', 'French', 'Deutsch', 'Español', '日本語', 'Polski', 'Türkçe; lira', 'العربية']

const severalOf = (random: Random, list: readonly string[]): readonly string[] =>
  list.filter(() => random() < 0.4)

/** Eight questions, most of the text in two of them. */
function written(asked: Asked): readonly Question[] {
  const { n, random } = asked
  return [
    [
      'IdentityInfo',
      '',
      {
        firstName: proseOf(asked, 1),
        lastName: proseOf(asked, 1),
        emailAddress: `p${n}@example.com`,
        phoneNumber: `+49 30 ${n}`,
      },
    ],
    ['ShortInput', 'Your role', { value: proseOf(asked, 4) }],
    ['LongInput', 'Tell us more', { value: proseOf(asked, 40) }],
    ['Dropdown', 'Country', { selected: 'Germany' }],
    ['Dropdown', 'Languages', { selected: ['English', 'French'] }],
    ['MultipleOptionsQuestion', 'What do you want?', { choices: options(random, 4), selectedOther: false }],
    ['LongInput', 'Anything else?', { value: proseOf(asked, 20) }],
    ['ShortInput', 'Reference', { value: `R-${n}` }],
  ]
}

/** Ten questions, eight of them with several choices. */
function chosen(asked: Asked): readonly Question[] {
  const { n, random } = asked
  return Array.from({ length: 10 }, (_, i): Question => {
    if (i % 5 === 4) return ['ShortInput', `Question ${i}`, { value: `R-${n}` }]
    if (i % 2 === 0)
      return [
        'MultipleOptionsQuestion',
        `Question ${i}`,
        { choices: options(random, 4 + (i % 3) * 4), selectedOther: random() < 0.1 },
      ]
    return ['Dropdown', `Question ${i}`, { selected: severalOf(random, languages) }]
  })
}

/** A question of a form with many, which is answered in a few words. */
function shortQuestion(asked: Asked, i: number): Question {
  const { n, random } = asked
  const headline = `Question ${i}`
  if (i % 5 === 0) return ['Dropdown', headline, { selected: oneOf(random, languages) }]
  if (i % 5 === 1) return ['Rating', headline, { value: Math.floor(random() * 10) }]
  if (i % 5 === 2) return ['Dropdown', headline, { selected: severalOf(random, languages) }]
  if (i % 5 === 3) return ['ShortInput', headline, { value: `R-${n}` }]
  return ['ShortInput', headline, { value: proseOf(asked, 4) }]
}

/** A record's text, as its shape has it. */
function textOf(
  record: Readonly<Record<string, unknown>>,
  { shape, n, random }: Omit<Asked, 'form'>,
): string {
  if (shape === 'pretty') return JSON.stringify(record, null, 2)
  if (shape === 'reordered')
    return JSON.stringify(
      record,
      withKeys((keys) => keys.toReversed()),
    )
  if (shape === 'shuffled')
    return JSON.stringify(
      record,
      withKeys((keys) => shuffle(random, [...keys])),
    )
  const text = JSON.stringify(record)
  if (shape === 'escaped') return text.replaceAll(/[^\0-\x7f]/g, escapeOf)
  return shape === 'odd' ? odd(text, n) : text
}

/** What makes JSON.stringify put members in another order. */
const withKeys =
  (order: (keys: readonly string[]) => readonly string[]) =>
  (_: string, value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(order(Object.keys(value)).map((key) => [key, Reflect.get(value, key)]))

// Without `u`, so that the two halves of a surrogate pair come one by one, as Python's ensure_ascii writes them.
const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with a number spelled otherwise, and now and then a question that few others have. */
function odd(text: string, n: number): string {
  const rare = `{"questionId":"rare${n % 997}","response":{"type":"ShortInput","headline":"Rare ${n % 997}","value":"x"}}`
  return text
    .replace('"status":2', '"status":2.0')
    .replace('"data":[', n % 100 === 0 ? `"data":[${rare},` : '"data":[')
}

/** What a file of that name holds: packed, if its name says so. */
export const packed = (name: string, content: string | Uint8Array): string | Uint8Array =>
  name.endsWith('.gz') ? gzipSync(content) : name.endsWith('.zst') ? zstdCompressSync(content) : content
