import { rawNumber } from '../../record/exact-json.ts'
import type { MemberStats, NumberStats } from './member-stats.ts'
import { toldNumber } from './number-words.ts'
import type { FormStats } from './stats.ts'

/** The figures of a form as JSON tells them: numbers have no digits that are not true. */
export const toldForm = (form: FormStats): unknown => ({
  ...form,
  questions: form.questions.map((question) => ({ ...question, answers: question.answers.map(toldMember) })),
})

const toldMember = (member: MemberStats): unknown =>
  member.numbers === null ? member : { ...member, numbers: toldNumbers(member.numbers) }

function toldNumbers(numbers: NumberStats): unknown {
  const { distribution, ...figures } = numbers
  return {
    ...Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, rawNumber(toldNumber(value))]),
    ),
    distribution: distribution.map(({ from, to, count }) => ({
      from: rawNumber(toldNumber(from)),
      to: rawNumber(toldNumber(to)),
      count,
    })),
  }
}
