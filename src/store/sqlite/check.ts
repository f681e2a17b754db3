import { statSync } from 'node:fs'
import { Failure } from '../../failure/failure.ts'
import { filesOf, type ResponseRecord } from '../../form/response.ts'
import { pathOfBlob, uploadsIn } from '../blobs.ts'
import { openDatabase, type Database, type Select } from './database.ts'

/** A fault of a database: its kind and a sentence. */
export type StoreProblem = {
  readonly code: 'database-damaged' | 'sequence-gap' | 'event-missing' | 'upload-missing'
  readonly sentence: string
}

/** What is wrong with the database of a folder, as it is at one moment; up to 1,000 problems of each kind. */
export function problemsIn(file: string, folder: string): readonly StoreProblem[] {
  const database = openDatabase(file, folder)
  try {
    // All that follows sees the same state.
    database.script('begin')
    const damages = integrityProblems(database).map((message): StoreProblem => ({
      code: 'database-damaged',
      sentence: `The database is damaged: ${message}.`,
    }))
    // In a damaged database nothing else can be relied on.
    if (damages.length > 0) return damages
    return [...sequenceProblems(database), ...eventProblems(database), ...uploadProblems(database, folder)]
  } catch (error) {
    if (!Failure.is(error, 'store-unusable')) throw error
    return [{ code: 'database-damaged', sentence: error.message }]
  } finally {
    database.close()
  }
}

/** What SQLite finds; nothing in a whole database. */
export const integrityProblems = (database: Database): readonly string[] =>
  [...database.each(integrity)].map(({ found }) => found).filter((found) => found !== 'ok')

const integrity: Select<{ readonly found: string }> =
  'select integrity_check as found from pragma_integrity_check'

/** The numbers of an environment's events are 1, 2, 3 and so on, up to the number that the environment holds. */
const sequenceProblems = (database: Database): readonly StoreProblem[] =>
  [...database.each(sequences)].map(({ id, last, count, highest }) => ({
    code: 'sequence-gap',
    sentence: `The events of environment ${id} have gaps: there are ${count}, the highest number is ${highest}, and the last one given is ${last}.`,
  }))

const sequences = `
  select environments.id, last_seq as last, count(seq) as count, coalesce(max(seq), 0) as highest
  from environments left join events on environment_id = environments.id
  group by environments.id having count <> last or highest <> last limit 1000` as Select<{
  readonly id: string
  readonly last: number
  readonly count: number
  readonly highest: number
}>

type ResponseRow = { readonly environmentId: string; readonly formId: string; readonly id: string }

const eventProblems = (database: Database): readonly StoreProblem[] =>
  [...database.each(withoutEvent)].map(({ environmentId, formId, id, seq }) => ({
    code: 'event-missing',
    sentence: `The last event of response ${id} of form ${formId}, number ${seq} of environment ${environmentId}, is missing.`,
  }))

const withoutEvent = `
  select r.environment_id as environmentId, r.form_id as formId, r.id, r.seq
  from responses r left join events e
    on e.environment_id = r.environment_id and e.seq = r.seq and e.form_id = r.form_id and e.response_id = r.id
  where e.seq is null limit 1000` as Select<ResponseRow & { readonly seq: number }>

function uploadProblems(database: Database, folder: string): readonly StoreProblem[] {
  const problems: StoreProblem[] = []
  for (const { environmentId, formId, id, record } of database.each(withFiles)) {
    // Written by `save`.
    const { data } = JSON.parse(record) as ResponseRecord
    for (const { name, url } of data.flatMap((entry) => filesOf(entry.response))) {
      const uploadId = url.slice(url.lastIndexOf('/') + 1)
      const upload = database.one(uploadById, [environmentId, uploadId])
      if (!upload || sizeOf(folder, uploadId) !== upload.size)
        problems.push({
          code: 'upload-missing',
          sentence: `The file ${name} of response ${id} of form ${formId} is missing or cut short.`,
        })
    }
    if (problems.length >= 1000) break
  }
  return problems
}

const withFiles = `
  select environment_id as environmentId, form_id as formId, id, record
  from responses where record like '%"files":%'` as Select<ResponseRow & { readonly record: string }>

const uploadById = 'select size from uploads where environment_id = ? and id = ?' as Select<{
  readonly size: number
}>

const sizeOf = (folder: string, uploadId: string): number | undefined =>
  statSync(pathOfBlob(uploadsIn(folder), uploadId), { throwIfNoEntry: false })?.size
