/** What the columns of a table mean: the questions that they answer, and the options of these with codes that stay. */
import { otherOption } from '../table/cell-values.ts'
import type { Contract } from '../table/contract.ts'
import type { AboutQuestion } from './question-ids.ts'
import type { Choice, Labels } from './target.ts'

/** As many options of a question get a code; there are more only where answers are not those that a form offers. */
const maxOptions = 1000

/** The labels of a table. What was known before stays, so an option keeps its code when others are put above it. */
export function labelsOf(
  before: Labels | undefined,
  { columns, questions }: Contract,
  aboutOf: (id: string) => AboutQuestion,
  offered: readonly Pick<Choice, 'column' | 'option'>[],
): Labels {
  const headlines = new Map(questions.map(({ id, headline }) => [id, headline]))
  const known = new Map(before?.questions.map((one) => [one.column, one]))
  const options = new Map(before?.options.map((one) => [keyOf(one), one]))
  const met = Map.groupBy(offered, ({ column }) => column)
  const shown = columns.flatMap(({ name: column, holds, type: cells }, at): Labels['questions'] => {
    if (holds.kind !== 'answer') return []
    const { questionId = null, key = null, type = null, asked } = aboutOf(holds.question)
    const former = known.get(column)
    if (isOfOptions(holds)) {
      const codes = Array.from(options.values(), (one) => (one.column === column ? one.code : 0))
      let next = Math.max(0, ...codes) + 1
      const offers = asked.flatMap((question) => question.options)
      const answered = new Set(met.get(column)?.map((one) => one.option))
      // What somebody typed is no option, where those of the form are known.
      const others = [...answered].filter((one) => offers.length === 0 || one === otherOption)
      for (const option of [...offers, ...others]) {
        const one = { column, option, code: next }
        if (options.has(keyOf(one)) || next > maxOptions) continue
        options.set(keyOf(one), one)
        next++
      }
    }
    const { min, max, lowLabel, highLabel } = cells === 'integer' ? (asked.at(-1)?.about ?? {}) : {}
    for (const [code, option] of [[min, lowLabel] as const, [max, highLabel] as const]) {
      const one = { column, option: String(option ?? ''), code: Number(code) }
      if (one.option !== '' && Number.isSafeInteger(one.code)) options.set(keyOf(one), one)
    }
    return [
      {
        column,
        questionId: questionId ?? former?.questionId ?? null,
        key: key ?? former?.key ?? null,
        question: headlines.get(holds.question) ?? former?.question ?? holds.question,
        type: type ?? former?.type ?? null,
        member: holds.member,
        option: holds.option ?? null,
        position: at + 1,
      },
    ]
  })
  return { questions: shown, options: [...options.values()] }
}

/** Whether a column holds options: those that were chosen, or the one for a row of a table of options. */
export const isOfOptions = ({
  member,
  option,
}: {
  readonly member: string
  readonly option?: string
}): boolean => ['selected', 'choices'].includes(member) || (member === 'rows' && option !== undefined)

const keyOf = ({ column, option }: Labels['options'][number]): string => JSON.stringify([column, option])
