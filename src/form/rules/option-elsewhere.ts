import { textIn, type View } from './form-view.ts'
import { identityKeys, emailKeys, phoneKeys } from '../schema.ts'
import { type Breach, defineRule } from './rule.ts'

/** Options of an identity field on a field that has no use for them. */
type OptionElsewhere = { readonly options: readonly string[]; readonly key: string }

/** The fields with one of these options switched on whose key is none of those that it is for. */
function* optionsElsewhere(
  { parts }: View,
  { options, keys }: { readonly options: readonly string[]; readonly keys: readonly string[] },
): Iterable<Breach<OptionElsewhere>> {
  for (const part of parts) {
    const key = part.layer.kind === 'field' ? textIn(part, 'key') : undefined
    // A misspelt key is said as such; what it was to be is not known.
    if (key === undefined || keys.includes(key) || !identityKeys.some((known) => known === key)) continue
    const on = options.filter((option) => isOn(part.value[option]))
    if (on[0] !== undefined) yield { path: [...part.path, on[0]], at: 'key', args: { options: on, key } }
  }
}

const sayOptions = (options: readonly string[]): string =>
  `${options.map((option) => `"${option}"`).join(' and ')} ${options.length === 1 ? 'has' : 'have'} no effect`

const isOn = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== '')

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
