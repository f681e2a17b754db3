import { optionListsIn, textIn, type Part, type View, defineRule, type Violation } from './rule.ts'
import { remembered, childOf, isObject, type JsonObject, type Path } from '../value.ts'
import { isThereMisspelt } from './stray-keys.ts'
import { componentTypes } from '../components.ts'
import { textsIn } from '../translations.ts'
import { distance, quote } from '../words.ts'

type Args = { readonly key: string; readonly of: string; readonly isMissing: boolean }

/** A text that people are to read is blank or missing. The contract does not require it. */
export const emptyText = defineRule<Args>({
  code: 'empty-text',
  severity: 'warning',
  *check({ parts }: View) {
    let owner: Part | undefined
    for (const part of parts) {
      if (part.layer.kind === 'component') owner = part
      yield* blankTexts(part)
      yield* blankOptions(part)
      const key = missingText(part)
      // A text beside its content is reported as misplaced.
      if (key !== undefined && !(owner && isBeside(key, part, owner)))
        yield { path: part.path, marks: 'key', args: { key, of: part.layer.noun, isMissing: true } }
    }
  },
  sentence: ({ key, of, isMissing }) =>
    isMissing
      ? `${of} has no ${key}: ${consequences[key] ?? ''}.`
      : key === 'option'
        ? `This option of ${of} is empty.`
        : `"${key}" of ${of} is empty.`,
  help: ({ key, isMissing }) =>
    isMissing
      ? `Add ${key}${examples[key] ?? ''}.`
      : (fillings[key] ?? 'Enter the text that people should see.'),
})

const consequences: Readonly<Record<string, string>> = {
  question: 'nobody can tell what is asked, and its answers have no heading',
  title: 'it shows nothing',
  text: 'it shows nothing',
}
const examples: Readonly<Record<string, string>> = {
  question: ', as in "question: What is your name?"',
  title: ', as in "title: About you"',
  text: ': what is to be read there',
}
const fillings: Readonly<Record<string, string>> = {
  option: 'Write the option, or remove it.',
  sourceFormId: 'Write the id of the form whose look the new one takes over, or remove the key.',
}

/** The keys outside contents whose text people see. */
const seen: Readonly<Record<string, readonly string[]>> = {
  form: ['name', 'sourceFormId'],
  step: ['name'],
  field: ['label'],
}

function* blankTexts(part: Part): Iterable<Violation<Args>> {
  const { layer, path } = part
  const keys = layer.type ? componentTypes[layer.type].shownTexts : seen[layer.kind]
  for (const key of keys ?? []) {
    if (layer.keys.includes(key) && textIn(part, key)?.trim() === '' && !isHidden(part, key))
      yield { path: [...path, key], marks: 'value', args: { key, of: layer.noun, isMissing: false } }
  }
}

function* blankOptions(part: Part): Iterable<Violation<Args>> {
  const args = { key: 'option', of: part.layer.noun, isMissing: false }
  for (const { path, options } of optionListsIn(part))
    for (const [i, option] of options.entries())
      if (typeof option === 'string' && option.trim() === '')
        yield { path: [...path, i], marks: 'value', args }
}

function missingText(part: Part): string | undefined {
  const { layer, value } = part
  const key = layer.type ? componentTypes[layer.type].neededText : ''
  if (key === '' || Object.hasOwn(value, key) || isHidden(part, key)) return undefined
  return isThereMisspelt(part, [key, 'subheading']) ? undefined : key
}

const isBeside = (key: string, { path }: Part, owner: Part): boolean =>
  path.length === owner.path.length + 1 &&
  owner.path.every((step, i) => step === path[i]) &&
  Object.hasOwn(owner.value, key)

/** Whether the text need not be seen: a question that is hidden, a heading with a line below it. */
const isHidden = ({ value }: Part, key: string): boolean =>
  (key === 'question' && childOf(value, 'hideQuestion') === true) ||
  (key === 'title' && Object.hasOwn(value, 'subheading'))

/** A language in which some texts of the form have no translation, so that people read the original. */
export const missingTranslation = defineRule<{ language: string; missing: readonly string[]; of: number }>({
  code: 'missing-translation',
  severity: 'warning',
  *check(view) {
    const named = childOf(view.form, 'language')
    const own = typeof named === 'string' ? named : 'en'
    for (const { language, path, missing, of } of translationsIn(view))
      if (language !== own && missing.length > 0)
        yield { path, marks: 'key', args: { language, missing, of } }
  },
  sentence: ({ language, missing, of }) =>
    `${missing.length === 1 ? 'One' : missing.length} of the ${of} texts of this form ${missing.length === 1 ? 'has' : 'have'} no translation in ${quote(language)}.`,
  help: ({ missing }) =>
    `Translate ${missing.slice(0, maxNamed).map(quote).join(', ')}${missing.length > maxNamed ? ' and the others' : ''}.`,
})

/** A translation of a text that the form does not have, so that nobody reads it. */
export const unknownTranslation = defineRule<{ text: string; near: string | undefined }>({
  code: 'unknown-translation',
  severity: 'warning',
  hasFix: true,
  *check(view) {
    for (const { path, unknown } of translationsIn(view))
      for (const [text, near] of unknown) {
        const keyPath = [...path, text]
        const isSame = near !== undefined && withoutSigns(near) === withoutSigns(text)
        const fix = isSame ? ({ kind: 'rename-key', path: keyPath, to: near } as const) : undefined
        yield { path: keyPath, marks: 'key', args: { text, near }, fix }
      }
  },
  sentence: ({ text }) => `The form has no text ${quote(text)}, so nobody reads this translation.`,
  help: ({ near }) =>
    near === undefined
      ? 'Write the text word for word as the form has it, or remove this line.'
      : `Did you mean ${quote(near)}?`,
})

/** How many texts a finding names. */
const maxNamed = 3

// No form has so many; a hostile one may have a hundred thousand.
const maxTexts = 10_000
const maxLanguages = 100
const maxUnknown = 200
const maxComparisons = 3000

type Translation = {
  readonly language: string
  readonly path: Path
  /** Texts of the form without a translation, in the order of the form, without those that an unknown text probably means. */
  readonly missing: readonly string[]
  /** Translated texts that the form does not have, each with the text that was probably meant. */
  readonly unknown: ReadonlyMap<string, string | undefined>
  /** How many texts the form has. */
  readonly of: number
}

function* translationsIn(view: View): Iterable<Translation> {
  const translations = childOf(view.form, 'translations')
  if (!isObject(translations)) return
  const texts = new Set(Array.from(textsIn(view.form), ({ text }) => text))
  // A text without letters is the same in every language.
  const worded = [...texts].filter((text) => /\p{L}/u.test(text)).slice(0, maxTexts)
  const nearestOf = finder()
  for (const language of Object.keys(translations).slice(0, maxLanguages)) {
    const own = childOf(translations, language)
    if (!isObject(own)) continue
    const missing = worded.filter((text) => !isTranslated(own, text))
    const open = new Set(missing.slice(0, maxUnknown))
    const unknown = new Map<string, string | undefined>()
    for (const text of Object.keys(own)
      .filter((key) => !texts.has(key))
      .slice(0, maxUnknown)) {
      const near = nearestOf(text, open)
      unknown.set(text, near)
      if (near !== undefined) open.delete(near)
    }
    const renamed = new Set(unknown.values())
    yield {
      language,
      path: ['translations', language],
      missing: missing.filter((text) => !renamed.has(text)),
      unknown,
      of: worded.length,
    }
  }
}

function isTranslated(own: JsonObject, text: string): boolean {
  const said = childOf(own, text)
  return typeof said === 'string' && said.trim() !== ''
}

/** The longest text that is compared letter by letter; the cost is quadratic. */
const maxComparedLength = 120

/** Finds the only text that is nearly the same as another; a tenth of the letters may differ. */
function finder(): (text: string, candidates: Iterable<string>) => string | undefined {
  let left = maxComparisons
  const plainOf = remembered(withoutSigns)
  const isNear = (plain: string, other: string): boolean => {
    if (other === plain) return true
    const maxDistance = Math.max(1, Math.floor(plain.length / 10))
    if (plain.length > maxComparedLength || Math.abs(other.length - plain.length) > maxDistance) return false
    return (left -= 1) >= 0 && distance(plain, other) <= maxDistance
  }
  return (text, candidates) => {
    const near = [...candidates].filter((candidate) => isNear(plainOf(text), plainOf(candidate)))
    return near.length === 1 ? near[0] : undefined
  }
}

/** A text without capitals, punctuation and repeated spaces. */
const withoutSigns = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
