import type { Keeping, KeptReply, Store } from '../store.ts'
import type { Database, Select } from './database.ts'

/** The kept replies in a database. */
export const repliesIn = (database: Database): Store['replies'] => ({
  get: async (environmentId, key, since) => keptReply(database, { environmentId, key, since }),
})

/** Keeps a reply, in whatever transaction there is; gives the one that is kept under its key already, if any. */
export function keepReply(database: Database, { reply, since }: Keeping): KeptReply | undefined {
  const { environmentId, key, requestHash, body, at } = reply
  database.change('delete from kept_replies where at < ?', [since])
  const kept = keptReply(database, { environmentId, key, since })
  if (kept) return kept
  database.change(
    'insert into kept_replies (environment_id, key, request_hash, body, at) values (?, ?, ?, ?, ?)',
    [environmentId, key, requestHash, body, at],
  )
  return undefined
}

type Sought = { readonly environmentId: string; readonly key: string; readonly since: string }

const keptReply = (database: Database, { environmentId, key, since }: Sought): KeptReply | undefined =>
  database.one(replyByKey, [environmentId, key, since])

const replyByKey = `
  select environment_id as environmentId, key, request_hash as requestHash, body, at
  from kept_replies where environment_id = ? and key = ? and at >= ?` as Select<KeptReply>
