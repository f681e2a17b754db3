import * as fc from 'fast-check'
import { Document, isMap, isScalar, isSeq, parseDocument, visit, type Scalar } from 'yaml'
import { identityKeys } from '../../src/form/schema.ts'

/** A form as a plain value. */
export type FormValue = { readonly name: string; readonly steps: readonly object[] }

const text = fc.constantFrom(
  'Who are you?',
  'A friend',
  'Über uns – ja',
  '日本',
  "it's: fine",
  '# no comment',
  'yes',
  '2026',
  '- a dash',
  '{ braces }',
  '👍 emoji',
  'two\nlines',
  'a long question that goes on for longer than any line of forty columns has room for',
)
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined })
const options = fc.uniqueArray(text, { minLength: 1, maxLength: 4 })
const component = (type: string, content: object): object => ({ type, content })
const asked = (type: string) => fc.record({ question: text }).map((content) => component(type, content))

const identity = fc
  .uniqueArray(fc.constantFrom(...identityKeys), { minLength: 1, maxLength: 4 })
  .chain((keys) => fc.tuple(...keys.map((key, i) => field(key, keys[i - 1]))))
  .map((fields) => component('IdentityInfo', { fields }))

const field = (key: string, before: string | undefined) =>
  fc.record({
    key: fc.constant(key),
    label: text,
    placeholder: optional(text),
    includeDialCode: key === 'phoneNumber' ? optional(fc.boolean()) : fc.constant(undefined),
    defaultDialCodeCountry:
      key === 'phoneNumber' ? optional(fc.constantFrom('DE', 'gb')) : fc.constant(undefined),
    blockPersonalEmails: /Email|emailAddress/.test(key) ? optional(fc.boolean()) : fc.constant(undefined),
    revealAfter: before === undefined ? fc.constant(undefined) : optional(fc.constant(before)),
  })

const choice = (type: string, ...names: readonly string[]) =>
  fc
    .record({
      question: text,
      name: fc.constantFrom(...names),
      listed: options,
      isMulti: optional(fc.boolean()),
      subheading: type === 'Dropdown' ? fc.constant(undefined) : optional(text),
      placeholder: type === 'Dropdown' ? optional(text) : fc.constant(undefined),
    })
    .map(({ name, listed, ...rest }) => component(type, { ...rest, [name]: listed }))

const scheduler = fc
  .record({
    name: fc.constantFrom('dataUrl', 'url', 'calendarUrl'),
    url: fc.constantFrom('https://calendly.com/ada', 'https://book.example.com/?a=1&b=2'),
    message: optional(text),
  })
  .map(({ name, url, message }) => component('SchedulerScreen', { [name]: url, message }))

const anyComponent = fc.oneof(
  ...['ShortInput', 'LongInput', 'EmailForm', 'PasswordInput', 'FileUploader'].map(asked),
  identity,
  choice('Dropdown', 'options', 'choices'),
  choice('MultipleOptionsQuestion', 'choices', 'options'),
  choice('GraphicOptions', 'choices', 'options'),
  scheduler,
  fc.record({ title: text, subheading: optional(text) }).map((content) => component('Header', content)),
  fc.record({ text }).map((content) => component('Disclaimer', content)),
)
const button = fc
  .record({ name: fc.constantFrom('label', 'buttonText'), text })
  .map(({ name, text: says }) => component('NextButton', { [name]: says }))

const step = fc
  .record({ name: text, components: fc.array(anyComponent, { minLength: 1, maxLength: 3 }), button })
  .map(({ name, components, button: next }) => ({ name, components: [...components, next] }))

/** Forms that nothing is wrong with. */
export const validForm: fc.Arbitrary<FormValue> = fc
  .record({ name: text, steps: fc.array(step, { minLength: 2, maxLength: 3 }) })
  // What is undefined is not there.
  .map((form) => JSON.parse(JSON.stringify(form)))

/** A value as YAML in a layout that the seed decides: block or brackets, quotes or none, comments, JSON. */
export function laidOut(value: unknown, seed: number, { hasAliases = false } = {}): string {
  const roll = dice(seed)
  if (roll(8) === 0) return `${JSON.stringify(value, undefined, roll(2) * 2)}\n`
  const document = new Document(value, { aliasDuplicateObjects: hasAliases })
  const hasComments = roll(2) === 0
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key)) dress(key, roll, hasComments)
    },
    Scalar: (place, node) => {
      if (place !== 'key') dress(node, roll, hasComments)
    },
    Collection: (_, node) => {
      if ((isMap(node) || isSeq(node)) && roll(6) === 0) node.flow = true
    },
  })
  return document.toString({
    indent: 2 + roll(2) * 2,
    indentSeq: roll(2) === 0,
    // Where it folds lines, the library now and then writes `undefined` into a text.
    lineWidth: 0,
    flowCollectionPadding: roll(2) === 0,
  })
}

function dress(node: Scalar, roll: (sides: number) => number, hasComments: boolean): void {
  if (typeof node.value === 'string') {
    const type = (['PLAIN', 'PLAIN', 'PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'] as const)[roll(5)]
    if (type) node.type = type
  }
  if (hasComments && roll(8) === 0) node.commentBefore = ' a comment: with [signs] "in" it'
}

function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A text with stretches of it changed, in order; `from` and `to` are offsets of the text before. */
export type Changed = {
  readonly text: string
  readonly changes: readonly { readonly from: number; readonly to: number; readonly put: string }[]
}

/** Changes some words of a spec: keys, types and identity keys, each inside its own quotes; by notation only, or by slips. */
export function misspelt(spec: string, seed: number): Changed {
  const roll = dice(seed)
  const change = roll(2) === 0 ? misspell : renotate
  const changes: { from: number; to: number; put: string }[] = []
  visit(parseDocument(spec), {
    Scalar: (place, node) => {
      const [start, end] = node.range ?? [0, 0]
      const word = String(node.value)
      const inner = spec.indexOf(word, start)
      if (inner === -1 || inner + word.length > end || !/^[A-Za-z]{4,}$/.test(word)) return
      if ((place === 'key' || /^[A-Z][a-z]+[A-Z]|[a-z][A-Z]/.test(word)) && roll(4) === 0)
        changes.push({ from: inner, to: inner + word.length, put: change(word, roll) })
    },
  })
  const broken = changes.reduceRight(
    (now, { from, to, put }) => now.slice(0, from) + put + now.slice(to),
    spec,
  )
  return { text: broken, changes }
}

const renotate = (word: string, roll: (sides: number) => number): string =>
  [
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    word.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&'),
    word.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase(),
  ][roll(4)] ?? word

function misspell(word: string, roll: (sides: number) => number): string {
  const at = 1 + roll(word.length - 2)
  const [a = '', b = ''] = [word[at], word[at + 1]]
  return (
    [
      word.slice(0, at) + b + a + word.slice(at + 2),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + a + word.slice(at),
      `${word.slice(0, at)}x${word.slice(at + 1)}`,
    ][roll(4)] ?? word
  )
}
