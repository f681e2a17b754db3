import type { Batches } from '../record/records.ts'
import { figuresOf, type FormStats, type Known, type ResponseCounts } from './figures.ts'
import { addResponse, newForm, type Counting, type FormTally } from './tally.ts'

export { foldDays } from './days.ts'
export { isCounted } from './figures.ts'
export type {
  FormStats,
  NumberStats,
  OptionStats,
  QuestionStats,
  ResponseCounts,
  TextStats,
} from './figures.ts'
export { figureColumns, rowsOf } from './figure-rows.ts'
export {
  answeredWords,
  createdWords,
  dayWords,
  grouped,
  headlineOf,
  memberWords,
  numberWords,
  othersWords,
  percent,
  rangeWords,
  responsesWords,
  textsWords,
  timeWords,
} from './figure-words.ts'

export type CountedResponses = {
  /** The forms that they name. */
  readonly formIds: readonly string[]
  /** The figures of these forms and of others that were asked for, that with the most responses first. */
  readonly figures: (
    known: Omit<Known, 'samples'> & { readonly asked: readonly string[] },
  ) => readonly FormStats[]
}

/** Counts every response, form by form, in memory that does not grow with their number. */
export async function countResponses(batches: Batches, counting: Counting): Promise<CountedResponses> {
  const forms = new Map<string | undefined, FormTally>()
  const formOf = (id: string | undefined): FormTally => {
    const form = forms.get(id) ?? newForm(id)
    forms.set(id, form)
    return form
  }
  for await (const batch of batches)
    for (const record of batch) {
      const { formId } = record
      addResponse(formOf(typeof formId === 'string' ? formId : undefined), record, counting)
    }
  return {
    formIds: [...forms.keys()].filter((id) => id !== undefined),
    figures: ({ asked, ...known }) => {
      const missing = asked.filter((id) => !forms.has(id)).map(newForm)
      return figuresOf([...forms.values(), ...missing], { ...known, samples: counting.samples })
    },
  }
}

/** Every response that was counted. */
export const totalOf = (forms: readonly FormStats[]): ResponseCounts =>
  forms.reduce(
    (sum, { responses: { total, finished, partial } }) => ({
      total: sum.total + total,
      finished: sum.finished + finished,
      partial: sum.partial + partial,
    }),
    { total: 0, finished: 0, partial: 0 },
  )

/** What the report page shows (`page/report-page.ts`, which is loaded only where it is wanted). */
export type Report = {
  readonly forms: readonly FormStats[]
  /** Whose days are counted. */
  readonly timezone: string
  /** Absent: the name of the form. */
  readonly title: string | undefined
  /** Which responses are counted, in a sentence; '': all that came. */
  readonly conditions: string
  /** Where the responses come from and when they were created, as the end of a sentence. */
  readonly source: string
  /** What a reader must know of the figures. */
  readonly remarks: readonly Remark[]
  /** What is said where there are no figures. */
  readonly nothing: string
  readonly made: Date
}

/** A sentence on the figures; a warning says that something may be missing. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }
