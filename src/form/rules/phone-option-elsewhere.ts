import { phoneKeys } from '../schema.ts'
import { defineRule } from './rule.ts'
import { optionsElsewhere, sayOptions, type OptionElsewhere } from './option-elsewhere.ts'

/** A dial code on a field that asks for no phone number (contract, IdentityInfo content). */
export const phoneOptionElsewhere = defineRule<OptionElsewhere>({
  code: 'phone-option-elsewhere',
  severity: 'warning',
  isRefused: false,
  check: (view) =>
    optionsElsewhere(view, { options: ['includeDialCode', 'defaultDialCodeCountry'], keys: phoneKeys }),
  sentence: ({ options, key }) => `${sayOptions(options)} on "${key}", which asks for no phone number.`,
  help: ({ options }) =>
    `Move ${options.length === 1 ? 'it' : 'them'} to a field with the key ${phoneKeys.join(' or ')}, or remove ${options.length === 1 ? 'it' : 'them'}.`,
})
