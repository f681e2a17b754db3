import type { Caller } from '../../client/caller.ts'
import type { Context } from '../command.ts'
import { connect, type Connection, type Opening } from './connect.ts'
import { patienceOf } from './patience.ts'

/** Who calls, over an open connection. */
export type ConnectedCaller = Caller & { readonly access: Connection }

/** Connects, works and closes, however the work ends. */
export async function withCaller<T>(
  context: Context,
  work: (caller: ConnectedCaller) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const access = await connect(context, opening)
  try {
    return await work({ access, patience: patienceOf(context) })
  } finally {
    await access.close()
  }
}
