import { Failure } from '../failure/failure.ts'

/** The most characters of a name that a person gives to something of formctl's own. */
const most = 200

/** A name that people can read in a list; `what` says of what it is. */
export function fitName(name: string, what: string): string {
  const problem = nameProblem(name)
  if (problem !== undefined) throw Failure.of('usage', { problem: `The name of ${what} ${problem}` })
  return name
}

/** What is wrong with a name, to follow "the name"; undefined: nothing. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'is blank. Give it at least one letter.'
  const { length } = Array.from(name.slice(0, 2 * most + 2))
  return length <= most ? undefined : `is ${name.length} characters long. Give at most ${most}.`
}
