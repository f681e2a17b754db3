import { typeMeant } from '../repair/synonyms.ts'
import { type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'
import { typeNames, isTypeName } from '../schema.ts'

/** A type that formctl doesn't know. The contract has further types, so this is no error; our server can't draw it. */
export const unknownType = defineRule<{ type: string; near: Nearest | undefined }>({
  code: 'unknown-type',
  severity: 'warning',
  isRefused: true,
  hasFix: true,
  *check({ parts }) {
    for (const { layer, path: owner, value } of parts) {
      const type = layer.kind === 'component' && Object.hasOwn(value, 'type') ? value['type'] : undefined
      if (typeof type !== 'string' || isTypeName(type)) continue
      const near = typeMeant(type)
      const path = [...owner, 'type']
      yield { path, at: 'value', args: { type, near }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ type }) => `${quote(type)} is none of the component types that can be drawn.`,
  help: ({ near }) =>
    near
      ? `Did you mean "${near.word}"?`
      : `Use one of ${typeNames.join(', ')}, unless the service that you call has this type.`,
})
