import type { Outcome, WriteCall } from '../groups.ts'
import type { Database } from './database.ts'
import { writesIn } from './writes.ts'

/** Runs groups in this thread, each in one transaction. */
export function groupsIn(database: Database): (calls: readonly WriteCall[]) => readonly Outcome[] {
  // Each name has its own arguments, which a table of all cannot say.
  const writes = writesIn(database) as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>
  return (calls) =>
    database.write(() =>
      calls.map(({ name, args }): Outcome => {
        try {
          return { result: database.nested(() => writes[name]?.(...args)) }
        } catch (error) {
          // A full disk has ended the whole transaction.
          if (!database.isWriting()) throw error
          return { error }
        }
      }),
    )
}
