import type { BodyFault } from '../../wire/wire.ts'
import type { ApiRequest } from './operation.ts'

/** Reads query parameters by name. What is wrong with them is gathered in `faults`. */
export type QueryReader = {
  readonly faults: BodyFault[]
  readonly text: (name: string) => string | undefined
  /** Of `true` and `false`; false when omitted. */
  readonly flag: (name: string) => boolean
  /** A whole number in a range; undefined when omitted. */
  readonly integer: (name: string, range: Range) => number | undefined
  /** Notes a fault of a parameter, as a sentence. */
  readonly fault: (name: string, message: string) => undefined
}

type Range = { readonly least: number; readonly most: number }

export function queryReader(query: ApiRequest['query']): QueryReader {
  const faults: BodyFault[] = []
  const fault = (name: string, message: string): undefined => void faults.push({ message, path: [name] })
  const text = (name: string): string | undefined => {
    const value = query[name]
    return typeof value === 'object' ? fault(name, `${name} is given more than once.`) : value
  }
  return {
    faults,
    fault,
    text,
    flag: (name) => {
      const value = text(name)
      if (value !== undefined && value !== 'true' && value !== 'false')
        fault(name, `${name} is true or false, in these letters.`)
      return value === 'true'
    },
    integer: (name, { least, most }) => {
      const value = text(name)
      if (value === undefined) return undefined
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN
      return number >= least && number <= most
        ? number
        : fault(name, `${name} is a whole number from ${least} to ${most}.`)
    },
  }
}

/** The greatest number of a change that a parameter takes. */
export const greatestSeq = 999_999_999_999_999
