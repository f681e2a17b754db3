import { contentsOf, partsInside, textIn } from '../contents.ts'
import { identityKeys } from '../identity-keys.ts'
import { nearest, type Nearest } from '../nearest.ts'
import { defineRule } from '../rule.ts'
import { quote } from '../words.ts'

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
    const contents = contentsOf(view, ['IdentityInfo']).map((part) => {
      const fields = partsInside(part)
      return { fields, keys: new Set(fields.flatMap((field) => keysOf(textIn(field, 'key')))) }
    })
    const asked = new Set(contents.flatMap(({ keys }) => [...keys]))
    for (const { fields, keys } of contents) {
      // There are eighteen keys; what a hostile form adds to them would cost the square of its fields.
      const some = [...keys].slice(0, 100)
      for (const field of fields) {
        const named = textIn(field, 'revealAfter')
        if (named === undefined || keys.has(named)) continue
        const others = some.filter((key) => key !== textIn(field, 'key'))
        const near = nearest(named, others) ?? partOf(named, others)
        const path = [...field.path, 'revealAfter']
        const fix = near?.isCertain ? { fix: { kind: 'replace-value', path, to: near.word } as const } : {}
        yield { path, at: 'value', args: { named, near, isElsewhere: asked.has(named) }, ...fix }
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

/** A key that the text is a part of, as `emailAddress` of `workEmailAddress`. */
function partOf(named: string, keys: readonly string[]): Nearest | undefined {
  const [word, ...more] =
    named.length < 4 ? [] : keys.filter((key) => key.toLowerCase().includes(named.toLowerCase()))
  return word !== undefined && more.length === 0 ? { word, isCertain: false } : undefined
}

/** The key of a field; of a misspelt one, which is said elsewhere, also what was meant. */
function keysOf(key: string | undefined): readonly string[] {
  if (key === undefined) return []
  const isKnown = identityKeys.some((known) => known === key)
  return isKnown ? [key] : [key, nearest(key, identityKeys)?.word ?? key]
}
