import { contentsOf, listIn } from './form-view.ts'
import { defineRule } from './rule.ts'

/** IdentityInfo without a field: the contract requires the array, but no entry in it. */
export const noFields = defineRule<{ noun: string }>({
  code: 'no-fields',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo', 'Address']))
      if (listIn(part, 'fields')?.length === 0)
        yield { path: [...part.path, 'fields'], at: 'key', args: { noun: part.layer.noun } }
  },
  sentence: ({ noun }) => `${noun} has no fields, so it asks nothing.`,
  help: ({ noun }) =>
    noun === 'Address'
      ? 'Add a field, as in "fields: [streetAddress, city]", or remove the key to ask for all.'
      : 'Add a field, as in "- {key: emailAddress, label: E-mail}", or remove the component.',
})
