import { keysForWord, typeMeant } from '../repair/synonyms.ts'
import { type Nearest, quote } from '../words.ts'
import { defineRule, replaceBy } from './rule.ts'
import { typeNames, isTypeName } from '../schema.ts'
import { componentTypes } from '../components.ts'
import type { Part, View } from './form-view.ts'

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
      ? `Did you mean "${near.word}"${keysForWord(type)}?`
      : `Use one of ${(types ?? typeNames).join(', ')}${types ? '' : ', unless the service that you call has this type'}.`,
})

type Args = {
  readonly address: string
  /** What the service would have to announce. */
  readonly wanted: string
  readonly used: string
}

/** A key or component type beyond the contract that the service does not announce. Without a known service there is none. */
export const unannouncedKey = defineRule<Args>({
  code: 'unannounced-key',
  severity: 'error',
  isRefused: false,
  *check(view) {
    const { target } = view
    if (!target?.extensions) return
    const { address, extensions, isBare = false } = target
    for (const { extension, path, used } of usesIn(view))
      if (extension === undefined ? isBare : !extensions.includes(extension)) {
        const wanted = extension === undefined ? 'this component type' : quote(extension)
        yield { path, at: extension === undefined ? 'value' : 'key', args: { address, wanted, used } }
      }
  },
  sentence: ({ address, wanted, used }) =>
    `The service at ${address} does not announce ${wanted}, so ${quote(used)} would be refused or ignored.`,
  help: () => 'Remove it, or use a service that announces it, such as that of "formctl serve".',
})

/** Something beyond the contract, and what a service that takes it announces; undefined: the component type itself. */
type Use = { readonly extension: string | undefined; readonly used: string; readonly path: Part['path'] }

/** What a form uses beyond the contract. `key` of a question is not among it: where nobody announces it, it is not sent. */
function* usesIn({ parts }: Pick<View, 'parts'>): Iterable<Use> {
  for (const { layer, path, value } of parts) {
    const { kind, type } = layer
    const contract = type && componentTypes[type].contract
    for (const used of Object.keys(value)) {
      const isExtra = contract && layer.keys.includes(used) && !contract.keys.includes(used)
      const extension = isExtra ? 'question-options' : extensionOf[kind]?.[used]
      if (extension !== undefined) yield { extension, used, path: [...path, used] }
    }
    if (type && !contract) {
      const at = [...path.slice(0, -1), 'type']
      yield { extension: undefined, used: type, path: at }
    }
  }
}

/** Whether a form uses anything beyond the contract. */
export const exceedsContract = ({ parts }: Pick<View, 'parts'>): boolean => {
  for (const _ of usesIn({ parts })) return true
  return false
}

/** The extension of each key beyond the contract. */
export const extensionOf: Partial<Record<Part['layer']['kind'], Readonly<Record<string, string>>>> = {
  form: { language: 'form-settings', translations: 'form-settings', settings: 'form-settings' },
  step: { key: 'conditions', visibleIf: 'conditions', next: 'conditions', redirect: 'conditions' },
  component: {
    required: 'question-options',
    description: 'question-options',
    visibleIf: 'conditions',
  },
}
