import {
  draftOf,
  isBlank,
  isAgain,
  isLate,
  isOwn,
  noteWriter,
  withQuestions,
  writersOnly,
  type Draft,
  type DraftQuestion,
  type TypedText,
  type Writer,
  changedIn,
  finishedAt,
  isChangeable,
  underChange,
  withChanges,
} from './draft.ts'
import type { Answer, AnswerEntry, ResponseRecord } from './generated/response.ts'
import { maxFiles, type StoredFile } from './types/answers.ts'

export type { Answer, AnswerEntry, ResponseRecord } from './generated/response.ts'
export type { StoredFile } from './types/answers.ts'

/** The most bytes of all files of one response. */
export const maxFileBytes = 100 * 1024 * 1024

/** A page's save: the answers of one step, or the last of them. */
export type Save = {
  readonly environmentId: string
  readonly formId: string
  readonly responseId: string
  /** ISO 8601. */
  readonly at: string
  readonly isFinished: boolean
  /** The questions that this save answers; it replaces their earlier answers. */
  readonly questionIds: readonly string[]
  /** For an answer with files, only the new ones: they are added to the stored ones. */
  readonly answers: readonly AnswerEntry[]
  /**
   * By question, the fingerprint of the stored answer that the page was drawn from; a question without one had no
   * answer. Absent: the save overwrites whatever is stored.
   */
  readonly basedOn?: ReadonlyMap<string, string>
  /** By question, the most files of its answer; `maxFiles` where it is absent. */
  readonly maxFiles?: ReadonlyMap<string, number>
  /** The URLs of files that the person took out of an answer. */
  readonly removedFiles?: readonly string[]
  /** The questions that are not asked; their answers are deleted when the response is finished. */
  readonly dropped?: readonly string[]
  /** Typed text that is not a valid answer; at most 64 KB of a response are kept. Never passwords or files. */
  readonly typed?: readonly TypedText[]
  /** The page that sends it. Without it, a late save looks like a new one. */
  readonly writer?: Writer
  /** Whether the page sends it on its own while a person types. If no answer changes, neither does the record. */
  readonly isAutosave?: boolean
  /** Every question of the form in its order, to keep `data` in it. */
  readonly order: readonly string[]
  readonly leadId: string
  /** Further members of the response's `meta`, taken when it begins. */
  readonly meta?: Readonly<Record<string, string>>
  /** Signs that a program sent it, added to `meta.flags`. */
  readonly flags?: readonly string[]
  /**
   * Lets the save change a finished response, for so many days since it was finished. The changes stay beside the record until a save
   * finishes them. Absent: a finished response is final.
   */
  readonly changeableDays?: number
  /** The most finished responses of the form. */
  readonly limit?: number
  /** Whether the form has reached the limit; set by the store. */
  readonly isFull?: boolean
  readonly person: { readonly ip: string; readonly country: string; readonly visitedForm: number }
}

/**
 * The outcome of a save. `conflict`: some answers were changed elsewhere since their page was drawn; all others were saved, and the
 * response is not finished. `full`: all was saved, but the form has reached its limit, so the response is not finished. The others
 * changed nothing: `repeated`: the response was finished before, with these answers; `final`: with others; `too-large`: its answers
 * would be too long; `closed`: the form takes no answers, or the response was erased.
 */
export type SaveOutcome = 'saved' | 'full' | 'conflict' | 'repeated' | 'final' | 'too-large' | 'closed'

/** The outcome, the response as it is stored after the save, and the questions in conflict. */
export type SaveResult = {
  readonly outcome: SaveOutcome
  readonly record: ResponseRecord
  readonly conflicts: readonly string[]
  /** Whether an answer that this page did not change was changed by another page. */
  readonly hasNewer: boolean
  /** The questions whose new files were refused. Then the response is not finished. */
  readonly fileProblems: readonly FileProblem[]
  /** What is kept beside the record; empty for a finished response that is not being changed. */
  readonly draft: Draft
}

/** What a page shows of a response. */
export type Begun = { readonly record: ResponseRecord; readonly draft: Draft }

/** Why the new files of an answer were refused: too many files, or too many bytes in the response. */
type FileProblem = {
  readonly questionId: string
  readonly reason: 'too-many' | 'too-large'
  /** How many files the answer would have, and the most that it takes. */
  readonly count: number
  readonly most: number
}

export type AppliedSave = {
  readonly result: SaveResult
  readonly kept: ResponseRecord | undefined
  /** The ids of the uploads that answers now hold, and of those that they no longer hold. */
  readonly heldUploads: readonly string[]
  readonly droppedUploads: readonly string[]
}

/** The longest answers of one response as JSON, in characters. */
const maxAnswersLength = 1024 * 1024

/** What a store keeps after a save; every store calls this inside its transaction. */
export function applySave(kept: ResponseRecord | undefined, save: Save, before: Draft = []): AppliedSave {
  if (kept?.finished && isChangeable(kept, save.changeableDays, save.at))
    return applyChange(kept, save, before)
  const stored = kept?.data ?? []
  const merged = mergeAnswers(kept?.data, save, before)
  const { data, conflicts, hasNewer, fileProblems } = merged
  const text = JSON.stringify(data)
  const isSame = kept !== undefined && JSON.stringify(kept.data) === text
  const isGood = conflicts.length === 0 && fileProblems.length === 0
  const dataUpdatedAt = isSame ? kept.dataUpdatedAt : save.at
  const finished = save.isFinished && isGood && save.isFull !== true
  const record = recordOf(save, kept, { data, dataUpdatedAt, finished })
  const applied = (
    outcome: SaveOutcome,
    after: ResponseRecord | undefined,
    draft: Draft = before,
  ): AppliedSave => ({
    result: { outcome, record: after ?? { ...record, data: [] }, conflicts, hasNewer, fileProblems, draft },
    kept: after,
    ...movedUploads(stored, after?.data ?? []),
  })
  if (kept?.finished) return applied(isSame && isGood ? 'repeated' : 'final', kept)
  if (text.length > maxAnswersLength) return applied('too-large', kept)
  const after = kept && isSame && save.isAutosave === true ? kept : record
  const draft = after.finished ? [] : draftAfter(save, before, stored, merged)
  if (conflicts.length > 0) return applied('conflict', after, draft)
  const isTooLate = save.isFinished && isGood && save.isFull === true
  return applied(isTooLate ? 'full' : 'saved', after, draft)
}

/** A save that changes a finished response: its record stays as it is until all is good and the last step is sent. */
function applyChange(kept: ResponseRecord, save: Save, before: Draft): AppliedSave {
  const open = underChange(kept, before)
  const merged = mergeAnswers(open.data, save, before)
  const { data, conflicts, hasNewer, fileProblems } = merged
  const finished = save.isFinished && conflicts.length === 0 && fileProblems.length === 0
  const isSame = JSON.stringify(data) === JSON.stringify(kept.data)
  const record = {
    ...recordOf(save, open, { data, dataUpdatedAt: finished ? save.at : kept.dataUpdatedAt, finished }),
    meta: { ...metaOf(kept, save), finishedAt: finishedAt(kept) },
  }
  const applied = (outcome: SaveOutcome, after: ResponseRecord, draft: Draft): AppliedSave => ({
    result: { outcome, record: finished ? after : record, conflicts, hasNewer, fileProblems, draft },
    kept: after,
    ...movedUploads([...kept.data, ...changedIn(before)], [...after.data, ...changedIn(draft)]),
  })
  if (JSON.stringify(data).length > maxAnswersLength) return applied('too-large', kept, before)
  const draft = draftAfter(save, before, open.data, merged)
  if (finished) return applied(isSame ? 'repeated' : 'saved', isSame ? kept : record, writersOnly(draft))
  return applied(conflicts.length > 0 ? 'conflict' : 'saved', kept, withChanges(draft, kept, data))
}

/** The result of a save that a store may not keep. */
export const closedSave = (save: Save): SaveResult => ({
  outcome: 'closed',
  record: recordOf(save, undefined, { data: [], dataUpdatedAt: save.at, finished: false }),
  conflicts: [],
  hasNewer: false,
  fileProblems: [],
  draft: [],
})

/** Which answer stays. `late`: its page has sent something newer. */
type Winner = 'sent' | 'old' | 'neither' | 'late'

type MergeResult = Pick<SaveResult, 'conflicts' | 'hasNewer' | 'fileProblems'> & {
  readonly data: AnswerEntry[]
  readonly winners: ReadonlyMap<string, Winner>
}

/** The answers to one question after the merge. */
type MergedAnswer = {
  readonly questionId: string
  readonly winner: Winner
  readonly entries: readonly AnswerEntry[]
  readonly fileProblem?: FileProblem
}

/** The stored answers with those of a save. `before`: absent where the response begins with this save. */
function mergeAnswers(before: readonly AnswerEntry[] | undefined, save: Save, draft: Draft): MergeResult {
  const stored = before ?? []
  const joinFiles = fileJoiner(stored, save)
  const merges = save.questionIds.map((questionId): MergedAnswer => {
    const [old, sent] = [answersTo(questionId, stored), answersTo(questionId, save.answers)]
    if (save.basedOn === undefined) return { questionId, winner: 'sent', entries: sent }
    if (filesIn(old).length > 0 || filesIn(sent).length > 0)
      return { questionId, winner: 'sent', ...joinFiles(questionId, old, sent) }
    // A response that begins with this save has nothing to lose.
    if (before === undefined) return { questionId, winner: 'sent', entries: sent }
    const winner = winnerOf(questionId, old, sent, save, draftOf(draft, questionId))
    return { questionId, winner, entries: winner === 'sent' ? sent : old }
  })
  const replaced = new Set([...save.questionIds, ...(save.isFinished ? (save.dropped ?? []) : [])])
  const others = stored.filter(({ questionId }) => !replaced.has(questionId))
  const ranks = new Map(save.order.map((questionId, i) => [questionId, i]))
  const rank = (entry: AnswerEntry): number => ranks.get(entry.questionId) ?? -1
  return {
    data: [...others, ...merges.flatMap(({ entries }) => entries)].toSorted((a, b) => rank(a) - rank(b)),
    conflicts: merges.filter(({ winner }) => winner === 'neither').map(({ questionId }) => questionId),
    fileProblems: merges.flatMap(({ fileProblem }) => fileProblem ?? []),
    hasNewer: merges.some(({ winner }) => winner === 'old'),
    winners: new Map(merges.map(({ questionId, winner }) => [questionId, winner])),
  }
}

const answersTo = (questionId: string, entries: readonly AnswerEntry[]): readonly AnswerEntry[] =>
  entries.filter((entry) => entry.questionId === questionId)

/**
 * Which answer stays. Of two saves of one page the later one; otherwise a three-way merge decides, whose common ancestor is the
 * fingerprint.
 */
function winnerOf(
  questionId: string,
  old: readonly AnswerEntry[],
  sent: readonly AnswerEntry[],
  { responseId, basedOn, writer }: Save,
  question: DraftQuestion,
): Winner {
  if (isLate(question, writer)) return 'late'
  if (isOwn(question, writer)) return 'sent'
  const base = basedOn?.get(questionId) ?? ''
  const [ofOld, ofSent] = [old, sent].map((entries) => fingerprintOf(responseId, questionId, entries))
  if (ofOld === base || ofOld === ofSent) return 'sent'
  if (ofSent === base) return 'old'
  return isAgain(question, writer) ? 'sent' : 'neither'
}

/**
 * Joins the files of answers, one answer after the other: the stored ones without those removed, and the new ones if the
 * limits allow all of them. A file that is sent again, by a second press of the button, is there once.
 */
function fileJoiner(
  stored: readonly AnswerEntry[],
  save: Save,
): (
  questionId: string,
  old: readonly AnswerEntry[],
  sent: readonly AnswerEntry[],
) => Pick<MergedAnswer, 'entries' | 'fileProblem'> {
  const asked = new Set(save.questionIds)
  const removed = new Set(save.removedFiles)
  const remaining = (entries: readonly AnswerEntry[]): readonly StoredFile[] =>
    filesIn(entries).filter(({ url }) => !removed.has(url))
  // The bytes of all files of the response.
  let bytes = sizeOf(
    stored.flatMap((entry) => (asked.has(entry.questionId) ? remaining([entry]) : filesIn([entry]))),
  )
  return (questionId, old, sent) => {
    const entry = sent[0] ?? old[0]
    if (entry === undefined) return { entries: [] }
    const kept = remaining(old)
    const known = new Set(kept.map(contentId))
    const added = [...new Map(filesIn(sent).map((file) => [contentId(file), file])).values()].filter(
      (file) => !known.has(contentId(file)),
    )
    const most = save.maxFiles?.get(questionId) ?? maxFiles
    const count = kept.length + added.length
    const isTooLarge = bytes + sizeOf(added) > maxFileBytes
    const problem = count > most ? 'too-many' : isTooLarge ? 'too-large' : undefined
    const reason = added.length === 0 ? undefined : problem
    if (!reason) bytes += sizeOf(added)
    const files = reason ? kept : [...kept, ...added]
    return {
      entries: files.length === 0 ? [] : [{ ...entry, response: { ...entry.response, files } }],
      fileProblem: reason && { questionId, reason, count, most },
    }
  }
}

const sizeOf = (files: readonly StoredFile[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** The same for a file that is sent again: the part of its upload's id that comes from its content (`uploadIdOf`). */
const contentId = (file: StoredFile): string | undefined => uploadOf(file).split('_', 1)[0]

export const filesOf = (answer: Answer | undefined): readonly StoredFile[] =>
  // The server stored them in this shape.
  Array.isArray(answer?.['files']) ? (answer['files'] as readonly StoredFile[]) : []

const filesIn = (entries: readonly AnswerEntry[]): readonly StoredFile[] =>
  entries.flatMap(({ response }) => filesOf(response))

/** The id of an upload, which the URL of its file ends with. */
export const uploadOf = ({ url }: StoredFile): string => url.slice(url.lastIndexOf('/') + 1)

/** The uploads that answers hold after a save and did not before, and the other way round. */
function movedUploads(
  before: readonly AnswerEntry[],
  after: readonly AnswerEntry[],
): Pick<AppliedSave, 'heldUploads' | 'droppedUploads'> {
  const old = new Set(filesIn(before).map(uploadOf))
  const now = new Set(filesIn(after).map(uploadOf))
  return { heldUploads: [...now.difference(old)], droppedUploads: [...old.difference(now)] }
}

/** The draft after a save: without the text of questions that are now answered, and with text that is not a valid answer. */
function draftAfter(save: Save, before: Draft, stored: readonly AnswerEntry[], merged: MergeResult): Draft {
  const { writer, responseId, typed = [] } = save
  const answered = [...merged.winners].map(([questionId, winner]) => {
    const question = draftOf(before, questionId)
    if (winner === 'late' || winner === 'neither') return question
    const prints = [stored, merged.data].map((entries) => fingerprintOf(responseId, questionId, entries))
    const { typed: previous, ...rest } = question
    // An answer that its page did not change leaves the text of another page.
    const remaining = winner === 'old' ? { ...rest, ...(previous && { typed: previous }) } : rest
    const hasChanged = winner === 'sent' && (prints[0] !== prints[1] || previous !== undefined)
    return noteWriter(remaining, writer, hasChanged)
  })
  const kept = typed.flatMap((text) => {
    const question = draftOf(before, text.questionId)
    const old = fingerprintOf(responseId, text.questionId, stored)
    if (isLate(question, writer)) return []
    // An old page does not cover a newer answer.
    if (old !== '' && text.basis !== old && !isOwn(question, writer)) return []
    const { typed: _, ...rest } = question
    const isNothing = isBlank(text) && old === ''
    return [noteWriter(isNothing ? rest : { ...rest, typed: text }, writer, true)]
  })
  return withQuestions(before, [...answered, ...kept])
}

function recordOf(
  save: Save,
  kept: ResponseRecord | undefined,
  { data, dataUpdatedAt, finished }: Pick<ResponseRecord, 'data' | 'dataUpdatedAt' | 'finished'>,
): ResponseRecord {
  return {
    id: save.responseId,
    createdAt: kept?.createdAt ?? save.at,
    updatedAt: save.at,
    dataUpdatedAt,
    finished,
    // The contract leaves the values open: 1 partial, 2 complete.
    status: finished ? 2 : 1,
    formId: save.formId,
    version: '2.0',
    data,
    meta: metaOf(kept, save),
    personAttributes: { ...save.person, completedForm: finished ? 1 : 0 },
  }
}

function metaOf(
  kept: ResponseRecord | undefined,
  { meta, leadId, flags = [] }: Save,
): ResponseRecord['meta'] {
  const before: ResponseRecord['meta'] = kept?.meta ?? { ...meta, leadId }
  // Only a save writes flags.
  const known = Array.isArray(before['flags']) ? (before['flags'] as readonly string[]) : []
  const all = [...new Set([...known, ...flags])]
  return all.length === 0 ? before : { ...before, flags: all }
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
