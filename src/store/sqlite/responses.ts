import { setImmediate } from 'node:timers/promises'
import { type ResponseRecord, applySave, type Save } from '../../form/response.ts'
import type { ResponseQuery, Store, StoredUpload } from '../store.ts'
import type { Database, Select } from './database.ts'

export function responsesIn(database: Database): Store['responses'] {
  return {
    save: async (save) =>
      database.write(() => {
        const before = storedResponse(database, save)
        const { result, kept, droppedFiles } = applySave(before, save)
        if (kept && kept !== before) keep(database, save, kept)
        for (const url of droppedFiles) dropUpload(database, save, url)
        return result
      }),
    get: async (formId, id) => storedResponse(database, { formId, responseId: id }),
    runs: (query) => runsIn(database, query),
  }
}

const responseById = 'select record from responses where form_id = ? and id = ?' as Select<{
  readonly record: string
}>

function storedResponse(
  database: Database,
  { formId, responseId }: Pick<Save, 'formId' | 'responseId'>,
): ResponseRecord | undefined {
  const row = database.one(responseById, [formId, responseId])
  // Written by keep.
  return row && (JSON.parse(row.record) as ResponseRecord)
}

function keep(database: Database, save: Save, record: ResponseRecord): void {
  const finished = record.finished ? 1 : 0
  const { formId, responseId, environmentId } = save
  database.change(
    `insert into responses (form_id, id, environment_id, created_at, finished, record)
      values (?, ?, ?, ?, ?, ?)
      on conflict (form_id, id) do update
      set finished = excluded.finished, record = excluded.record`,
    [formId, responseId, environmentId, record.createdAt, finished, JSON.stringify(record)],
  )
}

/** Deletes a file by its URL, which ends with its id. */
function dropUpload(database: Database, { formId, responseId }: Save, url: string): void {
  const id = url.slice(url.lastIndexOf('/') + 1)
  database.change('delete from uploads where id = ? and form_id = ? and response_id = ?', [
    id,
    formId,
    responseId,
  ])
}

// Large enough that the cost of a query is small beside its rows, small enough not to block other work.
const runLength = 256 * 1024

type Row = { readonly createdAt: string; readonly id: string; readonly record: string }

/**
 * Each chunk is a query of its own that continues below the last record, so no transaction stays open for a slow reader.
 * Records that are added meanwhile are newer than all that follow.
 */
async function* runsIn(database: Database, query: ResponseQuery): AsyncIterable<string> {
  const most = query.limit ?? -1
  const longest = query.limit === undefined ? runLength : Infinity
  const scope = [query.environmentId, query.formId ?? null]
  let last: Pick<Row, 'createdAt' | 'id'> = { createdAt: '\u{10ffff}', id: '' }
  for (;;) {
    const records: string[] = []
    let length = 0
    for (const row of database.each(rowsOf(query), [...scope, last.createdAt, last.id, most])) {
      records.push(row.record)
      last = row
      length += row.record.length
      if (length >= longest) break
    }
    if (records.length > 0) yield records.join(',')
    if (length < longest) return
    // Lets other requests in between, even with a fast reader.
    await setImmediate()
  }
}

/** Parameters: environment, form or null, the `createdAt` and `id` to continue below, the limit (-1: all). */
function rowsOf({ formId, withPartials }: ResponseQuery): Select<Row> {
  // The plus keeps SQLite from taking the index of the environment for the rows of one form.
  const scope =
    formId === undefined ? 'environment_id = ?1 and ?2 is null' : 'form_id = ?2 and +environment_id = ?1'
  const rows = (finished: 0 | 1): string =>
    `select created_at as createdAt, id, record from responses
      where ${scope} and finished = ${finished} and (created_at, id) < (?3, ?4)`
  // Each half comes in order from its index; SQLite merges them without sorting.
  const all = withPartials ? `${rows(1)} union all ${rows(0)}` : rows(1)
  return `${all} order by createdAt desc, id desc limit ?5` as Select<Row>
}

export function uploadsIn(database: Database): Store['uploads'] {
  return {
    create: async (upload) => {
      const { id, formId, responseId, questionId, name, contentType, bytes } = upload
      database.change(
        `insert into uploads (id, form_id, response_id, question_id, name, content_type, bytes)
          values (?, ?, ?, ?, ?, ?, ?)
          on conflict (id) do nothing`,
        [id, formId, responseId, questionId, name, contentType, bytes],
      )
    },
    get: async (id) => database.one(uploadById, [id]),
  }
}

const uploadById = `
  select id, form_id as formId, response_id as responseId, question_id as questionId, name,
    content_type as contentType, bytes
  from uploads where id = ?` as Select<StoredUpload>
