import type { Fix } from '../finding.ts'
import type { Path } from '../path.ts'
import { defineRule } from '../rule.ts'
import { valueAt } from '../value.ts'
import { capital, quote, sayKind } from '../words.ts'

type Args = {
  readonly subject: string
  readonly wanted: string
  readonly value: unknown
  readonly isOptional: boolean
}

/** A value of another type than the contract gives. */
export const wrongType = defineRule<Args>({
  code: 'wrong-type',
  severity: 'error',
  isRefused: true,
  *check({ form, faults }) {
    for (const { keyword, path, params, owner } of faults) {
      if (keyword !== 'type') continue
      const wanted = String(params['type'])
      const value = valueAt(form, path)
      const fix = fixOf(value, { wanted, path })
      const isOptional =
        owner !== undefined &&
        owner.path.length + 1 === path.length &&
        !owner.layer.required.includes(String(path.at(-1)))
      const args = { subject: subjectOf(path), wanted, value, isOptional }
      yield { path, at: 'value', args, ...(fix ? { fix } : {}) }
    }
  },
  sentence: ({ subject, wanted, value }) => `${subject} must be ${article(wanted)}, but is ${said(value)}.`,
  help: helpOf,
})

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function said(value: unknown): string {
  if (typeof value === 'string') return `the string ${quote(value)}`
  return typeof value === 'number' || typeof value === 'boolean'
    ? `the ${typeof value} ${value}`
    : sayKind(value)
}

const nouns: Readonly<Record<string, string>> = {
  steps: 'a step',
  components: 'a component',
  fields: 'an identity field',
}

function subjectOf(path: Path): string {
  const [last, owner] = [path.at(-1), path.at(-2)]
  if (last === undefined) return 'A form'
  if (typeof last === 'string') return `"${last}"`
  return capital(nouns[String(owner)] ?? `"${owner}[${last}]"`)
}

function helpOf({ wanted, value, isOptional }: Args): string {
  if (wanted === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return 'Put it in quotes, so that it is a string.'
  if (value === null || value === undefined)
    return `${fillings[wanted] ?? 'Give it a value'}${isOptional ? ', or remove it' : ''}.`
  return helps[wanted] ?? `Make it ${article(wanted)}.`
}

const fillings: Readonly<Record<string, string>> = {
  array: 'Give it entries, each on a line behind "- "',
  object: 'Give it keys and values, or {} for none',
}

const helps: Readonly<Record<string, string>> = {
  array: 'Write one entry a line, each behind "- ".',
  object: 'Write a key and a value a line, as in "name: About you".',
  boolean: 'Write true or false, without quotes.',
}

function fixOf(value: unknown, { wanted, path }: { wanted: string; path: Path }): Fix | undefined {
  if (wanted !== 'boolean' || typeof value !== 'string') return undefined
  const isYes = /^(true|yes|on)$/i.test(value)
  return isYes || /^(false|no|off)$/i.test(value) ? { kind: 'replace-value', path, to: isYes } : undefined
}
