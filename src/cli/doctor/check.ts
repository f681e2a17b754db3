import { Failure, isOfSignal } from '../../failure.ts'

/** What came of one check. */
export type Check = {
  /** What was looked at. */
  readonly name: string
  readonly result: 'ok' | 'warning' | 'failure' | 'skipped'
  /** What was found there. */
  readonly found: string
  /** What to do, where there is something to do. */
  readonly advice?: string
}

/** A check that found all well. */
export const ok = (name: string, found: string): Check => ({ name, result: 'ok', found })

/** A check that found what works, but will be a trouble. */
export const warning = (name: string, found: string, advice: string): Check => ({
  name,
  result: 'warning',
  found,
  advice,
})

/** A check that could not be made, and why. */
export const skipped = (name: string, found: string): Check => ({ name, result: 'skipped', found })

/** A check that found what does not work: a failure says both what is wrong and what to do. */
export function failed(name: string, error: unknown, advice?: string): Check {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  // A failure says what is wrong first, and then what to do.
  const [, found = error.message, rest] = /^(.+?\.) ([A-Z].*)$/s.exec(error.message) ?? []
  const told = advice ?? rest
  return { name, result: 'failure', found, ...(told === undefined ? {} : { advice: told }) }
}

/** A check that found what does not work, in words of its own. */
export const failure = (name: string, found: string, advice: string): Check => ({
  name,
  result: 'failure',
  found,
  advice,
})
