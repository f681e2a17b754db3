/** Which questions of several forms are one, remembered from batch to batch: a column belongs to the id that was met first. */
import { childOf, isObject } from '../form/value.ts'
import { onOneLine, type FormQuestion, type KnownForm } from '../table/questions.ts'

/** A question under its first id, which is its title while nobody has answered it: by form, the id that it has there. */
type KnownQuestion = {
  readonly id: string
  /** Its key in the spec, or its type and headline as they were met first. */
  readonly sign: string
  readonly forms: Readonly<Record<string, string>>
}

export type AboutQuestion = {
  /** In the service; undefined: nobody has answered it. */
  readonly questionId: string | undefined
  readonly key: string | undefined
  readonly type: string | undefined
  readonly asked: readonly FormQuestion[]
}

export type QuestionIds = readonly KnownQuestion[]

/**
 * Rewrites the ids of questions in records to those that were met first. A question of another form of the table is the same if it has
 * the same key, else the same type and headline; a form that asks that twice asks two questions.
 */
export function canonicalQuestions(
  known: QuestionIds,
  forms: readonly KnownForm[],
  asked: readonly FormQuestion[],
): {
  readonly rewrite: (record: Readonly<Record<string, unknown>>) => unknown
  /** Once all records are rewritten: of what forms ask, what these records answer, and what has no column yet. */
  readonly withoutKnown: () => readonly FormQuestion[]
  /** What is known of a question beside its answers. */
  readonly aboutOf: (id: string) => AboutQuestion
  readonly ids: QuestionIds
} {
  const ids: { id: string; sign: string; forms: Record<string, string> }[] = structuredClone([...known])
  const byPlace = new Map(
    ids.flatMap((question) =>
      Object.entries(question.forms).map(([form, id]) => [JSON.stringify([form, id]), question] as const),
    ),
  )
  const keys = new Map(forms.map((form) => [form.id, form.keys ?? []]))
  /** By form, the questions that records answer, and their first ids. */
  const answered = new Map<string, Map<string, string>>()
  const signOf = (form: string, type: unknown, headline: string): string => {
    const key = keys.get(form)?.find((one) => one.type === type && onOneLine(one.headline) === headline)?.key
    return JSON.stringify(key === undefined ? [type, headline] : [key])
  }
  const idOf = (form: string, id: string, response: unknown): string => {
    const place = JSON.stringify([form, id])
    const met = byPlace.get(place)
    if (met) return met.id
    const [type, text] = [childOf(response, 'type'), childOf(response, 'headline')]
    const headline = typeof text === 'string' ? onOneLine(text) : ''
    const sign = signOf(form, type, headline)
    const same = ids.find(
      (question) => question.id === id || (question.sign === sign && question.forms[form] === undefined),
    )
    const question = same ?? { id, sign, forms: {} }
    if (!same) ids.push(question)
    Object.assign(question.forms, { [form]: id })
    byPlace.set(place, question)
    return question.id
  }
  return {
    ids,
    aboutOf: (id) => {
      const found = ids.find((one) => one.id === id)
      const same = asked.filter((one) => signOf(one.form, one.type, onOneLine(one.headline)) === found?.sign)
      const locked = Object.keys(found?.forms ?? {}).flatMap((form) => keys.get(form) ?? [])
      const sign: readonly string[] = JSON.parse(found?.sign ?? '[]')
      const key = sign.length === 1 ? sign[0] : same.at(-1)?.key
      return {
        questionId: Object.values(found?.forms ?? {})[0],
        key,
        type: sign.length === 2 ? sign[0] : [...same, ...locked].find((one) => one.key === key)?.type,
        asked: same,
      }
    },
    withoutKnown: () =>
      asked.filter(({ form, type, headline }) => {
        const title = onOneLine(headline)
        const sign = signOf(form, type, title)
        const same = ids.find((one) => one.sign === sign)
        if (!same) ids.push({ id: title || type, sign, forms: {} })
        return !same || [...(answered.get(form)?.values() ?? [])].includes(same.id)
      }),
    rewrite: (record) => {
      const { data, formId } = record
      if (!Array.isArray(data)) return record
      const form = String(formId)
      const ofForm = answered.get(form) ?? new Map<string, string>()
      answered.set(form, ofForm)
      const answers = data.map((entry: unknown): unknown => {
        const id = childOf(entry, 'questionId')
        if (!isObject(entry) || typeof id !== 'string') return entry
        const first = ofForm.get(id) ?? idOf(form, id, entry['response'])
        ofForm.set(id, first)
        return first === id ? entry : Object.assign({}, entry, { questionId: first })
      })
      const isChanged = answers.some((answer, i) => answer !== data[i])
      return isChanged ? { ...record, data: answers } : record
    },
  }
}
