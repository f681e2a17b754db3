import { borders, type Walk } from './steps.ts'
import { fewest, signs, type Names } from './walk.ts'

/**
 * How the record begins of which the make was taught last: its first members, before those that are walked into, and
 * what stands between the value of each and the one before.
 */
export type Beginning = { readonly name: string; readonly literal: string }[]

const walkedInto: ReadonlySet<string> = new Set(['formId', 'data', 'meta', 'personAttributes'])

/** Passes the members with which a record begins as the last one did, as what leads to their values is known. */
export function passKnown(walk: Walk, names: Names, beginning: Beginning): void {
  const { tokens } = walk
  let [count, next] = [0, walk.next]
  for (const { name, literal } of beginning) {
    if (tokens.signOf(next) !== signs.quote || tokens.textUpTo(next + 1, next) !== literal) break
    names.few.push(name)
    next = tokens.afterValue(next + 1)
    count++
  }
  beginning.length = count
  if (count === 0) return
  walk.next = next
  walk.at = walk.from = tokens.endOf(next - 1)
  walk.pupil.goOn(borders.afterMember)
}

/** Takes note of a member of which the name is that token, where all before it were noted; false where it is none to note. */
export function noteBeginning({ tokens }: Walk, beginning: Beginning, token: number): boolean {
  const name = tokens.textOf(token)
  if (walkedInto.has(name) || beginning.length === fewest) return false
  beginning.push({ name, literal: tokens.textUpTo(token + 1, token) })
  return true
}
