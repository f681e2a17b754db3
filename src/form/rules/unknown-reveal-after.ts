import { contentsOf, partsInside, textIn, type Part } from './form-view.ts'
import { identityKeys } from '../schema.ts'
import { nearest, type Nearest, quote } from '../words.ts'
import { defineRule } from './rule.ts'

type Args = {
  readonly named: string
  readonly near: Nearest | undefined
  /** Whether another component asks for it. */
  readonly isElsewhere: boolean
}

/** A field that waits for one that is not there (contract, IdentityInfo content: key of another field). */
export const unknownRevealAfter = defineRule<Args>({
  code: 'unknown-reveal-after',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check(view) {
    const contents = contentsOf(view, ['IdentityInfo']).map((part) => askedIn(partsInside(part)))
    const everywhere = askedIn(contents.flatMap(({ fields }) => fields))
    for (const { fields, isAsked, some } of contents) {
      for (const field of fields) {
        const named = textIn(field, 'revealAfter')
        if (named === undefined || isAsked(named)) continue
        const others = some.filter((key) => key !== textIn(field, 'key'))
        const near = nearest(named, others) ?? partOf(named, others)
        const path = [...field.path, 'revealAfter']
        const fix = near?.isCertain ? { fix: { kind: 'replace-value', path, to: near.word } as const } : {}
        yield { path, at: 'value', args: { named, near, isElsewhere: everywhere.isAsked(named) }, ...fix }
      }
    }
  },
  sentence: ({ named }) =>
    `This field waits for ${quote(named)}, which is none of the fields beside it: it may never be shown.`,
  help: ({ near, isElsewhere }) =>
    isElsewhere
      ? 'Put both fields into one component: a field waits only for one beside it.'
      : near
        ? `Did you mean "${near.word}"?`
        : 'Write the key of a field beside it, or remove revealAfter.',
})

type Asked = {
  readonly fields: readonly Part[]
  readonly isAsked: (key: string) => boolean
  /** The first of the keys; there are eighteen, and what a hostile form adds would cost the square of its fields. */
  readonly some: readonly string[]
}

function askedIn(fields: readonly Part[]): Asked {
  const written = new Set(fields.flatMap((field) => textIn(field, 'key') ?? []))
  const some = new Set<string>()
  for (const key of written) {
    if (some.size >= 100) break
    for (const one of [key, ...meantBy(key)]) some.add(one)
  }
  let meant: ReadonlySet<string> | undefined
  // A misspelt key is looked up only if it could be the one asked for: thousands may be misspelt.
  const isMeant = (key: string): boolean => (meant ??= new Set([...written].flatMap(meantBy))).has(key)
  return {
    fields,
    isAsked: (key) => written.has(key) || (isIdentityKey(key) && isMeant(key)),
    some: [...some].slice(0, 100),
  }
}

const isIdentityKey = (key: string): boolean => identityKeys.some((known) => known === key)

/** What a misspelt key was to be, which is said elsewhere. */
function meantBy(key: string): readonly string[] {
  const near = isIdentityKey(key) ? undefined : nearest(key, identityKeys)
  return near ? [near.word] : []
}

/** A key that the text is a part of, as `emailAddress` of `workEmailAddress`. */
function partOf(named: string, keys: readonly string[]): Nearest | undefined {
  const [word, ...more] =
    named.length < 4 ? [] : keys.filter((key) => key.toLowerCase().includes(named.toLowerCase()))
  return word !== undefined && more.length === 0 ? { word, isCertain: false } : undefined
}
