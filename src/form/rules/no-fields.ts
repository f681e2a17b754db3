import { contentsOf, listIn } from './form-view.ts'
import { defineRule } from './rule.ts'

/** IdentityInfo without a field: the contract requires the array, but no entry in it. */
export const noFields = defineRule<object>({
  code: 'no-fields',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo']))
      if (listIn(part, 'fields')?.length === 0) yield { path: [...part.path, 'fields'], at: 'key', args: {} }
  },
  sentence: () => 'IdentityInfo has no fields, so it asks nothing.',
  help: () => 'Add a field, as in "- {key: emailAddress, label: E-mail}", or remove the component.',
})
