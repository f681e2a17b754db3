import { contentsOf, partsInside, textIn, type Part } from './form-view.ts'
import { identityKeys, isIdentityKey } from '../schema.ts'
import { nearest, type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'

type Args = {
  readonly named: string
  readonly near: Nearest | undefined
  /** Whether another component asks for it. */
  readonly isElsewhere: boolean
}

/** A field whose `revealAfter` names no other field beside it (contract, IdentityInfo content). */
export const unknownRevealAfter = defineRule<Args>({
  code: 'unknown-reveal-after',
  severity: 'warning',
  isRefused: false,
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
        yield { path, at: 'value', args, fix: replaceBy(path, near) }
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

/** The keys of identity fields, misspelt ones as they were meant, too. */
type FieldKeys = {
  readonly has: (key: string) => boolean
  /** The first hundred, for suggestions: the contract has eighteen, and a hostile form as many as it likes. */
  readonly some: readonly string[]
}

function keysOf(fields: readonly Part[]): FieldKeys {
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

/** The key that a misspelt one was meant to be; another rule reports it. */
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
