import { failureOf } from '../../client/refuse.ts'
import { replyOf, type Caller } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import { childOf } from '../../form/value.ts'
import { wellKnownCall } from '../../wire/calls.ts'
import { readJson } from '../../wire/read-json.ts'
import { isSuccess, readRefusal } from '../../wire/refusal.ts'

/** What a service tells of itself, and when it told it. */
export type Announcement = {
  readonly name?: string
  readonly version?: string
  readonly extensions: readonly string[]
  /** In the words of the header. */
  readonly date?: string | undefined
}

/** Asks a service what it can do, once; one that does not know the question announces nothing. */
export async function announcement({ access, patience }: Caller): Promise<Announcement> {
  const { seconds } = patience
  const reply = await access.service({ ...wellKnownCall, ...(seconds === undefined ? {} : { seconds }) })
  const { date } = reply.headers
  const nothing = { extensions: [], date }
  if (!isSuccess(reply)) {
    const refusal = await readRefusal(reply)
    if (refusal.target === undefined && refusal.status < 500 && refusal.status !== 429) return nothing
    throw failureOf(refusal, { access, path: wellKnownCall.path })
  }
  try {
    const value = await readJson(reply.body, { where: replyOf(access, wellKnownCall.path) })
    const [name, version, extensions] = ['name', 'version', 'extensions'].map((key) => childOf(value, key))
    return {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof version === 'string' ? { version } : {}),
      extensions: Array.isArray(extensions) ? extensions.filter((word) => typeof word === 'string') : [],
      date,
    }
  } catch (error) {
    if (Failure.is(error, 'reply-unreadable')) return nothing
    throw error
  }
}
