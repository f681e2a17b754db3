import { textIn } from './form-view.ts'
import { emailKeys, isIdentityKey, phoneKeys, type IdentityKey } from '../schema.ts'
import { defineRule, type FormRule } from './rule.ts'

type OptionFor = {
  readonly code: string
  readonly options: readonly string[]
  /** The keys of the fields that the options are for. */
  readonly keys: readonly IdentityKey[]
  /** What these fields ask for. */
  readonly noun: string
}

/** The rule about options of identity fields that have an effect on fields with certain keys only. */
const optionElsewhere = ({ code, options, keys, noun }: OptionFor): FormRule =>
  defineRule<{ readonly on: readonly string[]; readonly key: string }>({
    code,
    severity: 'warning',
    isRefused: false,
    *check({ parts }) {
      for (const part of parts) {
        const key = part.layer.kind === 'field' ? textIn(part, 'key') : undefined
        // A misspelt key is reported as such; nobody knows whether the option suits the right one.
        if (!isIdentityKey(key) || keys.includes(key)) continue
        const on = options.filter((option) => isOn(part.value[option]))
        if (on[0] !== undefined) yield { path: [...part.path, on[0]], at: 'key', args: { on, key } }
      }
    },
    sentence: ({ on, key }) =>
      `${on.map((option) => `"${option}"`).join(' and ')} ${on.length === 1 ? 'has' : 'have'} no effect on "${key}", which asks for no ${noun}.`,
    help: ({ on }) => {
      const them = on.length === 1 ? 'it' : 'them'
      return `Move ${them} to a field with the key ${keys.join(' or ')}, or remove ${them}.`
    },
  })

const isOn = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== '')

/** Blocks personal addresses on a field that asks for no e-mail (contract, IdentityInfo content). */
export const emailOptionElsewhere = optionElsewhere({
  code: 'email-option-elsewhere',
  options: ['blockPersonalEmails'],
  keys: emailKeys,
  noun: 'e-mail address',
})

/** A dial code on a field that asks for no phone number (contract, IdentityInfo content). */
export const phoneOptionElsewhere = optionElsewhere({
  code: 'phone-option-elsewhere',
  options: ['includeDialCode', 'defaultDialCodeCountry'],
  keys: phoneKeys,
  noun: 'phone number',
})
