/** Which questions of several forms are one, remembered from batch to batch: a column belongs to the id that was met first. */
import { childOf, isObject } from '../form/value.ts'
import { onOneLine, type KnownForm } from '../table/questions.ts'

/** A question under its first id: by form, the id that it has there. */
type KnownQuestion = {
  readonly id: string
  /** Its key in the spec, or its type and headline as they were met first. */
  readonly sign: string
  readonly forms: Readonly<Record<string, string>>
}

export type QuestionIds = readonly KnownQuestion[]

/**
 * Rewrites the ids of questions in records to those that were met first. A question of another form of the table is the same if it has
 * the same key, else the same type and headline; a form that asks that twice asks two questions.
 */
export function canonicalQuestions(
  known: QuestionIds,
  forms: readonly KnownForm[],
): {
  readonly rewrite: (record: Readonly<Record<string, unknown>>) => unknown
  readonly ids: QuestionIds
} {
  const ids: { id: string; sign: string; forms: Record<string, string> }[] = structuredClone([...known])
  const byPlace = new Map(
    ids.flatMap((question) =>
      Object.entries(question.forms).map(([form, id]) => [JSON.stringify([form, id]), question] as const),
    ),
  )
  const keys = new Map(forms.map((form) => [form.id, form.keys ?? []]))
  const idOf = (form: string, id: string, response: unknown): string => {
    const place = JSON.stringify([form, id])
    const met = byPlace.get(place)
    if (met) return met.id
    const [type, text] = [childOf(response, 'type'), childOf(response, 'headline')]
    const headline = typeof text === 'string' ? onOneLine(text) : ''
    const key = keys.get(form)?.find((one) => one.type === type && onOneLine(one.headline) === headline)?.key
    const sign = JSON.stringify(key === undefined ? [type, headline] : [key])
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
    rewrite: (record) => {
      const { data, formId } = record
      if (!Array.isArray(data)) return record
      const answers = data.map((entry: unknown): unknown => {
        const id = childOf(entry, 'questionId')
        if (!isObject(entry) || typeof id !== 'string') return entry
        const first = idOf(String(formId), id, entry['response'])
        return first === id ? entry : Object.assign({}, entry, { questionId: first })
      })
      return { ...record, data: answers }
    },
  }
}
