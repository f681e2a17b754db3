import { beside, typeMeant } from '../repair/synonyms.ts'
import { type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'
import { typeNames, isTypeName } from '../schema.ts'

/** A type that the service doesn't have. The contract has further types, so one that formctl doesn't know is no error elsewhere. */
export const unknownType = defineRule<{
  type: string
  near: Nearest | undefined
  types: readonly string[] | undefined
}>({
  code: 'unknown-type',
  severity: 'warning',
  isRefused: true,
  isErrorOfKnown: true,
  hasFix: true,
  *check({ parts, target }) {
    const types = target?.types
    for (const { layer, path: owner, value } of parts) {
      const type = layer.kind === 'component' && Object.hasOwn(value, 'type') ? value['type'] : undefined
      if (typeof type !== 'string' || (types?.includes(type) ?? isTypeName(type))) continue
      const near = typeMeant(type, types)
      const path = [...owner, 'type']
      yield { path, at: 'value', args: { type, near, types }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ type, types }) =>
    types
      ? `The service has no component type ${quote(type)}.`
      : `formctl knows no component type ${quote(type)}: the service may refuse the form or not draw it.`,
  help: ({ type, near, types }) =>
    near
      ? `Did you mean "${near.word}"${beside(type)}?`
      : `Use one of ${(types ?? typeNames).join(', ')}${types ? '' : ', unless the service that you call has this type'}.`,
})
