/** What specs say about the forms that were made from them. Whatever cannot be read stays unknown. */
import { resolve } from 'node:path'
import { ignoreFailure } from '../../failure/failure.ts'
import { canonicalContent, componentTypes } from '../../form/components.ts'
import { fullAnswer } from '../../form/guide.ts'
import { textsOf } from '../../form/languages.ts'
import { isTypeName } from '../../form/schema.ts'
import { optionsOf } from '../../form/types/answers.ts'
import { isObject, type JsonObject } from '../../form/value.ts'
import { readLock, versionsOf } from '../../publish/publish.ts'
import type { Outline } from '../../stats/stats.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { lockPlace } from './publishing.ts'

export type SpecOfForm = {
  readonly path: string
  readonly document: number
  /** The hash of the content that the form was made from, which may have changed since; absent: not in the lock file. */
  readonly content?: string
  /** The name of the form when it was created. */
  readonly name?: string | undefined
}

/** The specs of forms by the lock file, which has present and former forms of a spec, else by what earlier runs printed. */
export async function specsOfForms(context: Context): Promise<ReadonlyMap<string, SpecOfForm>> {
  const { files } = context.host
  const specs = new Map<string, SpecOfForm>()
  for (const { id, file } of await knownForms(context.host))
    if (file) specs.set(id, { path: file, document: 1 })
  const place = await lockPlace(context).catch(ignoreFailure)
  for (const entry of (place && (await readLock(files, place).catch(ignoreFailure))) ?? []) {
    const { spec, document = 1 } = entry
    for (const { id, content, name } of versionsOf(entry))
      specs.set(id, { path: resolve(place?.folder ?? '', spec), document, content, name })
  }
  return specs
}

/** Makes a function that reads the form of a spec, each file once; undefined for one that cannot be read. */
export function specReader({ host: { files } }: Context): (spec: SpecOfForm) => Promise<unknown> {
  const read = async (path: string): Promise<readonly { readonly value: unknown }[]> => {
    const { checkSpec } = await import('../../authoring/authoring.ts')
    const bytes = await files.read(path).catch(ignoreFailure)
    return bytes ? checkSpec(bytes).forms : []
  }
  const known = new Map<string, ReturnType<typeof read>>()
  return async ({ path, document }) => {
    const forms = known.get(path) ?? read(path)
    known.set(path, forms)
    return (await forms)[document - 1]?.value
  }
}

/** The name and the pages of a form, as a spec or a service has it. */
export function readForm(form: unknown): { readonly name?: string; readonly outline?: Outline } {
  if (!isObject(form)) return {}
  const { name, steps } = form
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : undefined,
    outline: Array.isArray(steps) ? { pages: pagesOf(steps.filter((step) => isObject(step))) } : undefined,
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
    const { type, content, visibleIf } = isObject(component) ? component : {}
    const isForAll = isStepForAll && visibleIf === undefined
    if (typeof type !== 'string' || !isObject(content)) return []
    if (!isTypeName(type))
      return [{ type, headline: textOf(content['question']), options: [], about: {}, isForAll }]
    const { asks, headline, scale } = componentTypes[type]
    if (!asks) return []
    const own = canonicalContent(type, content)
    const sample = fullAnswer(type, own)
    if (!scale) {
      const options = ['options', 'choices', 'columns'].flatMap((key) => optionsOf(own, key))
      return [{ type, headline: headline(own), options, about: aboutOf(own), isForAll, sample }]
    }
    const { values, lowLabel, highLabel } = scale(own, textsOf().words)
    const about = aboutOf({ ...own, min: values[0], max: values.at(-1), lowLabel, highLabel })
    return [{ type, headline: headline(own), options: values.map(String), about, isForAll, sample }]
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
