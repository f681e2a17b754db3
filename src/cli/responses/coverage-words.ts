import { count } from '../../failure/failure.ts'
import type { Coverage } from '../../responses/responses.ts'

/**
 * Whether all was read, in a sentence; of what nobody can prove, the doubts tell. Which reads there were is for the
 * manifest.
 */
export function coverageWords(
  { reads, newerInForm, doubts }: Coverage,
  withPartials: boolean,
): readonly string[] {
  const isProven = doubts.every(({ code }) => code === 'partials-unannounced')
  const arePartials = withPartials && doubts.length === 0
  const [kind, finishedOrNot] = arePartials ? ['response', ', finished or not'] : ['finished response', '']
  const forms = reads.flatMap((read) => (read.operation === 'form' ? [read.formId] : []))
  const whose = forms.length === 0 ? 'all forms' : inWords(forms)
  return [
    ...(reads.length > 0 && isProven
      ? [`Complete: every ${kind} of ${whose} was read${finishedOrNot}.`]
      : []),
    ...(newerInForm > 0
      ? [`Of ${count(newerInForm, 'response')}, the read of the form had a newer state, which was taken.`]
      : []),
  ]
}

const mostNamed = 4

function inWords(names: readonly string[]): string {
  const more = names.length - mostNamed
  const shown = more > 0 ? [...names.slice(0, mostNamed), count(more, 'more form')] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
