import type { Store, StoredUpload } from '../store.ts'
import type { Database, Select } from './database.ts'

/** The uploaded files in a database. */
export function uploadsIn(database: Database): Store['uploads'] {
  return {
    create: async (upload) => {
      const { id, formId, responseId, questionId, name, contentType, bytes } = upload
      database.change(
        `insert into uploads (id, form_id, response_id, question_id, name, content_type, bytes)
          values (?, ?, ?, ?, ?, ?, ?)`,
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
