import { defineRule, replaceBy } from './rule.ts'
import { capital, type Nearest, quote } from '../words.ts'
import { count } from '../../failure/failure.ts'
import { identityKeys } from '../schema.ts'
import { identityKeyMeant } from '../repair/tool-words.ts'
import { conditionExample } from './wrong-type.ts'
import { valueAt, type Path } from '../value.ts'

/** A key that the contract requires is not there. */
export const missingKey = defineRule<{ key: string; noun: string; of: string }>({
  code: 'missing-key',
  severity: 'error',
  *check({ faultsOf }) {
    for (const { path, params, owner } of faultsOf('required')) {
      if (owner === undefined) continue
      const key = String(params['missingProperty'])
      const isNext = path.at(-2) === 'next'
      const { noun, kind } = isNext ? { noun: 'an entry of "next"', kind: 'next' } : owner.layer
      yield { path: [...path, key], marks: 'key', args: { key, noun, of: kind } }
    }
  },
  sentence: ({ key, noun }) => `${capital(noun)} needs the key "${key}".`,
  help: ({ key, of }) => missingKeyHelps[`${of}.${key}`],
})

const missingKeyHelps: Readonly<Record<string, string>> = {
  'form.sourceFormId': 'Add sourceFormId: the form whose look the new one takes over.',
  'form.name': 'Add name: what the form is called, as in "name: Customer survey".',
  'form.steps': 'Add steps: the pages of the form, at least two.',
  'step.name': 'Add name: what the step is called, as in "name: About you".',
  'step.components': 'Add components: what the step shows and asks, at least one.',
  'next.to': 'Add to: the key of a later step, as in "to: thanks".',
  'component.type': 'Add type: what kind of component it is, as in "type: ShortInput".',
  'component.content': 'Add content: what the component holds; "content: {}" where it holds nothing.',
  'content.fields': 'Add fields: what is asked, each with a key and a label.',
  'field.key': 'Add key: what is asked, as in "key: emailAddress".',
  'field.label': 'Add label: the text beside the field, as in "label: E-mail".',
}

/** A required key is missing under each of its names (contract, Errors: the scheduling component). */
export const missingOneOf = defineRule<{ noun: string; keys: readonly string[] }>({
  code: 'missing-one-of',
  severity: 'error',
  *check({ faultsOf }) {
    for (const { path, owner } of faultsOf('anyOf'))
      if (owner) yield { path, marks: 'key', args: { noun: owner.layer.noun, keys: owner.layer.oneOf } }
  },
  sentence: ({ noun, keys }) => `${noun} needs one of ${keys.join(', ')}.`,
  help: ({ keys }) => `Add ${keys[0]}${missingOneOfHelps[keys[0] ?? ''] ?? ''}.`,
})

const missingOneOfHelps: Readonly<Record<string, string>> = {
  dataUrl: ': the address of the calendar, as your scheduling provider shows it',
  options: ': what can be chosen, at least one',
}

/** An array with fewer elements than the contract asks for (contract, Limits). */
export const tooFew = defineRule<{ key: string; noun: string; minimum: number; there: number }>({
  code: 'too-few',
  severity: 'error',
  *check({ faultsOf }) {
    for (const { path, params, owner } of faultsOf('minItems')) {
      const key = path.at(-1)
      if (owner === undefined || typeof key !== 'string') continue
      const list = owner.value[key]
      const there = Array.isArray(list) ? list.length : 0
      yield {
        path,
        marks: 'key',
        args: { key, noun: owner.layer.noun, minimum: Number(params['limit']), there },
      }
    }
  },
  // The keys with a minimum are plurals in -s: steps, components, options, choices.
  sentence: ({ key, noun, minimum, there }) =>
    isJunction(key)
      ? `"${key}" has no condition.`
      : `${capital(noun)} needs at least ${count(minimum, key.slice(0, -1))}, but has ${there === 0 ? 'none' : there}.`,
  help: ({ key }) =>
    isJunction(key)
      ? `List conditions, as in "${key}: [${conditionExample()}]", or remove the condition.`
      : (tooFewHelps[key] ?? `Add an entry to ${key}.`),
})

const isJunction = (key: string): boolean => key === 'any' || key === 'all'

const tooFewHelps: Readonly<Record<string, string>> = {
  steps: 'Add a step; the last one may just say thanks.',
  components: 'Add a component, or remove the step.',
}

/** A value outside the list of its schema: the key of an identity field, a part of an address. */
export const notOneOf = defineRule<{
  value: unknown
  near: Nearest | undefined
  allowed: readonly string[]
}>({
  code: 'not-one-of',
  severity: 'error',
  hasFix: true,
  *check({ form, faultsOf }) {
    for (const { path, params } of faultsOf('enum')) {
      const value = valueAt(form, path)
      const allowed = wordsIn(params['allowedValues'])
      const near = typeof value === 'string' ? identityKeyMeant(value, allowed) : undefined
      yield { path, marks: 'value', args: { value, near, allowed }, fix: replaceBy(path, near) }
    }
  },
  sentence: ({ value, allowed }) =>
    isKeys(allowed)
      ? `${quote(value)} is not an identity key.`
      : `${quote(value)} is none of the words that may stand here.`,
  help: ({ near, allowed }) => {
    if (near) return `Did you mean "${near.word}"?`
    return allowed.length === 1
      ? `Write ${allowed[0]}, or remove the key.`
      : `Use one of ${allowed.join(', ')}.`
  },
})

const wordsIn = (allowed: unknown): readonly string[] =>
  Array.isArray(allowed) ? allowed.filter((word) => typeof word === 'string') : []

const isKeys = (allowed: readonly string[]): boolean => allowed.length === identityKeys.length

/** A number below or above what its key takes. */
export const outOfRange = defineRule<{ key: string; noun: string; limit: number; isLeast: boolean }>({
  code: 'out-of-range',
  severity: 'error',
  *check({ faultsOf }) {
    for (const keyword of ['minimum', 'maximum'])
      for (const { path, params, owner } of faultsOf(keyword)) {
        const [key, limit] = [String(path.at(-1)), Number(params['limit'])]
        const noun = owner?.layer.noun ?? 'the form'
        yield { path, marks: 'value', args: { key, noun, limit, isLeast: keyword === 'minimum' } }
      }
  },
  sentence: ({ key, noun, limit, isLeast }) =>
    `"${key}" of ${noun} must be ${limit} or ${isLeast ? 'more' : 'less'}.`,
  help: ({ limit }) => `Write ${limit}, or remove the key.`,
})

type Malformed = { readonly text: string; readonly what: string; readonly help: string }

/** A text in a format that its key does not accept, so that it would have no effect or a wrong one. */
export const malformedText = defineRule<Malformed>({
  code: 'malformed-text',
  severity: 'error',
  *check({ form, faultsOf }) {
    for (const { path } of faultsOf('pattern')) {
      const text = valueAt(form, path)
      const words = wordsOf(path)
      if (words && typeof text === 'string') yield { path, marks: 'value', args: { text, ...words } }
    }
    for (const { path, params } of faultsOf('propertyNames')) {
      const text = String(params['propertyName'])
      yield { path: [...path, text], marks: 'key', args: { text, ...language } }
    }
  },
  sentence: ({ text, what }) => `${quote(text)} is not ${what}.`,
  help: ({ help }) => help,
})

const language = {
  what: 'the short name of a language',
  help: 'Write it as web pages do: "de" for German, "pt-BR" for Brazilian Portuguese.',
}

const emailDomain = {
  what: 'a domain',
  help: 'Write what stands after the @, in small letters: "example.com".',
}

/** What a text needs, by its key or that of its list. All else another rule reports. */
const formats: Readonly<Record<string, Omit<Malformed, 'text'>>> = {
  language,
  address: {
    what: 'an address',
    help: 'Write up to 64 small letters and digits, with hyphens between them: "customer-feedback".',
  },
  accept: {
    what: 'a kind of files',
    help: 'Write an ending with its dot, such as ".pdf", or a type, such as "image/*".',
  },
  redirectHosts: {
    what: 'a host',
    help: 'Write it in small letters, without https:// and path: "www.example.com".',
  },
  allowedEmailDomains: emailDomain,
  blockedEmailDomains: emailDomain,
}

const wordsOf = (path: Path): Omit<Malformed, 'text'> | undefined =>
  formats[String(path.length === 1 ? path[0] : path.at(-2))]
