import type { AnswerEntry, ResponseRecord } from './generated/response.ts'

/**
 * What a response has beside its record: text that is no valid answer yet, and who wrote each question. It keeps what a person types
 * from getting lost, and is no part of the record.
 */

/** A page as a person has it open: a random id for each load, and the number of its save, which rises. */
export type Writer = { readonly page: string; readonly seq: number }

/** A question whose text is no valid answer. */
export type Typed = {
  readonly questionId: string
  /** The fingerprint of the stored answer that its page was drawn from. */
  readonly basis: string
  readonly fields: readonly (readonly [name: string, values: readonly string[]])[]
}

/** As JSON. The pages that wrote the question: first the one that changed it last, each once. */
type DraftQuestion = {
  readonly questionId: string
  readonly writers: readonly Writer[]
  readonly typed?: Typed
  /** Where a finished response is being changed: its answer as it will be; none where it will be gone. */
  readonly changed?: readonly AnswerEntry[]
}

export type Draft = readonly DraftQuestion[]

/** The most characters of all typed text of a response as JSON. What is beyond is not kept. */
const longestTyped = 64 * 1024

/** As many pages of one question are known: more do not write it at once. */
const mostWriters = 4

export const draftOf = (draft: Draft, questionId: string): DraftQuestion =>
  draft.find((one) => one.questionId === questionId) ?? { questionId, writers: [] }

/** Whether a page has sent something newer for the question. */
export const isLate = ({ writers }: DraftQuestion, writer: Writer | undefined): boolean =>
  writers.some(({ page, seq }) => page === writer?.page && seq > writer.seq)

/** Whether the question was last written by the same page, so that what the page sends now comes after it. */
export const isOwn = ({ writers: [last] }: DraftQuestion, writer: Writer | undefined): boolean =>
  last !== undefined && last.page === writer?.page && last.seq < writer.seq

/** The same of a page without a script, which the way back led to: it counts nothing. */
export const isAgain = ({ writers: [last] }: DraftQuestion, writer: Writer | undefined): boolean =>
  last !== undefined && last.page === writer?.page && last.seq === writer.seq

/** Notes a page: first where it changed the question, or else behind the one that did. */
export function noteWriter(
  { writers, ...question }: DraftQuestion,
  writer: Writer | undefined,
  hasChanged: boolean,
): DraftQuestion {
  if (!writer) return { ...question, writers }
  const [last, ...before] = writers.filter(({ page }) => page !== writer.page)
  const isFirst = hasChanged || writers[0]?.page === writer.page || !last
  const all = isFirst ? [writer, ...(last ? [last] : []), ...before] : [last, writer, ...before]
  return { ...question, writers: all.slice(0, mostWriters) }
}

/** The draft with these questions in place of what it held of them, as far as there is room for their texts. */
export function withQuestions(draft: Draft, changed: readonly DraftQuestion[]): Draft {
  const ids = new Set(changed.map(({ questionId }) => questionId))
  const all = [...draft.filter(({ questionId }) => !ids.has(questionId)), ...changed]
  let room = longestTyped
  return all.flatMap(({ typed, ...question }) => {
    const size = typed ? JSON.stringify(typed).length : 0
    const hasRoom = size <= room
    if (hasRoom) room -= size
    const isEmpty = question.writers.length === 0 && !question.changed && !(typed && hasRoom)
    return isEmpty ? [] : [{ ...question, ...(typed && hasRoom && { typed }) }]
  })
}

/** What is left of the draft of a change that was sent: a late save is still known to be late. */
export const writersOnly = (draft: Draft): Draft =>
  draft
    .filter(({ writers }) => writers.length > 0)
    .map(({ questionId, writers }) => ({ questionId, writers }))

export const isBlank = ({ fields }: Typed): boolean =>
  fields.every(([, values]) => values.every((value) => value.trim() === ''))

/** A draft as a store keeps it; '' of an empty one. */
export const draftText = (draft: Draft): string => (draft.length === 0 ? '' : JSON.stringify(draft))

/** Reads what `draftText` wrote. */
export const readDraft = (text: string): Draft => (text === '' ? [] : (JSON.parse(text) as Draft))

/** How a finished response is changed where its form allows it: beside its record, until the last step is sent. */

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
