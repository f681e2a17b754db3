/**
 * A form in several languages. `translations` of a form maps each text to its translation, by language; a text without one is shown
 * as it is. Options are translated only for display: the original option is sent and stored.
 */
import type { PublishedComponent, PublishedForm, PublishedStep } from './form.ts'
import { getOrMake, childOf, isObject, memoized, type Path } from './value.ts'

/** The keys of a content, of its fields and of its images whose text people read. */
const textKeys: ReadonlySet<string> = new Set([
  'question',
  'title',
  'subheading',
  'text',
  'message',
  'buttonText',
  'placeholder',
  'patternMessage',
  'unit',
  'lowLabel',
  'highLabel',
  'otherLabel',
  'label',
  'alt',
])

/** The keys of lists whose texts are both shown and stored. */
const optionKeys: ReadonlySet<string> = new Set(['options', 'choices', 'rows', 'columns'])

/** A text that people read, and where the form has it. */
type ReadText = { readonly text: string; readonly path: Path }

/** Every text that people read of a form of any shape, without blank ones. */
export function* textsIn(form: unknown): Iterable<ReadText> {
  yield* textAt(form, 'name', [])
  yield* textAt(childOf(form, 'settings'), 'description', ['settings'])
  for (const [step, path] of entriesOf(form, 'steps', [])) {
    yield* textAt(step, 'name', path)
    for (const [component, at] of entriesOf(step, 'components', path)) {
      yield* textAt(component, 'description', at)
      yield* textsOfContent(childOf(component, 'content'), [...at, 'content'])
    }
  }
}

function* textsOfContent(content: unknown, path: Path): Iterable<ReadText> {
  if (!isObject(content)) return
  for (const key of Object.keys(content)) {
    if (textKeys.has(key)) yield* textAt(content, key, path)
    for (const [entry, at] of entriesOf(content, key, path))
      if (typeof entry === 'string' && optionKeys.has(key) && entry.trim() !== '')
        yield { text: entry, path: at }
      else if (isObject(entry))
        for (const inner of Object.keys(entry)) if (textKeys.has(inner)) yield* textAt(entry, inner, at)
  }
}

function* textAt(value: unknown, key: string, path: Path): Iterable<ReadText> {
  const text = childOf(value, key)
  if (typeof text === 'string' && text.trim() !== '') yield { text, path: [...path, key] }
}

function* entriesOf(value: unknown, key: string, path: Path): Iterable<readonly [unknown, Path]> {
  const list = childOf(value, key)
  if (Array.isArray(list)) for (const [i, entry] of list.entries()) yield [entry, [...path, key, i]]
}

/** The languages of a form, its own first. */
export function languagesOf({ language = 'en', translations = {} }: PublishedForm): readonly string[] {
  const others = Object.keys(translations)
  return others.includes(language) ? others : [language, ...others]
}

/** Translates a text, such as an option, into the language of a form. */
export const translatorFor =
  ({ language = '', translations }: Pick<PublishedForm, 'language' | 'translations'>) =>
  (text: string): string => {
    const own = translations?.[language]
    return own && Object.hasOwn(own, text) ? (own[text] ?? text) : text
  }

// A store gives the same object as long as a form is unchanged.
const translationsOf = memoized((_form: PublishedForm) => new Map<string, PublishedForm>())

/** A form with its texts, except options, in one of its languages. */
export function inLanguage(form: PublishedForm, language: string): PublishedForm {
  if (language === (form.language ?? 'en') || form.translations?.[language] === undefined) return form
  return getOrMake(translationsOf(form), language, () => translate(form, language))
}

function translate(form: PublishedForm, language: string): PublishedForm {
  const { name, steps, settings, translations } = form
  // Its own language becomes one of the others.
  const shown = { ...form, language, translations: { [form.language ?? 'en']: {}, ...translations } }
  const translateText = translatorFor(shown)
  const component = ({ description, content, ...rest }: PublishedComponent): PublishedComponent => ({
    ...rest,
    ...(description !== undefined && { description: translateText(description) }),
    content: translateContent(content, translateText),
    own: content,
  })
  const step = ({ name: called, components, ...rest }: PublishedStep): PublishedStep => ({
    ...rest,
    name: translateText(called),
    components: components.map(component),
  })
  return {
    ...shown,
    name: translateText(name),
    ...(settings && {
      settings: {
        ...settings,
        ...(settings.description !== undefined && { description: translateText(settings.description) }),
      },
    }),
    steps: steps.map(step),
  }
}

const translateContent = (
  content: PublishedComponent['content'],
  translateText: (text: string) => string,
): PublishedComponent['content'] =>
  Object.fromEntries(
    Object.entries(content).map(([key, value]) => [
      key,
      Array.isArray(value)
        ? value.map((entry: unknown) => (isObject(entry) ? translateContent(entry, translateText) : entry))
        : typeof value === 'string' && textKeys.has(key)
          ? translateText(value)
          : value,
    ]),
  )
