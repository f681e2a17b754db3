import {
  listIn,
  contentsOf,
  partsInside,
  textIn,
  type Part,
  defineRule,
  type FormRule,
  replaceBy,
} from './rule.ts'
import { emailKeys, isIdentityKey, phoneKeys, type IdentityKey, identityKeys } from '../schema.ts'
import { nearest, type Nearest, quote, listed } from '../words.ts'

/** A question without a field: the contract requires the array of an IdentityInfo, but no entry in it. */
export const noFields = defineRule<{ noun: string; isRequired: boolean }>({
  code: 'no-fields',
  severity: 'warning',
  *check({ parts }) {
    for (const part of parts) {
      const { noun, type, keys, required } = part.layer
      if (type && keys.includes('fields') && listIn(part, 'fields')?.length === 0)
        yield {
          path: [...part.path, 'fields'],
          marks: 'key',
          args: { noun, isRequired: required.includes('fields') },
        }
    }
  },
  sentence: ({ noun }) => `${noun} has no fields, so it asks nothing.`,
  help: ({ isRequired }) =>
    isRequired
      ? 'Add a field, as in "- {key: emailAddress, label: E-mail}", or remove the component.'
      : 'Add a field, as in "fields: [streetAddress, city]", or remove the key to ask for all.',
})

/** A piece of identity that one component asks for twice: an answer has room for one (contract, Answer entry). */
export const duplicateIdentityKey = defineRule<{ key: string; first: number }>({
  code: 'duplicate-identity-key',
  severity: 'warning',
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo'])) {
      const firsts = new Map<string, number>()
      for (const field of partsInside(part)) {
        const key = textIn(field, 'key')
        if (key === undefined) continue
        const first = firsts.get(key)
        if (first === undefined) firsts.set(key, Number(field.path.at(-1)) + 1)
        else yield { path: [...field.path, 'key'], marks: 'value', args: { key, first } }
      }
    }
  },
  sentence: ({ key, first }) =>
    `"${key}" is asked a second time here; the first is number ${first} of the fields.`,
  help: () => 'Remove one of them, or choose another key: an answer has room for one.',
})

/** The rule about options of identity fields that have an effect only on fields with certain keys, which ask for `noun`. */
const optionElsewhere = (
  code: string,
  options: readonly string[],
  keys: readonly IdentityKey[],
  noun: string,
): FormRule =>
  defineRule<{ readonly on: readonly string[]; readonly key: string }>({
    code,
    severity: 'warning',
    *check({ parts }) {
      for (const part of parts) {
        const key = part.layer.kind === 'field' ? textIn(part, 'key') : undefined
        // A misspelt key is reported as such; the option may suit the right one.
        if (!isIdentityKey(key) || keys.includes(key)) continue
        const on = options.filter((option) => isOn(part.value[option]))
        if (on[0] !== undefined) yield { path: [...part.path, on[0]], marks: 'key', args: { on, key } }
      }
    },
    sentence: ({ on, key }) =>
      `${on.map((option) => `"${option}"`).join(' and ')} ${on.length === 1 ? 'has' : 'have'} no effect on "${key}", which asks for no ${noun}.`,
    help: ({ on }) => {
      const them = on.length === 1 ? 'it' : 'them'
      return `Move ${them} to a field with the key ${keys.join(' or ')}, or remove ${them}.`
    },
  })

const isOn = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && value !== '') || Array.isArray(value)

/** Blocks personal addresses on a field that asks for no e-mail (contract, IdentityInfo content). */
export const emailOptionElsewhere = optionElsewhere(
  'email-option-elsewhere',
  ['blockPersonalEmails', 'allowedEmailDomains', 'blockedEmailDomains'],
  emailKeys,
  'e-mail address',
)

/** A dial code on a field that asks for no phone number (contract, IdentityInfo content). */
export const phoneOptionElsewhere = optionElsewhere(
  'phone-option-elsewhere',
  ['includeDialCode', 'defaultDialCodeCountry'],
  phoneKeys,
  'phone number',
)

/** A field whose `revealAfter` names no other field of its component, though perhaps one of another (contract, IdentityInfo content). */
export const unknownRevealAfter = defineRule<{
  named: string
  near: Nearest | undefined
  isElsewhere: boolean
}>({
  code: 'unknown-reveal-after',
  severity: 'warning',
  hasFix: true,
  *check(view) {
    const contents = contentsOf(view, ['IdentityInfo']).map(partsInside)
    const everywhere = keysOf(contents.flat())
    for (const fields of contents) {
      const beside = keysOf(fields)
      for (const field of fields) {
        const named = textIn(field, 'revealAfter')
        if (named === undefined || beside.has(named)) continue
        const others = beside.some.filter((key) => key !== textIn(field, 'key'))
        const near = nearest(named, others) ?? partOf(named, others)
        const path = [...field.path, 'revealAfter']
        const args = { named, near, isElsewhere: everywhere.has(named) }
        yield { path, marks: 'value', args, fix: replaceBy(path, near) }
      }
    }
  },
  sentence: ({ named }) =>
    `This field waits for ${quote(named)}, which is not a field of this component: it may never be shown.`,
  help: ({ near, isElsewhere }) =>
    isElsewhere
      ? 'Put both fields into one component: a field waits only for one beside it.'
      : near
        ? `Did you mean "${near.word}"?`
        : 'Write the key of a field beside it, or remove revealAfter.',
})

/** The keys of identity fields, with what misspelt ones probably mean. */
function keysOf(fields: readonly Part[]): {
  readonly has: (key: string) => boolean
  /** The first hundred, for suggestions: the contract has eighteen, and a hostile form as many as it likes. */
  readonly some: readonly string[]
} {
  const written = new Set(fields.flatMap((field) => textIn(field, 'key') ?? []))
  const some = new Set<string>()
  for (const key of written) {
    if (some.size >= 100) break
    for (const one of [key, ...meantBy(key)]) some.add(one)
  }
  let meant: ReadonlySet<string> | undefined
  // Looked up only for a key that could be meant: thousands may be misspelt.
  const isMeant = (key: string): boolean => (meant ??= new Set([...written].flatMap(meantBy))).has(key)
  return {
    has: (key) => written.has(key) || (isIdentityKey(key) && isMeant(key)),
    some: [...some].slice(0, 100),
  }
}

/** The key that a misspelt one probably means; another rule reports it. */
function meantBy(key: string): readonly string[] {
  const near = isIdentityKey(key) ? undefined : nearest(key, identityKeys)
  return near ? [near.word] : []
}

/** The only key that contains the text, as `workEmailAddress` contains `emailAddress`. */
function partOf(named: string, keys: readonly string[]): Nearest | undefined {
  const [word, ...more] =
    named.length < 4 ? [] : keys.filter((key) => key.toLowerCase().includes(named.toLowerCase()))
  return word !== undefined && more.length === 0 ? { word, isCertain: false } : undefined
}

/** Identity fields whose `revealAfter` form a cycle, or a field that names itself. */
export const revealCircle = defineRule<{ circle: readonly string[] }>({
  code: 'reveal-circle',
  severity: 'warning',
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo']))
      for (const circle of circlesAmong(partsInside(part))) {
        const [first] = circle
        const keys = circle.map((field) => textIn(field, 'key') ?? '')
        if (first) yield { path: [...first.path, 'revealAfter'], marks: 'value', args: { circle: keys } }
      }
  },
  sentence: ({ circle }) =>
    circle.length === 1
      ? `"${circle[0]}" waits for itself, so it may never be shown.`
      : `${listed(namesIn(circle))} wait for each other, so none of them may ever be shown.`,
  help: ({ circle }) =>
    circle.length === 1
      ? 'Write the key of another field, or remove revealAfter.'
      : 'Remove revealAfter from the one that is to be shown first.',
})

// A longer list would not be read.
const namesIn = (circle: readonly string[]): readonly string[] =>
  circle.length <= 8
    ? circle.map(quote)
    : [...circle.slice(0, 5).map(quote), `${circle.length - 5} further fields`]

/** Each cycle once, from its first field on, without the fields that only lead into it. */
function* circlesAmong(fields: readonly Part[]): Iterable<readonly Part[]> {
  const byKey = new Map(fields.toReversed().map((field) => [textIn(field, 'key'), field]))
  const nextOf = (field: Part): Part | undefined => {
    const named = textIn(field, 'revealAfter')
    return named === undefined ? undefined : byKey.get(named)
  }
  const visited = new Map<Part, Part>()
  for (const start of fields) {
    let at: Part | undefined = start
    while (at && !visited.has(at)) {
      visited.set(at, start)
      at = nextOf(at)
    }
    if (at && visited.get(at) === start) yield circleFrom(at, nextOf)
  }
}

function circleFrom(start: Part, nextOf: (field: Part) => Part | undefined): readonly Part[] {
  const circle = [start]
  for (let at = nextOf(start); at && at !== start; at = nextOf(at)) circle.push(at)
  const first = circle.reduce((a, b) => (Number(b.path.at(-1)) < Number(a.path.at(-1)) ? b : a))
  const turn = circle.indexOf(first)
  return [...circle.slice(turn), ...circle.slice(0, turn)]
}
