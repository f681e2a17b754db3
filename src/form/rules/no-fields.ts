import { listIn } from './form-view.ts'
import { defineRule } from './rule.ts'

/** A question without a field: the contract requires the array of an IdentityInfo, but no entry in it. */
export const noFields = defineRule<{ noun: string; isRequired: boolean }>({
  code: 'no-fields',
  severity: 'warning',
  isRefused: false,
  *check({ parts }) {
    for (const part of parts) {
      const { noun, type, keys, required } = part.layer
      if (type && keys.includes('fields') && listIn(part, 'fields')?.length === 0)
        yield {
          path: [...part.path, 'fields'],
          at: 'key',
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
