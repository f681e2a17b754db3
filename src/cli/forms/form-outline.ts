/** What a form asks, page by page. */
import { canonicalContent, componentTypes } from '../../form/components.ts'
import { fullAnswer } from '../../form/guide.ts'
import { textsOf } from '../../form/languages.ts'
import { isTypeName } from '../../form/schema.ts'
import { isObject, type JsonObject } from '../../form/value.ts'
import type { Outline } from '../../stats/stats.ts'

/** The name and the pages of a form, as a spec or a service has it. */
export function readForm(form: unknown): { readonly name?: string; readonly outline?: Outline } {
  if (!isObject(form)) return {}
  const { name, language, steps } = form
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : undefined,
    outline: Array.isArray(steps)
      ? { language: textOf(language) || 'en', pages: pagesOf(steps.filter((step) => isObject(step))) }
      : undefined,
  }
}

function pagesOf(steps: readonly JsonObject[]): Outline['pages'] {
  const skips = steps.findIndex(({ next }) => next !== undefined)
  // The first step is shown whatever its condition says.
  return steps.map((step, i) =>
    pageOf(step, i === 0 || (step['visibleIf'] === undefined && (skips < 0 || i <= skips))),
  )
}

function pageOf({ name, components }: JsonObject, isStepForAll: boolean): Outline['pages'][number] {
  const all: readonly unknown[] = Array.isArray(components) ? components : []
  const questions = all.flatMap((component): Outline['pages'][number]['questions'] => {
    const { type, content, visibleIf, key: given } = isObject(component) ? component : {}
    const key = typeof given === 'string' ? given : undefined
    const isForAll = isStepForAll && visibleIf === undefined
    if (typeof type !== 'string' || !isObject(content)) return []
    if (!isTypeName(type))
      return [{ type, key, headline: textOf(content['question']), options: [], about: {}, isForAll }]
    const { asks, headline, scale } = componentTypes[type]
    if (!asks) return []
    const own = canonicalContent(type, content)
    const sample = fullAnswer(type, own)
    if (!scale) {
      const options = componentTypes[type].options(own)
      return [{ type, key, headline: headline(own), options, about: aboutOf(own), isForAll, sample }]
    }
    const { values, lowLabel, highLabel } = scale(own, textsOf().words)
    const about = aboutOf({ ...own, min: values[0], max: values.at(-1), lowLabel, highLabel })
    return [{ type, key, headline: headline(own), options: values.map(String), about, isForAll, sample }]
  })
  return { name: textOf(name), questions }
}

/** The details of a question for a codebook, besides its wording and options. */
const aboutOf = (content: JsonObject): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    ['min', 'max', 'step', 'unit', 'lowLabel', 'highLabel', 'preset', 'text'].flatMap((key) => {
      const value = content[key]
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[key, value]] : []
    }),
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
