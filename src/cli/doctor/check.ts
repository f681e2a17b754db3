import { Failure, isOfSignal } from '../../failure/failure.ts'

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

/** A check that passed. */
export const ok = (name: string, found: string): Check => ({ name, result: 'ok', found })

/** A check that found something that works now and will cause trouble. */
export const warning = (name: string, found: string, advice: string): Check => ({
  name,
  result: 'warning',
  found,
  advice,
})

/** A check that could not be made, and why. */
export const skipped = (name: string, found: string): Check => ({ name, result: 'skipped', found })

/** A check that failed with a failure, whose message says what is wrong and what to do. */
export function failed(name: string, error: unknown, advice?: string): Check {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  // A failure says what is wrong first, and then what to do.
  const [, found = error.message, rest] = /^(.+?\.) ([A-Z].*)$/s.exec(error.message) ?? []
  const remedy = advice ?? rest
  return { name, result: 'failure', found, ...(remedy === undefined ? {} : { advice: remedy }) }
}

/** A check that failed, in words of its own. */
export const failure = (name: string, found: string, advice: string): Check => ({
  name,
  result: 'failure',
  found,
  advice,
})
