import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Answer, AnswerEntry, ResponseRecord } from '../../src/form/response.ts'
import { newId } from '../../src/server/keys.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { databaseName } from '../../src/store/store.ts'

const firstTime = Date.UTC(2025, 0, 1)

/**
 * Adds responses to the store of a service that does not run, like the one that it has, with its first answers and ids of their own;
 * one of 20 is not finished. As rows of SQL: through the interface of the store, 10 million take an hour.
 */
export function fillStore(folder: string, count: number, answers: number): void {
  const database = new DatabaseSync(join(folder, databaseName))
  database.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -4000000; begin',
  )
  // Made from all rows at once, they take a fraction of the time.
  const indexes = database
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'responses' and sql > ''",
    )
    .all()
  for (const { name } of indexes) database.exec(`drop index ${String(name)}`)
  const [stored] = database
    .prepare(
      'select environment_id, form_id, record, last_seq from responses join environments on environments.id = environment_id',
    )
    .all()
  const { environment_id: environmentId = '', form_id: formId = '', record, last_seq: last } = stored ?? {}
  const model: ResponseRecord = JSON.parse(String(record))
  const response = database.prepare(
    'insert into responses (environment_id, form_id, id, created_at, state, version, seq, record) values (?, ?, ?, ?, ?, 1, ?, ?)',
  )
  const event = database.prepare(
    'insert into events (environment_id, seq, form_id, response_id, type, at, version) values (?, ?, ?, ?, ?, ?, 1)',
  )
  for (let n = 1; n <= count; n++) {
    const [id, at] = [newId(randomBytes), new Date(firstTime + n * 1000).toISOString()]
    const [seq, finished] = [Number(last) + n, n % 20 > 0]
    const text = JSON.stringify({
      ...model,
      id,
      createdAt: at,
      updatedAt: at,
      dataUpdatedAt: at,
      finished,
      status: finished ? 2 : 1,
      data: answersOf(model.data.slice(0, answers), n),
    })
    response.run(environmentId, formId, id, at, finished ? 1 : 0, seq, text)
    const type = finished ? 'response.finished' : 'response.started'
    event.run(environmentId, seq, formId, id, type, at)
  }
  database.prepare('update environments set last_seq = last_seq + ? where id = ?').run(count, environmentId)
  for (const { sql } of indexes) database.exec(String(sql))
  database.exec('commit')
  database.close()
}

const answersOf = (answers: readonly AnswerEntry[], n: number): readonly AnswerEntry[] =>
  answers.map(({ questionId, response }) => ({ questionId, response: answerOf(response, n) }))

function answerOf(answer: Answer, n: number): Answer {
  const { value, choices } = answer
  if ('selected' in answer) return { ...answer, selected: ['Excellent', 'Good', 'Poor'][n % 3] }
  if (typeof value === 'string') return { ...answer, value: `${value} ${n}` }
  return Array.isArray(choices)
    ? {
        ...answer,
        choices: choices.map((choice, i) => Object.assign({}, choice, { value: ((n >> i) & 1) === 1 })),
      }
    : answer
}

/** Changes responses of a store while its service runs: as many are new, edited, erased, and finished after they were not. */
export async function changeSome(folder: string, count: number): Promise<void> {
  const database = new DatabaseSync(join(folder, databaseName), { readOnly: true })
  // All over the store: ids are random.
  const pick = (state: 0 | 1, from: string): readonly ResponseRecord[] =>
    database
      .prepare(
        `select record from responses where environment_id = (select id from environments) and form_id = (select form_id from responses)
           and id > ? and state = ? order by id limit ?`,
      )
      .all(from, state, count / 4)
      .map((row) => JSON.parse(String(row['record'])))
  const [edited, erased, partial] = [pick(1, 'clb'), pick(1, 'clm'), pick(0, 'clu')]
  const environmentId = String(database.prepare('select id from environments').get()?.['id'])
  database.close()
  const { store } = await openSqliteStore(folder, randomBytes)
  const at = new Date().toISOString()
  const save = (record: ResponseRecord, n: number) => {
    const order = record.data.map(({ questionId }) => questionId)
    return store.responses.save({
      environmentId,
      formId: record.formId,
      responseId: record.id,
      at,
      isFinished: true,
      questionIds: order,
      answers: answersOf(record.data, n),
      order,
      changeableDays: 100_000,
      leadId: record.meta.leadId,
      person: { ip: '127.0.0.1', country: '', visitedForm: 1 },
    })
  }
  const added = edited.map((record) => ({ ...record, id: newId(randomBytes) }))
  const saved = await Promise.all([...edited, ...partial, ...added].map(save))
  if (saved.some(({ outcome }) => outcome !== 'saved')) throw new Error('a response was not changed')
  const keys = erased.map(({ id, formId }) => ({ id, formId }))
  await store.responses.erase(environmentId, keys, at)
  await store.close()
}
