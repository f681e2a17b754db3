import { mayBeMore, type Coverage } from './coverage.ts'
import type { Origin, ResponsesQuery } from './query.ts'

/** Where responses came from, as manifests and reports have it. */
export const sourceJson = ({ origin }: { readonly origin: Origin }): unknown =>
  origin.kind === 'service'
    ? { kind: 'service', baseUrl: origin.baseUrl }
    : { kind: 'saved', file: origin.file }

/** Which responses were asked for. */
export const filtersJson = ({ source, withPartials, since, until }: ResponsesQuery): object => ({
  formIds:
    source.kind === 'all' || (source.kind === 'saved' && source.formIds.length === 0) ? null : source.formIds,
  // A saved reply is taken as it is.
  partials: source.kind === 'saved' ? null : withPartials,
  since: isoOf(since),
  until: isoOf(until),
})

const isoOf = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()

/** How completely responses were read. */
export const coverageJson = ({
  coverage: { reads, newerInForm, ofOtherForms, withoutForm, doubts },
}: {
  readonly coverage: Coverage
}): unknown => ({
  reads: reads.map((read) =>
    read.operation === 'form' ? { ...read, mayBeMore: mayBeMore(read.returned) } : read,
  ),
  newerInForm,
  ofOtherForms,
  withoutForm,
  notProven: doubts,
})
