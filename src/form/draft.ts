import type { AnswerEntry, ResponseRecord } from './generated/response.ts'

/**
 * What a store keeps beside the record of a response: text that is not a valid answer yet, which page wrote each question last, and the
 * changes of a finished response until its last step is sent again.
 */

/** A page that a person has open: a random id for each load, and the rising number of its save. */
export type Writer = { readonly page: string; readonly seq: number }

/** A question whose text is not a valid answer. */
export type TypedText = {
  readonly questionId: string
  /** The fingerprint of the stored answer that its page was drawn from. */
  readonly basis: string
  readonly fields: readonly (readonly [name: string, values: readonly string[]])[]
}

/** As JSON. The pages that wrote the question: first the one that changed it last, each once. */
export type DraftQuestion = {
  readonly questionId: string
  readonly writers: readonly Writer[]
  readonly typed?: TypedText
  /** While a finished response is being changed: its new answer; empty if it will be deleted. */
  readonly changed?: readonly AnswerEntry[]
}

export type Draft = readonly DraftQuestion[]

/** The most characters of all typed text of a response as JSON. Further text is not kept. */
const maxTypedLength = 64 * 1024

/** The most pages that are remembered for one question. */
const maxWriters = 4

export const draftOf = (draft: Draft, questionId: string): DraftQuestion =>
  draft.find((one) => one.questionId === questionId) ?? { questionId, writers: [] }

/** Whether a page has sent something newer for the question. */
export const isLate = ({ writers }: DraftQuestion, writer: Writer | undefined): boolean =>
  writers.some(({ page, seq }) => page === writer?.page && seq > writer.seq)

/** Whether the question was last written by the same page, so that what the page sends now comes after it. */
export const isOwn = ({ writers: [last] }: DraftQuestion, writer: Writer | undefined): boolean =>
  last !== undefined && last.page === writer?.page && last.seq < writer.seq

/** The same for a page without a script that was reached by the back button: its counter does not rise. */
export const isAgain = ({ writers: [last] }: DraftQuestion, writer: Writer | undefined): boolean =>
  last !== undefined && last.page === writer?.page && last.seq === writer.seq

/** Remembers a page: in first place if it changed the question, otherwise behind the page that did. */
export function noteWriter(
  { writers, ...question }: DraftQuestion,
  writer: Writer | undefined,
  hasChanged: boolean,
): DraftQuestion {
  if (!writer) return { ...question, writers }
  const [last, ...before] = writers.filter(({ page }) => page !== writer.page)
  const isFirst = hasChanged || writers[0]?.page === writer.page || !last
  const all = isFirst ? [writer, ...(last ? [last] : []), ...before] : [last, writer, ...before]
  return { ...question, writers: all.slice(0, maxWriters) }
}

/** The draft with these questions replaced, as far as the limit of typed text allows. */
export function withQuestions(draft: Draft, changed: readonly DraftQuestion[]): Draft {
  const ids = new Set(changed.map(({ questionId }) => questionId))
  const all = [...draft.filter(({ questionId }) => !ids.has(questionId)), ...changed]
  let room = maxTypedLength
  return all.flatMap(({ typed, ...question }) => {
    const size = typed ? JSON.stringify(typed).length : 0
    const hasRoom = size <= room
    if (hasRoom) room -= size
    const isEmpty = question.writers.length === 0 && !question.changed && !(typed && hasRoom)
    return isEmpty ? [] : [{ ...question, ...(typed && hasRoom && { typed }) }]
  })
}

/** The draft that remains after a change was sent, so that a late save is still recognised. */
export const writersOnly = (draft: Draft): Draft =>
  draft
    .filter(({ writers }) => writers.length > 0)
    .map(({ questionId, writers }) => ({ questionId, writers }))

export const isBlank = ({ fields }: TypedText): boolean =>
  fields.every(([, values]) => values.every((value) => value.trim() === ''))

/** A draft as a store keeps it; '' if it is empty. */
export const draftText = (draft: Draft): string => (draft.length === 0 ? '' : JSON.stringify(draft))

/** Reads what `draftText` wrote. */
export const readDraft = (text: string): Draft => (text === '' ? [] : (JSON.parse(text) as Draft))

/** When a response was finished (ISO 8601). If it was never changed, that is its last update. */
export const finishedAt = ({ meta, updatedAt }: ResponseRecord): string =>
  typeof meta['finishedAt'] === 'string' ? meta['finishedAt'] : updatedAt

/** The time until which a finished response may be changed (ISO 8601); undefined if it may not. */
export function changeableUntil(record: ResponseRecord, days: number | undefined): string | undefined {
  if (days === undefined || !record.finished) return undefined
  return new Date(Date.parse(finishedAt(record)) + days * 24 * 60 * 60 * 1000).toISOString()
}

/** Whether it may be changed at that time. */
export const isChangeable = (record: ResponseRecord, days: number | undefined, at: string): boolean =>
  at <= (changeableUntil(record, days) ?? '')

/** A finished response as it looks while a person changes it: not finished, with the changed answers. */
export function underChange(record: ResponseRecord, draft: Draft): ResponseRecord {
  const changed = new Set(draft.filter((question) => question.changed).map(({ questionId }) => questionId))
  const others = record.data.filter(({ questionId }) => !changed.has(questionId))
  return { ...record, finished: false, status: 1, data: [...others, ...changedIn(draft)] }
}

/** The answers of a draft that will replace those in the record. */
export const changedIn = (draft: Draft): readonly AnswerEntry[] =>
  draft.flatMap(({ changed = [] }) => changed)

/** The draft with each answer that differs from the record. */
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
