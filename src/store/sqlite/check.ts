import { Failure } from '../../failure/failure.ts'
import { filesOf, uploadOf, type ResponseRecord } from '../../form/response.ts'
import { openDatabase, type Database, type Select } from './database.ts'

/** A fault of a database: its kind and a sentence. */
type StoreProblem = {
  readonly code: 'database-damaged' | 'sequence-gap' | 'event-missing' | 'upload-missing'
  readonly sentence: string
}

/** A file that an answer names. */
export type NamedFile = {
  readonly uploadId: string
  /** In bytes; undefined: no upload of this id is held. */
  readonly size: number | undefined
  /** What is wrong if the file is not there, or not of this size. */
  readonly problem: StoreProblem
}

/** What is wrong with a database, and the files that should be there. */
type Checked = { readonly problems: readonly StoreProblem[]; readonly files: readonly NamedFile[] }

/** Checks the database of a folder, as it is at one moment; up to 1,000 problems of each kind. */
export function checkDatabase(file: string, folder: string): Checked {
  const database = openDatabase(file, folder)
  try {
    // All that follows sees the same state.
    database.script('begin')
    const damages = integrityProblems(database).map((message): StoreProblem => ({
      code: 'database-damaged',
      sentence: `The database is damaged: ${message}.`,
    }))
    // In a damaged database nothing else can be relied on.
    if (damages.length > 0) return { problems: damages, files: [] }
    return {
      problems: [...sequenceProblems(database), ...eventProblems(database)],
      files: [...namedFiles(database)],
    }
  } catch (error) {
    if (!Failure.is(error, 'store-unusable')) throw error
    return { problems: [{ code: 'database-damaged', sentence: error.message }], files: [] }
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

function* namedFiles(database: Database): Iterable<NamedFile> {
  for (const { environmentId, formId, id, record } of database.each(withFiles)) {
    // Written by `save`.
    const { data } = JSON.parse(record) as ResponseRecord
    for (const file of data.flatMap((entry) => filesOf(entry.response))) {
      const uploadId = uploadOf(file)
      const { size } = database.one(uploadById, [environmentId, uploadId]) ?? {}
      const sentence = `The file ${file.name} of response ${id} of form ${formId} is missing or cut short.`
      yield { uploadId, size, problem: { code: 'upload-missing', sentence } }
    }
  }
}

const withFiles = `
  select environment_id as environmentId, form_id as formId, id, record
  from responses where record like '%"files":%'` as Select<ResponseRow & { readonly record: string }>

const uploadById =
  'select size from uploads where environment_id = ? and id = ? and unheld_at is null' as Select<{
    readonly size: number
  }>
