import type { Fix } from '../finding.ts'
import { type Path, valueAt, isObject, type JsonObject } from '../value.ts'
import { defineRule } from './rule.ts'
import { capital, inQuotes, keyFor, quote, kindText, shortened } from '../words.ts'
import { type TypeName, isTypeName } from '../schema.ts'
import { textKeyOf } from '../repair/mend.ts'
import { identityKeyMeant, optionTextKeys } from '../repair/tool-words.ts'

type Args = {
  readonly subject: string
  readonly wanted: string
  /** Whether a condition is wanted. */
  readonly isCondition: boolean
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
  hasFix: true,
  *check({ form, faultsOf, written: writtenAt }) {
    const lists = new Set<unknown>()
    for (const { path: at, params, owner } of faultsOf('type')) {
      const [list, entry] = [valueAt(form, at.slice(0, -1)), valueAt(form, at)]
      // Options of other tools are objects: one finding for the list, and not one for each.
      const isOption = Array.isArray(list) && typeof entry === 'object' && labelIn(entry) !== undefined
      const path = isOption && params['type'] === 'string' ? at.slice(0, -1) : at
      if (path !== at && lists.has(list)) continue
      if (path !== at) lists.add(list)
      const wanted = path === at ? String(params['type']) : listOfTexts
      const value = valueAt(form, path)
      const written = writtenAt(path)
      const fix = fixOf(value, wanted, path, written)
      const isOptional =
        owner !== undefined &&
        owner.path.length + 1 === path.length &&
        !owner.layer.required.includes(String(path.at(-1)))
      const type = valueAt(form, [...path.slice(0, -1), 'type'])
      const meant = meantAs(value, wanted, path, type)
      const isCondition = wanted === 'object' && isConditionAt(path)
      const args = { subject: subjectOf(path), wanted, isCondition, value, written, isOptional, meant }
      yield { path, marks: path === at ? 'value' : 'key', args, fix }
    }
  },
  sentence: ({ subject, wanted, isCondition, ...is }) =>
    wanted === listOfTexts
      ? `${subject} must be a ${listOfTexts}, but holds ${kindText(firstObject(is.value)).replace(/^an /, '')}s.`
      : `${subject} must be ${isCondition ? 'a condition' : article(wanted)}, but ${said(is)}.`,
  help: helpOf,
})

const listOfTexts = 'list of texts'

const firstObject = (value: unknown): unknown =>
  Array.isArray(value) ? value.find((one) => typeof one === 'object' && one !== null) : undefined

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function said({ value, written }: Pick<Args, 'value' | 'written'>): string {
  if (typeof value === 'string') return `is the string ${inQuotes(shortened(value))}`
  if (isPlain(value)) return `is the ${typeof value} ${shortened(written ?? String(value))}`
  return value === null && isWord(written)
    ? `${shortened(written)} stands for nothing`
    : `is ${kindText(value)}`
}

const isPlain = (value: unknown): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean'

// Null can be written as `null` or `~`; anything else after its key is a comment.
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

function helpOf({ subject, wanted, isCondition, value, written, isOptional, meant }: Args): string {
  if (subject === aForm && Array.isArray(value) && isObject(value[0]))
    return 'Remove the dash "- ": a form begins with "name:" and "steps:", and a line "---" separates several forms.'
  if (subject === aForm)
    return 'A form begins with "name:" and "steps:"; a line "---" separates several forms.'
  if (subject === '"next"' && value === null) return asNext(value)
  if (isCondition)
    return `${meant ?? `Write a question and what its answer has to be: ${conditionExample()}`}${isOptional ? ', or remove it' : ''}.`
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
  array: 'Give it entries, each on its own line after "- "',
  object: 'Give it keys and values, or {} for none',
}

const helps: Readonly<Record<string, string>> = {
  array: 'Write one entry per line, each after "- ".',
  object: 'Write one key and value per line, as in "name: About you".',
  boolean: 'Write true or false, without quotes.',
}

function fixOf(value: unknown, wanted: string, path: Path, written: string | undefined): Fix | undefined {
  if (wanted === 'string' && isPlain(value))
    return { kind: 'replace-value', path, to: written ?? String(value) }
  if (typeof value !== 'string') return undefined
  if (wanted === 'array') {
    const texts = isListOfTexts(path) ? textsIn(value) : undefined
    // "Yes, I agree" may be a single option.
    return texts?.every((text) => !text.includes(' '))
      ? { kind: 'replace-value', path, to: texts }
      : undefined
  }
  if (wanted !== 'boolean') return undefined
  const isYes = /^(true|yes|on)$/i.test(value)
  return isYes || /^(false|no|off)$/i.test(value) ? { kind: 'replace-value', path, to: isYes } : undefined
}

/** How a value of the wrong shape was probably meant; undefined if that is unclear. `type`: that of the component around it. */
function meantAs(value: unknown, wanted: string, path: Path, type: unknown): string | undefined {
  const [last, owner] = [path.at(-1), path.at(-2)]
  if (wanted === listOfTexts && Array.isArray(value)) return asTexts(value)
  // YAML takes `question:What?` for a text.
  const [, key, rest] =
    (typeof value === 'string' && /^(\w+):(?!\/\/)[\u00A0\u200B\u3000]*([^ ].*)/.exec(value)) || []
  if (wanted === 'object' && isConditionAt(path)) return asCondition(value)
  if (last === 'next' || owner === 'next') return asNext(value)
  if (wanted === 'object' && key !== undefined)
    return `Put a space after the colon: ${quote(`${key}: ${rest}`)}.`
  if (typeof value === 'string' && ['integer', 'number'].includes(wanted)) return asNumber(value, last)
  if (last === 'content' && typeof value === 'string' && isTypeName(type)) return asContent(value, type)
  if (wanted === 'string' && isObject(value)) return asText(value)
  if (wanted === 'object' && Array.isArray(value)) return asObject(value, last)
  if (wanted === 'object' && typeof value === 'string') return asEntry(value, owner)
  if (wanted !== 'array') return undefined
  if (last === 'in') return `Write a list, as in "in: [${isObject(value) ? 'Dog, Cat' : String(value)}]".`
  if ((last === 'any' || last === 'all') && !isObject(value))
    return `List conditions, as in "${last}: [${conditionExample()}]".`
  return isObject(value) ? asEntries(value, path) : typeof value === 'string' ? asList(value) : undefined
}

/** Whether a condition stands at a path. */
const isConditionAt = (path: Path): boolean =>
  ['visibleIf', 'if'].includes(String(path.at(-1))) || ['any', 'all'].includes(String(path.at(-2)))

/** A condition as authors write it on one line. */
export const conditionExample = (question = 'pet', operator = 'is', value = 'Dog'): string =>
  `{ question: ${question}, ${operator}: ${value} }`

// As JavaScript, SurveyJS and XLSForm have it: `why == "x"`, `{why} = 'x'`, `${why} > 3`, `{why} notempty`.
const expression = /^([a-z]\w*) ?([=!<>]+|contains\b|notempty$|empty$) ?["']?([^"'=<>!]*)["']?$/i

const operators = [
  [/^c/i, 'contains'],
  [/^<(?!>)/, 'under'],
  [/^>/, 'over'],
  [/[!<]/, 'isNot'],
  [/./, 'is'],
] as const

function fromExpression(text: string): string | undefined {
  const plain = text.replaceAll(/[\s${}]+/g, ' ').trim()
  const [, name = '', sign = '', words = ''] = expression.exec(plain) ?? []
  const operator = operators.find(([like]) => like.test(sign))?.[1]
  const [key, value] = [keyFor(name), words.trim()]
  if (value !== '') {
    // `over` and `under` leave out the number itself.
    const isLimit = /^[<>]=$/.test(sign) && /^\d{1,9}$/.test(value)
    return conditionExample(key, operator, isLimit ? String(Number(value) + (sign === '<=' ? 1 : -1)) : value)
  }
  // `{why} = ''` asks whether there is an answer, as `empty` does.
  if (operator !== 'is' && operator !== 'isNot') return undefined
  return conditionExample(key, 'answered', String(operator === 'isNot' || /^not/i.test(sign)))
}

/** A condition that was written as an expression, or as the key of a question. */
function asCondition(value: unknown): string | undefined {
  if (Array.isArray(value) && value.length > 1 && value.every(isObject))
    return 'Write "all:" or "any:" above the list, for each of its conditions or one of them'
  if (Array.isArray(value)) return `Write one condition and no list, as in ${conditionExample()}`
  if (typeof value !== 'string') return undefined
  if (/^[a-z]\w*$/.test(value)) return `Write it as ${conditionExample(value, 'answered', 'true')}`
  const [all, any] = [value.split(/ (?:and|&&) /i), value.split(/ (?:or|\|\|) /i)]
  const conditions = (any.length > 1 ? any : all).map(fromExpression)
  // A mixture of both, or words of a text.
  if (conditions.includes(undefined)) return undefined
  if (conditions.length === 1) return `Write it as ${conditions[0]}`
  return `Write it as { ${any.length > 1 ? 'any' : 'all'}: [${conditions.join(', ')}] }`
}

/** The ways on from a step, which are a list with the keys of steps. */
function asNext(value: unknown): string {
  if (isObject(value))
    return 'Write it as a list: a dash before its first key, as in "next: [{ to: thanks }]".'
  const to = typeof value === 'string' && /^[a-z]\w*$/.test(value) ? value : 'thanks'
  return `Write the key of a later step, as in "next: [{ to: ${to} }]".`
}

/** A number with its unit. */
function asNumber(text: string, key: Path[number] | undefined): string | undefined {
  const [, number] = /^(\d+)\D*$/.exec(text.trim()) ?? []
  return number && `Write the number${key === 'maxSize' ? ' of MiB' : ''} alone: ${number}.`
}

/** A text where an object with that text is expected. */
function asContent(text: string, type: TypeName): string | undefined {
  const key = textKeyOf(type)
  return key && `Write it below "content:", after its key: ${quote(`${key}: ${text}`)}.`
}

/** What other tools show of an option: `{label: Dog, value: dog}`. */
function labelIn(option: unknown): string | undefined {
  if (Array.isArray(option)) return labelIn(option[0])
  const [text] = isObject(option) ? optionTextKeys.flatMap((key) => option[key] ?? []) : [option]
  return typeof text === 'string' || isPlain(text) ? String(text) : undefined
}

/** Options that are objects, or lists of a text and a value. */
function asTexts(options: readonly unknown[]): string {
  const texts = options.map(
    (option) => labelIn(option) ?? (isObject(option) ? (Object.keys(option)[0] ?? '') : ''),
  )
  const shown = texts.slice(0, maxShown).map((text) => (isTextInList(text) ? text : JSON.stringify(text)))
  return `Write only the texts: [${shown.join(', ')}${texts.length > maxShown ? ', …' : ''}].`
}

const maxShown = 12

/** `Other: tell us` is a key and a value for YAML; a label with a value is what other tools take. */
function asText(value: JsonObject): string | undefined {
  const entries = Object.entries(value)
  const [first] = entries
  const label = labelIn(value)
  if (label !== undefined) return `Write only the text: ${quote(label)}.`
  if (first === undefined || entries.length > 1) return undefined
  const [key, text] = first
  const isText = typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean'
  return isText ? `Put it in quotes: ${quote(`${key}: ${text}`)}.` : undefined
}

function asObject(value: readonly unknown[], key: Path[number] | undefined): string | undefined {
  if (value.length === 0 || !value.every(isObject)) return undefined
  return `Remove the ${value.length === 1 ? 'dash "- "' : 'dashes'}: ${quote(key)} holds keys and is not a list.`
}

/** A name where an object with that name is expected. */
function asEntry(word: string, list: Path[number] | undefined): string | undefined {
  if (list === 'fields') {
    const key = identityKeyMeant(word)?.word
    return key === undefined ? undefined : `Write "key: ${key}" after the dash, and a label below it.`
  }
  if (list === 'images')
    return 'Write "option", "image" and "alt": the option, the https address of its picture, and what it shows.'
  if (list === 'components' && isTypeName(word))
    return `Write "type: ${word}" after the dash, and its content below it.`
  return list === 'steps'
    ? `Write ${quote(`name: ${word}`)} after the dash, and components below it.`
    : undefined
}

/** Names as keys where a list is expected, or one entry without its dash. */
function asEntries(value: JsonObject, path: Path): string | undefined {
  const list = path.at(-1)
  const [first] = Object.keys(value)
  if (first === undefined) return undefined
  if (isListOfTexts(path)) {
    const texts = Object.values(value).filter((entry) => typeof entry !== 'object')
    return `Write a list of texts, as in ${listOf(texts.join(', ')) ?? '[Yes, No]'}.`
  }
  if (!Object.values(value).every(isObject))
    return `Write a dash before the first key of each entry: "- ${first}: …".`
  const name =
    list === 'steps' ? 'name' : list === 'components' ? 'type' : list === 'fields' ? 'key' : undefined
  return name && `Write each as an entry: "- ${name}: ${first}", with what it holds below it.`
}

function asList(text: string): string | undefined {
  const list = listOf(text)
  return list && `Write it as a list: ${list}.`
}

function listOf(text: string): string | undefined {
  const texts = textsIn(text)
  return texts && text.length <= 60 ? `[${texts.join(', ')}]` : undefined
}

/** The texts between the commas of a text, if each reads the same in a list as by itself: a number would not. */
function textsIn(text: string): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  return parts.length > 1 && parts.every(isTextInList) ? parts : undefined
}

const isTextInList = (part: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N} '.-]*$/u.test(part) &&
  Number.isNaN(Number(part)) &&
  !/^(true|false|null)$/i.test(part)

const isListOfTexts = (path: Path): boolean => path.at(-1) === 'options' || path.at(-1) === 'choices'
