import type { Fix } from '../finding.ts'
import type { Path } from '../path.ts'
import { defineRule } from '../rule.ts'
import { valueAt } from '../value.ts'
import { meantAs } from './wrong-type-help.ts'
import { capital, quote, sayKind } from '../words.ts'

type Args = {
  readonly subject: string
  readonly wanted: string
  readonly value: unknown
  readonly written: string | undefined
  readonly isOptional: boolean
  /** How it was probably meant. */
  readonly meant: string | undefined
}

/** A value of another type than the contract gives. */
export const wrongType = defineRule<Args>({
  code: 'wrong-type',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check({ form, faultsOf, written: writtenAt }) {
    for (const { path, params, owner } of faultsOf('type')) {
      const wanted = String(params['type'])
      const value = valueAt(form, path)
      const written = writtenAt(path)
      const fix = fixOf(value, { wanted, path, written })
      const isOptional =
        owner !== undefined &&
        owner.path.length + 1 === path.length &&
        !owner.layer.required.includes(String(path.at(-1)))
      const type = valueAt(form, [...path.slice(0, -1), 'type'])
      const meant = meantAs(value, wanted, { path, type })
      const args = { subject: subjectOf(path), wanted, value, written, isOptional, meant }
      yield { path, at: 'value', args, ...(fix ? { fix } : {}) }
    }
  },
  sentence: ({ subject, wanted, ...is }) => `${subject} must be ${article(wanted)}, but ${said(is)}.`,
  help: helpOf,
})

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function said({ value, written }: Pick<Args, 'value' | 'written'>): string {
  if (typeof value === 'string') return `is the string ${quote(value)}`
  if (isPlain(value)) return `is the ${typeof value} ${short(written ?? String(value))}`
  return value === null && isWord(written) ? `${short(written)} stands for nothing` : `is ${sayKind(value)}`
}

const isPlain = (value: unknown): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean'

const short = (text: string): string => quote(text).slice(1, -1)

// Nothing itself can be written as `null` or `~`; what else stands behind its key is a comment.
const isWord = (written: string | undefined): written is string =>
  written !== undefined && written !== '' && !written.startsWith('#')

const aForm = 'A form'

const nouns: Readonly<Record<string, string>> = {
  steps: 'a step',
  components: 'a component',
  fields: 'an identity field',
}

function subjectOf(path: Path): string {
  const [last, owner] = [path.at(-1), path.at(-2)]
  if (last === undefined) return aForm
  if (typeof last === 'string') return `"${last}"`
  return capital(nouns[String(owner)] ?? `"${owner}[${last}]"`)
}

function helpOf({ subject, wanted, value, written, isOptional, meant }: Args): string {
  if (subject === aForm)
    return 'A form begins with "name:" and "steps:"; a line "---" separates several forms.'
  if (wanted === 'string' && isPlain(value)) return `Put it in quotes: ${quote(written ?? value)}.`
  if (value === null || value === undefined)
    return `${fillingOf(wanted, written)}${isOptional ? ', or remove it' : ''}.`
  return meant ?? helps[wanted] ?? `Make it ${article(wanted)}.`
}

function fillingOf(wanted: string, written = ''): string {
  if (wanted !== 'string' || written === '') return fillings[wanted] ?? 'Give it a value'
  return isWord(written)
    ? `Put it in quotes if ${quote(written)} is the text`
    : 'Put the text in quotes, since # begins a comment'
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

type Place = { readonly wanted: string; readonly path: Path; readonly written: string | undefined }

function fixOf(value: unknown, { wanted, path, written }: Place): Fix | undefined {
  if (wanted === 'string' && isPlain(value))
    return { kind: 'replace-value', path, to: written ?? String(value) }
  if (wanted !== 'boolean' || typeof value !== 'string') return undefined
  const isYes = /^(true|yes|on)$/i.test(value)
  return isYes || /^(false|no|off)$/i.test(value) ? { kind: 'replace-value', path, to: isYes } : undefined
}
