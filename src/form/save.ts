import type { AnswerEntry, ResponseRecord } from './generated/response.ts'

/** A page's save: the answers of one step, or the last of them. */
export type Save = {
  readonly environmentId: string
  readonly formId: string
  readonly responseId: string
  /** Rises with every save of a response; absent: the next one. A lower or equal one is late and changes nothing. */
  readonly seq?: number
  /** ISO 8601. */
  readonly at: string
  readonly isFinished: boolean
  /** The questions that this save speaks of; their earlier answers go. */
  readonly questionIds: readonly string[]
  readonly answers: readonly AnswerEntry[]
  /** Every question of the form in its order, to keep `data` in it. */
  readonly order: readonly string[]
  readonly leadId: string
  readonly person: { readonly ip: string; readonly country: string; readonly visitedForm: number }
}

/** What became of a save. `late`: a newer one was there; `final`: the response was finished before. */
export type SaveOutcome = 'saved' | 'late' | 'final'

/** A response as a store keeps it: the record of the contract and the number of its last save. */
export type KeptResponse = { readonly record: ResponseRecord; readonly seq: number }

/** What a store keeps after a save; every store calls this inside its transaction. */
export function applySave(
  kept: KeptResponse | undefined,
  save: Save,
): { outcome: SaveOutcome; kept: KeptResponse } {
  if (kept?.record.finished) return { outcome: 'final', kept }
  const seq = save.seq ?? (kept?.seq ?? 0) + 1
  if (kept && seq <= kept.seq) return { outcome: 'late', kept }
  const data = mergedAnswers(kept?.record.data ?? [], save)
  const isSame = kept !== undefined && JSON.stringify(kept.record.data) === JSON.stringify(data)
  const record: ResponseRecord = {
    id: save.responseId,
    createdAt: kept?.record.createdAt ?? save.at,
    updatedAt: save.at,
    dataUpdatedAt: isSame ? kept.record.dataUpdatedAt : save.at,
    finished: save.isFinished,
    // The contract leaves the values open: 1 partial, 2 complete.
    status: save.isFinished ? 2 : 1,
    formId: save.formId,
    version: '2.0',
    data,
    meta: kept?.record.meta ?? { leadId: save.leadId },
    personAttributes: { ...save.person, completedForm: save.isFinished ? 1 : 0 },
  }
  return { outcome: 'saved', kept: { record, seq } }
}

function mergedAnswers(before: readonly AnswerEntry[], save: Save): AnswerEntry[] {
  const others = before.filter((entry) => !save.questionIds.includes(entry.questionId))
  const rank = (entry: AnswerEntry): number => save.order.indexOf(entry.questionId)
  return [...others, ...save.answers].toSorted((a, b) => rank(a) - rank(b))
}
