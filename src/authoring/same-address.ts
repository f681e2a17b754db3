import { childOf } from '../form/value.ts'
import type { SpecForm } from './check-spec.ts'
import { placedAt, textFault } from './faults.ts'
import type { Row } from './variables/rows.ts'
import type { PlacedFinding, Range } from './yaml/lines.ts'

type AddressedForm = {
  readonly file: string
  /** Its number in the file, from 1. */
  readonly document: number
  readonly spec: SpecForm
  readonly row?: Row | undefined
}

/** The addresses that an earlier form of the run has, by file: the service refuses the later form. Each spec has at most one. */
export function sameAddresses(forms: readonly AddressedForm[]): ReadonlyMap<string, PlacedFinding[]> {
  const firsts = new Map<string, AddressedForm>()
  const found = new Map<string, PlacedFinding[]>()
  const reported = new Set<string>()
  for (const form of forms) {
    const { file, document, spec } = form
    const [address, id] = [childOf(spec.value, 'address'), `${document} ${file}`]
    if (typeof address !== 'string' || reported.has(id)) continue
    const first = firsts.get(address)
    if (!first) {
      firsts.set(address, form)
      continue
    }
    reported.add(id)
    const placeIn = (of: AddressedForm): Range => of.spec.place(['address'], 'value')
    const isOfRows = first.file === file && first.document === document
    const other = isOfRows ? `row ${first.row?.number}` : `${first.file}:${placeIn(first).line}`
    const fault = textFault('duplicate-address', { address, other, isOfRows }, [0, 0, ['address']])
    found.set(file, [...(found.get(file) ?? []), placedAt(fault, placeIn(form))])
  }
  return found
}
