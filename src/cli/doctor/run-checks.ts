import { Failure, isOfSignal } from '../../failure/failure.ts'

/** What came of one check. */
export type Check = {
  readonly name: string
  readonly result: 'ok' | 'warning' | 'failure' | 'skipped'
  readonly found: string
  readonly advice?: string
}

/** What a check makes of a value: a sentence when all is well; undefined says nothing. */
type Verdict = string | Omit<Check, 'name'> | undefined

/** The verdict on what works now and will cause trouble. */
export const warning = (found: string, advice: string): Verdict => ({ result: 'warning', found, advice })

/** The verdict on what could not be looked at, and why. */
export const skipped = (found: string): Verdict => ({ result: 'skipped', found })

/** What to do about a failure; undefined: what its message says. */
type Advising = (error: unknown) => string | undefined

export type Examination = {
  readonly checks: Check[]
  readonly note: (name: string, verdict: Verdict) => void
  /** Does what a check is about and gives its result; a Failure is a failed check, and its result undefined. */
  readonly look: <T>(
    name: string,
    work: () => T | Promise<T>,
    judging?: { readonly verdict?: (value: T) => Verdict; readonly advice?: Advising },
  ) => Promise<T | undefined>
}

/** Begins a run without checks. `isMissing` recognises failures about settings that an unreadable file may hold. */
export function beginExamination(isMissing: (error: unknown) => boolean): Examination {
  const checks: Check[] = []
  const note: Examination['note'] = (name, verdict) => {
    if (typeof verdict === 'string') checks.push({ name, result: 'ok', found: verdict })
    else if (verdict) checks.push({ name, ...verdict })
  }
  return {
    checks,
    note,
    look: async (name, work, { verdict, advice } = {}) => {
      try {
        const value = await work()
        note(name, verdict?.(value))
        return value
      } catch (error) {
        note(name, isMissing(error) ? skipped(inUserFile) : failedWith(error, advice?.(error)))
        return undefined
      }
    },
  }
}

const inUserFile = 'Not looked at: it may stand in the user file, which cannot be used.'

/** The verdict of a Failure, whose message says first what is wrong and then what to do. */
function failedWith(error: unknown, advice: string | undefined): Verdict {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  const [, found = error.message, rest] = /^(.+?\.) ([A-Z].*)$/s.exec(error.message) ?? []
  const remedy = advice ?? rest
  return { result: 'failure', found, ...(remedy === undefined ? {} : { advice: remedy }) }
}
