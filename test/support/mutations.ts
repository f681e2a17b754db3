import * as fc from 'fast-check'
import { typeNames } from '../../src/form/components/content-shapes.ts'
import { identityKeys } from '../../src/form/identity-keys.ts'

/** One change of a value of any shape: at which of its places, and what becomes of what is there. */
export type Mutation = {
  readonly place: number
  readonly change: 'drop' | 'replace' | 'rename' | 'add' | 'repeat' | 'wrap' | 'slip'
  readonly key: string
  readonly value: unknown
}

const keys =
  'name steps components type content fields key label question options choices url dataUrl calendarUrl isMulti hideQuestion revealAfter includeDialCode required setps pages kind lable qestion colour __proto__ constructor toString größe'
const key = fc.constantFrom('', ...keys.split(' '))
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    7,
    -1.5,
    1e21,
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
    ['a', 7],
  ),
  fc.constant({ type: 'text', name: 'city', label: 'City', required: true }),
  fc.constantFrom(...typeNames, ...identityKeys, 'Dropdwon', 'Carousel', 'emial'),
  fc.tuple(key, fc.constantFrom('a', 1, null)).map(([name, held]) => Object.fromEntries([[name, held]])),
)

/** Changes of any kind. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  change: fc.constantFrom('drop', 'replace', 'rename', 'add', 'repeat', 'wrap', 'slip'),
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
  if (Array.isArray(held)) {
    if (change === 'drop') return held.slice(1)
    if (change === 'repeat') return [...held, ...held.slice(0, 1)]
    return change === 'add' ? [...held, put] : put
  }
  if (!isObject(held) || change === 'replace') return put
  const entries = Object.entries(held)
  const chosen = name.length % Math.max(1, entries.length)
  if (change === 'drop') return Object.fromEntries(entries.filter((_, i) => i !== chosen))
  if (change === 'add') return Object.fromEntries([...entries, [name, put]])
  return Object.fromEntries(
    entries.map(([known, child], i) =>
      i === chosen ? [change === 'slip' ? slipped(known) : name, child] : [known, child],
    ),
  )
}

/** Two letters in the wrong order. */
const slipped = (word: string): string =>
  word.length < 3 ? `${word}x` : word.slice(0, 1) + word.charAt(2) + word.charAt(1) + word.slice(3)
