/** What the address of a form fills in: questions by their keys, and hidden fields of the response. */
import { languagesOf, translatorFor } from '../../form/translations.ts'
import type { PublishedForm } from '../../form/form.ts'
import { readAnswer, type Submitted } from '../../form/read-answer.ts'
import { hiddenInput, type Html } from '../../html/html.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageWorld } from '../world.ts'
import { pageQueryNames } from '../../form/schema.ts'
import { componentsOf, stepsOf, type StepComponent } from './form-steps.ts'
import type { Submission } from './multipart-body.ts'

/** The values in an address that a form knows. */
export type Prefill = {
  /** By question and field. */
  readonly values: ReadonlyMap<string, Submitted>
  /** By the name of a hidden field. */
  readonly hidden: ReadonlyMap<string, string>
  /** The values once more, for the addresses of the next steps; '' or `&` and a query. */
  readonly carried: string
  /** When the page was asked for. */
  readonly now?: string
}

/** The most characters of a hidden field, and of what the addresses of the next steps carry. */
const [longestHidden, longestCarried] = [500, 2048]

const hiddenName = (name: string): string => `meta.${name}`

const noPrefill: Prefill = { values: new Map(), hidden: new Map(), carried: '' }

/** Reads the query of a form's address. */
export function prefillIn(query: unknown, form: PublishedForm, world: Pick<PageWorld, 'now'>): Prefill {
  // Fastify gives an object of texts, or of lists where a name comes twice.
  const pairs = Object.entries(query as Readonly<Record<string, string | readonly string[]>>)
  if (pairs.length === 0) return noPrefill
  const keys = fillableKeys(form)
  const values = new Map<string, Map<string, readonly string[]>>()
  let carried = ''
  for (const [name, value] of pairs) {
    const [key = '', field = ''] = splitOnce(name)
    if (!keys.has(key) || pageQueryNames.includes(name)) continue
    const texts = [value].flat()
    const more = texts
      .map((text) => `&${new URLSearchParams([[name, text.toWellFormed()]]).toString()}`)
      .join('')
    if (carried.length + more.length > longestCarried) continue
    carried += more
    const fields = values.get(key) ?? new Map<string, readonly string[]>()
    values.set(key, fields.set(field, texts))
  }
  const names = new Set(form.settings?.hiddenFields)
  const hidden = pairs.flatMap(([name, value]): [string, string][] => {
    const [text = ''] = [value].flat()
    return names.has(name) && text !== '' ? [[name, hiddenText(text)]] : []
  })
  return { values, hidden: new Map(hidden), carried, now: world.now() }
}

const splitOnce = (name: string): readonly string[] => {
  const dot = name.indexOf('.')
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
}

const hiddenText = (text: string): string => text.toWellFormed().slice(0, longestHidden).toWellFormed()

const fillableKeys = (form: PublishedForm): ReadonlySet<string> =>
  new Set(
    stepsOf(form)
      .asking.flatMap(componentsOf)
      .filter(isFillable)
      .map(({ questionId }) => questionId),
  )

const isFillable = ({ type }: StepComponent): boolean => type.asks !== undefined && type.isPrefillable

/** What is prefilled on a step: one that was done is not filled in again. */
export const prefillFor = (prefill: Prefill, isDone: boolean): Prefill =>
  isDone ? { ...prefill, values: new Map() } : prefill

/** Whether the address says nothing, so that the page looks the same for everybody. */
export const saysNothing = ({ carried, hidden }: Prefill): boolean => carried === '' && hidden.size === 0

/** All that an address fills in, for that of the same page in another language: '' or `&` and a query. */
export const prefillAgain = ({ carried, hidden }: Prefill): string =>
  carried + [...hidden].map(([name, text]) => `&${new URLSearchParams([[name, text]]).toString()}`).join('')

/** The values of these questions that fit, as if they were typed: all that is given for one, or else each field that fits alone. */
export async function fittingIn(
  components: readonly StepComponent[],
  { values, now }: Prefill,
  form: PublishedForm,
): Promise<ReadonlyMap<string, Submitted>> {
  if (values.size === 0) return new Map()
  const typed = {
    files: [],
    judge: await loadJudge(),
    ...(now !== undefined && { now }),
    language: form.language,
    translate: translatorFor(form),
  }
  return new Map(
    components.flatMap(({ questionId, type, content }): [string, Submitted][] => {
      const fields = values.get(questionId)
      if (!fields) return []
      const fits = (some: Submitted): boolean => {
        const { response, problems } = readAnswer(type, content, { ...typed, fields: some })
        // That others must be filled in, too, is no fault of these.
        const isGood = problems.every(({ field }) => field !== '' && !some.has(field))
        return isGood && (response !== undefined || problems.length > 0)
      }
      const single = [...fields].filter((field) => fits(new Map([field])))
      return [[questionId, fits(fields) ? fields : new Map(single)]]
    }),
  )
}

/** The hidden fields until the response begins, in its page. */
export const hiddenInputs = ({ hidden }: Prefill): readonly Html[] =>
  [...hidden].map(([name, value]) => hiddenInput(hiddenName(name), value))

/** What a page says for the `meta` of its response: hidden fields, and the language where there are several. */
export function metaIn(form: PublishedForm, { fields }: Submission): Readonly<Record<string, string>> {
  const { settings, language = 'en' } = form
  const hidden = (settings?.hiddenFields ?? []).flatMap((name) => {
    const text = fields.get(hiddenName(name))?.[0] ?? ''
    return text === '' ? [] : [[name, hiddenText(text)] as const]
  })
  return { ...(languagesOf(form).length > 1 && { language }), ...Object.fromEntries(hidden) }
}
