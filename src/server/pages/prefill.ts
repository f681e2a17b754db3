/** Values in the address of a form: answers by the keys of their questions, and hidden fields of the response. */
import { languagesOf, translatorFor } from '../../form/translations.ts'
import type { PublishedForm } from '../../form/form.ts'
import { readAnswer, type FieldValues } from '../../form/read-answer.ts'
import { hiddenInput, type Html } from '../../html/html.ts'
import { loadReferenceData } from '../reference-data.ts'
import type { PageDeps } from '../deps.ts'
import { pageQueryNames } from '../../form/schema.ts'
import { componentsOf, type StepComponent } from './form-steps.ts'
import { stepsOf } from '../../form/form-path.ts'
import type { Submission } from './submission.ts'
import { getOrMake } from '../../form/value.ts'

/** The values in an address that belong to the form. */
export type Prefill = {
  /** By question and field. */
  readonly values: ReadonlyMap<string, FieldValues>
  /** By the name of a hidden field. */
  readonly hidden: ReadonlyMap<string, string>
  /** The answers as a query, for the addresses of the next steps; '' or `&` and a query. */
  readonly carried: string
  /** The time of the request. */
  readonly now?: string
}

/** In characters: a hidden field, and `carried`. */
const [maxHiddenLength, maxCarriedLength] = [500, 2048]

const hiddenName = (name: string): string => `meta.${name}`

const noPrefill: Prefill = { values: new Map(), hidden: new Map(), carried: '' }

/** Reads the query of a form's address. */
export function prefillIn(query: unknown, form: PublishedForm, deps: Pick<PageDeps, 'now'>): Prefill {
  // Fastify gives an object of texts, or of lists where a name comes twice.
  const pairs = Object.entries(query as Readonly<Record<string, string | readonly string[]>>)
  if (pairs.length === 0) return noPrefill
  const keys = new Set(
    stepsOf(form)
      .asking.flatMap(componentsOf)
      .filter(({ type }) => type.asks !== undefined && type.isPrefillable)
      .map(({ questionId }) => questionId),
  )
  const values = new Map<string, Map<string, readonly string[]>>()
  let carried = ''
  for (const [name, value] of pairs) {
    const dot = name.indexOf('.')
    const [key, field] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
    if (!keys.has(key) || pageQueryNames.includes(name)) continue
    const texts = [value].flat()
    const more = texts
      .map((text) => `&${new URLSearchParams([[name, text.toWellFormed()]]).toString()}`)
      .join('')
    if (carried.length + more.length > maxCarriedLength) continue
    carried += more
    getOrMake(values, key, () => new Map<string, readonly string[]>()).set(field, texts)
  }
  const names = new Set(form.settings?.hiddenFields)
  const hidden = pairs.flatMap(([name, value]): [string, string][] => {
    const [text = ''] = [value].flat()
    return names.has(name) && text !== '' ? [[name, hiddenText(text)]] : []
  })
  return { values, hidden: new Map(hidden), carried, now: deps.now() }
}

const hiddenText = (text: string): string => text.toWellFormed().slice(0, maxHiddenLength).toWellFormed()

/** The values for a step: a step that was done is not filled in again. */
export const prefillFor = (prefill: Prefill, isDone: boolean): Prefill =>
  isDone ? { ...prefill, values: new Map() } : prefill

/** Whether the address has no values, so that the page looks the same for everybody. */
export const isEmptyPrefill = ({ carried, hidden }: Prefill): boolean => carried === '' && hidden.size === 0

/** All values as a query, for the same page in another language: '' or `&` and a query. */
export const prefillQuery = ({ carried, hidden }: Prefill): string =>
  carried + [...hidden].map(([name, text]) => `&${new URLSearchParams([[name, text]]).toString()}`).join('')

/** The valid values for these questions: all fields of a question, or else each field that is valid alone. */
export async function validValues(
  components: readonly StepComponent[],
  { values, now }: Prefill,
  form: PublishedForm,
): Promise<ReadonlyMap<string, FieldValues>> {
  if (values.size === 0) return new Map()
  const typed = {
    files: [],
    referenceData: await loadReferenceData(),
    now,
    language: form.language,
    translate: translatorFor(form),
  }
  return new Map(
    components.flatMap(({ questionId, type, content }): [string, FieldValues][] => {
      const fields = values.get(questionId)
      if (!fields) return []
      const fits = (some: FieldValues): boolean => {
        const { response, problems } = readAnswer(type, content, { ...typed, fields: some })
        // A problem of another field that must be filled in, too, does not count.
        const isGood = problems.every(({ field }) => field !== '' && !some.has(field))
        return isGood && (response !== undefined || problems.length > 0)
      }
      const single = [...fields].filter((field) => fits(new Map([field])))
      return [[questionId, fits(fields) ? fields : new Map(single)]]
    }),
  )
}

/** The hidden fields as inputs, for the pages before the response begins. */
export const hiddenInputs = ({ hidden }: Prefill): readonly Html[] =>
  [...hidden].map(([name, value]) => hiddenInput(hiddenName(name), value))

/** The `meta` of a response: its hidden fields, and the language where the form has several. */
export function metaIn(form: PublishedForm, { fields }: Submission): Readonly<Record<string, string>> {
  const { settings, language = 'en' } = form
  const hidden = (settings?.hiddenFields ?? []).flatMap((name) => {
    const text = fields.get(hiddenName(name))?.[0] ?? ''
    return text === '' ? [] : [[name, hiddenText(text)] as const]
  })
  return { ...(languagesOf(form).length > 1 && { language }), ...Object.fromEntries(hidden) }
}
