/** How a finished response is changed where its form allows it: beside its record, until the last step is sent. */
import { withQuestions, type Draft, type DraftQuestion } from './draft.ts'
import type { AnswerEntry, ResponseRecord } from './generated/response.ts'

/** When a response was finished, ISO 8601: before it was changed for the first time, its last update was that. */
export const finishedAt = ({ meta, updatedAt }: ResponseRecord): string =>
  typeof meta['finishedAt'] === 'string' ? meta['finishedAt'] : updatedAt

/** The time until which a finished response may be changed; undefined where it may not. ISO 8601. */
export function changeableUntil(record: ResponseRecord, days: number | undefined): string | undefined {
  if (days === undefined || !record.finished) return undefined
  return new Date(Date.parse(finishedAt(record)) + days * 24 * 60 * 60 * 1000).toISOString()
}

/** Whether it may be changed at that time. */
export const isChangeable = (record: ResponseRecord, days: number | undefined, at: string): boolean =>
  at <= (changeableUntil(record, days) ?? '')

/** A finished response as those see it who change it: not finished, with the answers as they are by now. */
export function underChange(record: ResponseRecord, draft: Draft): ResponseRecord {
  const changed = new Set(draft.filter((question) => question.changed).map(({ questionId }) => questionId))
  const others = record.data.filter(({ questionId }) => !changed.has(questionId))
  return { ...record, finished: false, status: 1, data: [...others, ...changedIn(draft)] }
}

/** The answers of a draft that will take the place of those in the record. */
export const changedIn = (draft: Draft): readonly AnswerEntry[] =>
  draft.flatMap(({ changed = [] }) => changed)

/** The draft with each answer that is another one than in the record. */
export function withChanges(
  draft: Draft,
  { data: sent }: ResponseRecord,
  data: readonly AnswerEntry[],
): Draft {
  const [old, now] = [sent, data].map((entries) => Map.groupBy(entries, ({ questionId }) => questionId))
  const questions = new Map(
    draft.map((question) => {
      const { changed: _, ...rest } = question
      return [question.questionId, rest]
    }),
  )
  const changed = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap(
    (questionId): DraftQuestion[] => {
      const [before = [], after = []] = [old?.get(questionId), now?.get(questionId)]
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      return isSame ? [] : [{ ...(questions.get(questionId) ?? { questionId, writers: [] }), changed: after }]
    },
  )
  return withQuestions([...questions.values()], changed)
}
