import { emailKeys } from '../schema.ts'
import { defineRule } from './rule.ts'
import { optionsElsewhere, sayOptions, type OptionElsewhere } from './option-elsewhere.ts'

/** Personal addresses are to be blocked on a field that asks for no e-mail (contract, IdentityInfo content). */
export const emailOptionElsewhere = defineRule<OptionElsewhere>({
  code: 'email-option-elsewhere',
  severity: 'warning',
  isRefused: false,
  check: (view) => optionsElsewhere(view, { options: ['blockPersonalEmails'], keys: emailKeys }),
  sentence: ({ options, key }) => `${sayOptions(options)} on "${key}", which asks for no e-mail address.`,
  help: ({ options }) =>
    `Move ${options.length === 1 ? 'it' : 'them'} to a field with the key ${emailKeys.join(' or ')}, or remove ${options.length === 1 ? 'it' : 'them'}.`,
})
