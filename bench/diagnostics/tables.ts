import type { Case } from './cases.ts'
import { judge, sum, type Message, type Score } from './judge.ts'
import type { Validator } from './validators.ts'

/** What one validator said of each of some specs, and how that was. */
type Judged = {
  readonly validator: Validator
  readonly said: readonly (readonly Message[])[]
  readonly scores: readonly Score[]
}

/** Lets every validator say what it says of every spec. */
export async function judged(
  cases: readonly Case[],
  validators: readonly Validator[],
): Promise<readonly Judged[]> {
  const results: Judged[] = []
  for (const validator of validators) {
    const said: (readonly Message[])[] = []
    for (let i = 0; i < cases.length; i += atOnce)
      said.push(
        ...(await Promise.all(cases.slice(i, i + atOnce).map(({ path }) => validator.messagesOn(path)))),
      )
    results.push({ validator, said, scores: cases.map((one, i) => judge(one, said[i] ?? [])) })
  }
  return results
}

// As many as a small machine has cores.
const atOnce = 2

/** How each validator did on all the specs. */
export function summary(cases: readonly Case[], results: readonly Judged[]): string {
  const faults = cases.reduce((total, one) => total + one.faults.length, 0)
  const totals = results.map(({ scores }) => sum(scores))
  const row = (label: string, key: keyof Score): readonly string[] =>
    [label].concat(totals.map((total) => `${total[key].hits} of ${total[key].of}`))
  return table(
    [`${faults} faults in ${cases.length} specs`].concat(
      results.map(({ validator: { name, version } }) => `${name} ${version}`),
    ),
    [
      row('cause named', 'causes'),
      row('right line and column', 'places'),
      row('right change suggested, where one is certain', 'suggestions'),
      row('one message for each cause and no other, by spec', 'single'),
    ],
  )
}

/** For each spec what each validator did right: cause, place, suggestion, one message a cause; and its messages. */
export const perCase = (cases: readonly Case[], results: readonly Judged[]): string =>
  table(
    ['spec', 'faults'].concat(results.map(({ validator }) => validator.name)),
    cases.map(({ name, faults }, i) =>
      [name, String(faults.length)].concat(
        results.map(({ scores, said }) => marks(scores[i], said[i]?.length ?? 0)),
      ),
    ),
  )

function marks(score: Score | undefined, messages: number): string {
  if (score === undefined) return ''
  const mark = (letter: string, { hits, of }: Score['causes']): string =>
    of === 0 ? '' : hits === of ? letter : '–'
  const { causes, places, suggestions, single } = score
  return `${mark('c', causes)}${mark('p', places)}${mark('s', suggestions)}${mark('o', single)} ${messages}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
