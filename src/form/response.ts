import type { Answer, AnswerEntry, ResponseRecord } from './generated/response.ts'

export type { Answer, AnswerEntry, ResponseRecord } from './generated/response.ts'

/** An uploaded file, as an answer names it. */
export type StoredFile = {
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly url: string
}

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
  /**
   * By question, the fingerprint of the stored answer that the page was drawn from; a question without one had no
   * answer. Absent: the save overwrites whatever is stored.
   */
  readonly basedOn?: ReadonlyMap<string, string>
  /** The URLs of files that the person took out of an answer. */
  readonly removedFiles?: readonly string[]
  /** Every question of the form in its order, to keep `data` in it. */
  readonly order: readonly string[]
  readonly leadId: string
  readonly person: { readonly ip: string; readonly country: string; readonly visitedForm: number }
}

/**
 * The outcome of a save. `late`: a newer save was there; `final`: the response was finished before; `conflict`: some
 * answers were changed elsewhere since their page was drawn, so all others were saved and the response is not finished.
 */
export type SaveOutcome = 'saved' | 'late' | 'final' | 'conflict'

/** The outcome, the response as it is stored after the save, and the questions in conflict. */
export type SaveResult = {
  readonly outcome: SaveOutcome
  readonly record: ResponseRecord
  readonly conflicts: readonly string[]
}

/** A response as a store keeps it: the record of the contract and the number of its last save. */
export type KeptResponse = { readonly record: ResponseRecord; readonly seq: number }

/** What a store keeps after a save; every store calls this inside its transaction. */
export function applySave(
  kept: KeptResponse | undefined,
  save: Save,
): { readonly result: SaveResult; readonly kept: KeptResponse } {
  if (kept?.record.finished) return unchanged('final', kept)
  const seq = save.seq ?? (kept?.seq ?? 0) + 1
  if (kept && seq <= kept.seq) return unchanged('late', kept)
  const { data, conflicts } = mergedAnswers(kept?.record.data, save)
  const finished = save.isFinished && conflicts.length === 0
  const isSame = kept !== undefined && JSON.stringify(kept.record.data) === JSON.stringify(data)
  const record: ResponseRecord = {
    id: save.responseId,
    createdAt: kept?.record.createdAt ?? save.at,
    updatedAt: save.at,
    dataUpdatedAt: isSame ? kept.record.dataUpdatedAt : save.at,
    finished,
    // The contract leaves the values open: 1 partial, 2 complete.
    status: finished ? 2 : 1,
    formId: save.formId,
    version: '2.0',
    data,
    meta: kept?.record.meta ?? { leadId: save.leadId },
    personAttributes: { ...save.person, completedForm: finished ? 1 : 0 },
  }
  const outcome = conflicts.length > 0 ? 'conflict' : 'saved'
  return { result: { outcome, record, conflicts }, kept: { record, seq } }
}

const unchanged = (
  outcome: SaveOutcome,
  kept: KeptResponse,
): { readonly result: SaveResult; readonly kept: KeptResponse } => ({
  result: { outcome, record: kept.record, conflicts: [] },
  kept,
})

type Merged = { readonly data: AnswerEntry[]; readonly conflicts: readonly string[] }

function mergedAnswers(before: readonly AnswerEntry[] | undefined, save: Save): Merged {
  const stored = before ?? []
  const merges = save.questionIds.map((questionId) => {
    const [old, sent] = [answersTo(questionId, stored), answersTo(questionId, save.answers)]
    // A response that begins with this save has nothing to lose.
    if (before === undefined || save.basedOn === undefined) return { questionId, entries: sent }
    if (hasFiles(old) || hasFiles(sent))
      return { questionId, entries: joinFiles(old, sent, save.removedFiles ?? []) }
    const winner = winnerOf({ questionId, old, sent }, save)
    return { questionId, entries: winner === 'sent' ? sent : old, isConflict: winner === 'neither' }
  })
  const others = stored.filter(({ questionId }) => !save.questionIds.includes(questionId))
  const rank = (entry: AnswerEntry): number => save.order.indexOf(entry.questionId)
  return {
    data: [...others, ...merges.flatMap(({ entries }) => entries)].toSorted((a, b) => rank(a) - rank(b)),
    conflicts: merges.filter(({ isConflict }) => isConflict).map(({ questionId }) => questionId),
  }
}

const answersTo = (questionId: string, entries: readonly AnswerEntry[]): readonly AnswerEntry[] =>
  entries.filter((entry) => entry.questionId === questionId)

type Versions = {
  readonly questionId: string
  readonly old: readonly AnswerEntry[]
  readonly sent: readonly AnswerEntry[]
}

/** A three-way merge of one answer, with the fingerprint standing for the common ancestor. */
function winnerOf(
  { questionId, old, sent }: Versions,
  { responseId, basedOn }: Save,
): 'sent' | 'old' | 'neither' {
  const base = basedOn?.get(questionId) ?? ''
  const [ofOld, ofSent] = [old, sent].map((entries) => fingerprintOf(responseId, questionId, entries))
  if (ofOld === base || ofOld === ofSent) return 'sent'
  return ofSent === base ? 'old' : 'neither'
}

/** The files of a stored answer. */
export const filesOf = (answer: Answer | undefined): readonly StoredFile[] =>
  // The server writes them in this shape.
  Array.isArray(answer?.['files']) ? (answer['files'] as readonly StoredFile[]) : []

const hasFiles = (entries: readonly AnswerEntry[]): boolean =>
  entries.some(({ response }) => filesOf(response).length > 0)

/** The files of both versions, without removed ones. A file that was sent twice is there once. */
function joinFiles(
  old: readonly AnswerEntry[],
  sent: readonly AnswerEntry[],
  removed: readonly string[],
): readonly AnswerEntry[] {
  const entry = sent[0] ?? old[0]
  if (entry === undefined) return []
  const added = filesOf(sent[0]?.response)
  const kept = filesOf(old[0]?.response).filter(
    ({ url, name, size }) =>
      !removed.includes(url) &&
      !added.some((file) => file.url === url || (file.name === name && file.size === size)),
  )
  const files = [...kept, ...added]
  return files.length === 0 ? [] : [{ ...entry, response: { ...entry.response, files } }]
}

/**
 * A short text that differs when a stored answer differs: 64 bits of FNV-1a over the response's id and the answer; ''
 * where there is no answer. The id keeps a fingerprint of one response from counting for another.
 */
export function fingerprintOf(
  responseId: string,
  questionId: string,
  entries: readonly AnswerEntry[],
): string {
  const answers = answersTo(questionId, entries).map(({ response }) => response)
  if (answers.length === 0) return ''
  const text = JSON.stringify([responseId, answers])
  let [a, b] = [0x811c9dc5, 0xcbf29ce4]
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, '0')
}
