import { contentsOf } from './form-view.ts'
import { defineRule } from './rule.ts'
import { childOf } from '../value.ts'

/** Identity without a field: the contract asks for the array, and not for anything in it. */
export const noFields = defineRule<object>({
  code: 'no-fields',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const { path, value } of contentsOf(view, ['IdentityInfo'])) {
      const fields = childOf(value, 'fields')
      if (Array.isArray(fields) && fields.length === 0)
        yield { path: [...path, 'fields'], at: 'key', args: {} }
    }
  },
  sentence: () => 'IdentityInfo has no fields, so it asks nothing.',
  help: () => 'Add a field, as in "- {key: emailAddress, label: E-mail}", or remove the component.',
})
