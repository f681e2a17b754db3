import * as fc from 'fast-check'
import { identityKeys, typeNames } from '../../src/form/schema.ts'

/** One change of a value of any shape: at which of its places, and what becomes of what is there. */
export type Mutation = {
  readonly place: number
  readonly change: (typeof changes)[number]
  readonly key: string
  readonly value: unknown
}

const changes = [
  'drop',
  'replace',
  'rename',
  'add',
  'twin',
  'repeat',
  'wrap',
  'slip',
  'swap',
  'case',
] as const

const keys =
  'name steps components type content fields key label question options choices url dataUrl calendarUrl isMulti hideQuestion revealAfter includeDialCode required setps pages kind lable qestion colour vars sourceFormId placeholder subheading title text buttonText message calendarType prefillEmail defaultDialCodeCountry blockPersonalEmails __proto__ constructor toString hasOwnProperty größe 日本 << 0 key?'
const key = fc.constantFrom('', ' ', 'a key', 'x'.repeat(300), ...keys.split(' '))
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    7,
    -1.5,
    1e21,
    -0,
    Infinity,
    -Infinity,
    NaN,
    2 ** 53,
    false,
    'x'.repeat(3000),
    '\u202Ea\u0000b\u200D',
    '\uD800',
    '${',
    '$${a}',
    '# none',
    'yes',
    '*a',
    '<<',
    'Narnia',
    'gb',
    'Deutschland',
    'not an address',
    'http://calendly.com/a',
    'https://cal.com/a',
    'Calendly',
    '',
    ' ',
    'text',
    'true',
    '7',
    '日本',
    [],
    {},
    [[]],
    [null],
    ['a', 'a', ''],
    [{ label: 'A', value: 1 }],
    { a: { b: [{ c: [{}, [null, { d: 1 }]] }] } },
    [{ type: 'Header', content: {} }],
    { ShortInput: { question: 'a' } },
    { type: 'Dropdown', question: 'a', options: ['b'] },
    { type: 'SchedulerScreen', content: { url: 'https://calendly.com/a', prefillEmail: true } },
    ['a', 7],
  ),
  fc.constant({ type: 'text', name: 'city', label: 'City', required: true }),
  fc.constantFrom(...typeNames, ...identityKeys, 'Dropdwon', 'Carousel', 'emial'),
  fc.tuple(key, fc.constantFrom('a', 1, null)).map(([name, held]) => Object.fromEntries([[name, held]])),
)

/** Changes of any kind. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  change: fc.constantFrom(...changes),
  key,
  value,
})

/** A value with one change. */
export function mutate(root: unknown, { place, ...change }: Mutation): unknown {
  return at(root, place % size(root), change)
}

const isObject = (held: unknown): held is Record<string, unknown> =>
  typeof held === 'object' && held !== null && !Array.isArray(held)

const childrenOf = (held: unknown): readonly unknown[] =>
  Array.isArray(held) ? held : isObject(held) ? Object.values(held) : []

const size = (held: unknown): number => childrenOf(held).reduce<number>((sum, child) => sum + size(child), 1)

type Change = Omit<Mutation, 'place'>

/** Goes to the place of that number, in the order of a walk, and changes what is there or a key of it. */
function at(held: unknown, place: number, change: Change): unknown {
  if (place === 0) return changed(held, change)
  let left = place - 1
  const walk = (child: unknown): unknown => {
    const [before, all] = [left, size(child)]
    left -= all
    return before >= 0 && before < all ? at(child, before, change) : child
  }
  if (Array.isArray(held)) return held.map(walk)
  return isObject(held)
    ? Object.fromEntries(Object.entries(held).map(([name, child]) => [name, walk(child)]))
    : held
}

function changed(held: unknown, { change, key: name, value: put }: Change): unknown {
  if (change === 'wrap') return name.length % 2 === 0 ? [held] : Object.fromEntries([[name, held]])
  if (typeof held === 'string' && change === 'slip') return slipped(held)
  if (typeof held === 'string' && change === 'case') return otherCase(held)
  if (Array.isArray(held)) {
    if (change === 'drop') return held.slice(1)
    if (change === 'repeat') return [...held, ...held.slice(0, 1)]
    if (change === 'swap') return held.toReversed()
    return change === 'add' ? [...held, put] : put
  }
  if (!isObject(held) || change === 'replace') return put
  const entries = Object.entries(held)
  const chosen = name.length % Math.max(1, entries.length)
  if (change === 'drop') return Object.fromEntries(entries.filter((_, i) => i !== chosen))
  if (change === 'add') return Object.fromEntries([...entries, [name, put]])
  if (change === 'twin') return Object.fromEntries(entries.flatMap(([known, child]) => twinsOf(known, child)))
  // Each value under the key of the next.
  if (change === 'swap')
    return Object.fromEntries(entries.map(([known], i) => [known, entries.at(i - 1)?.[1]]))
  const renamed = change === 'slip' ? slipped : change === 'case' ? otherCase : () => name
  return Object.fromEntries(
    entries.map(([known, child], i) => [i === chosen ? renamed(known) : known, child]),
  )
}

const twins: Readonly<Record<string, string>> = {
  options: 'choices',
  choices: 'options',
  label: 'buttonText',
  buttonText: 'label',
  dataUrl: 'url',
  url: 'calendarUrl',
  key: 'name',
}

/** A key, and beside it another name of it where it has one. */
const twinsOf = (known: string, child: unknown): [string, unknown][] => {
  const twin = Object.hasOwn(twins, known) ? twins[known] : undefined
  return twin === undefined
    ? [[known, child]]
    : [
        [known, child],
        [twin, child],
      ]
}

const otherCase = (word: string): string =>
  word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase()

/** Two letters in the wrong order. */
const slipped = (word: string): string =>
  word.length < 3 ? `${word}x` : word.slice(0, 1) + word.charAt(2) + word.charAt(1) + word.slice(3)

/** One slip in a text: in which of its lines, and of what kind. */
type Slip = {
  readonly at: number
  readonly kind: 'put' | 'delete' | 'repeat' | 'indent' | 'outdent' | 'move' | 'swap' | 'comment'
  readonly put: string
}

/** Slips of any kind. */
export const slip: fc.Arbitrary<Slip> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('put', 'delete', 'repeat', 'indent', 'outdent', 'move', 'swap', 'comment'),
  put: fc.constantFrom(
    '',
    ' ',
    '-',
    ':',
    '"',
    'x',
    '[',
    '#',
    '\t',
    '- ',
    '1e400',
    '0x',
    'yes',
    '~',
    '${a}',
    '*a',
    '&a ',
  ),
})

/** A text with one slip. */
export function slipIn(text: string, { at: nth, kind, put }: Slip): string {
  if (kind === 'put' || kind === 'swap') {
    const place = nth % Math.max(1, text.length)
    const [before, a, b, after] = [
      text.slice(0, place),
      text.charAt(place),
      text.charAt(place + 1),
      text.slice(place + 2),
    ]
    return kind === 'swap' ? before + b + a + after : before + put + (nth % 2 === 0 ? a : '') + b + after
  }
  const lines = text.split('\n')
  const n = nth % lines.length
  const line = lines[n] ?? ''
  const become: Readonly<Record<typeof kind, readonly string[]>> = {
    delete: [],
    repeat: [line, line],
    indent: [`  ${line}`],
    outdent: [line.replace(/^ {1,2}/, '')],
    move: [lines[n + 1] ?? '', line],
    comment: [`# ${line}`],
  }
  return lines.toSpliced(n, kind === 'move' ? 2 : 1, ...become[kind]).join('\n')
}
