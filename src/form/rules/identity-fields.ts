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
import { repeatsIn } from '../value.ts'

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
      for (const [{ path }, first, key] of repeatsIn(partsInside(part), (field) => textIn(field, 'key')))
        yield {
          path: [...path, 'key'],
          marks: 'value',
          args: { key, first: Number(first.path.at(-1)) + 1 },
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
    const everywhere = new Set(contents.flatMap(keysIn))
    for (const fields of contents) {
      const written = keysIn(fields)
      for (const field of fields) {
        const named = textIn(field, 'revealAfter')
        if (named === undefined || written.includes(named)) continue
        const meant = meantBy(written)
        if (meant.includes(named)) continue
        const others = [...written, ...meant].filter((key) => key !== textIn(field, 'key'))
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

/** The keys of identity fields: those of the first hundred, as a hostile form has as many as it likes. */
const keysIn = (fields: readonly Part[]): readonly string[] =>
  fields.slice(0, 100).flatMap((field) => textIn(field, 'key') ?? [])

/** What misspelt keys probably mean; another rule reports them. */
const meantBy = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (isIdentityKey(key) ? [] : (nearest(key, identityKeys)?.word ?? [])))

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
    for (const part of contentsOf(view, ['IdentityInfo'])) {
      const fields = partsInside(part).slice(0, 100)
      const byKey = new Map(fields.toReversed().map((field) => [textIn(field, 'key'), field]))
      for (const [i, field] of fields.entries()) {
        const circle = circleFrom(field, byKey)
        // Once, from its first field on.
        if (circle.some((one) => fields.indexOf(one) < i) || circle.length === 0) continue
        const keys = circle.map((one) => textIn(one, 'key') ?? '')
        yield { path: [...field.path, 'revealAfter'], marks: 'value', args: { circle: keys } }
      }
    }
  },
  sentence: ({ circle }) =>
    circle.length === 1
      ? `"${circle[0]}" waits for itself, so it may never be shown.`
      : `${listed(circle.map(quote))} wait for each other, so none of them may ever be shown.`,
  help: ({ circle }) =>
    circle.length === 1
      ? 'Write the key of another field, or remove revealAfter.'
      : 'Remove revealAfter from the one that is to be shown first.',
})

/** The fields that a field waits for, one after the other, if the last of them waits for it; otherwise none. */
function circleFrom(start: Part, byKey: ReadonlyMap<string | undefined, Part>): readonly Part[] {
  const chain: Part[] = []
  for (let at: Part | undefined = start; at && !chain.includes(at);) {
    chain.push(at)
    const named = textIn(at, 'revealAfter')
    at = named === undefined ? undefined : byKey.get(named)
    if (at === start) return chain
  }
  return []
}
