import type { RawRecord } from '../../record/records.ts'
import { addResponse, newForm, type Counting, type FormTally } from './form-tally.ts'

/** Responses counted by form. */
export type Tally = { readonly forms: () => Iterable<FormTally>; readonly total: () => number }

/** Counts every record, form by form, in memory that does not grow with their number. */
export async function tallyOf(
  batches: AsyncIterable<readonly RawRecord[]>,
  counting: Counting,
): Promise<Tally> {
  const forms = new Map<string | undefined, FormTally>()
  let total = 0
  for await (const batch of batches)
    for (const record of batch) {
      const { formId } = record
      const id = typeof formId === 'string' ? formId : undefined
      let form = forms.get(id)
      if (form === undefined) forms.set(id, (form = newForm(id)))
      addResponse(form, record, counting)
      total++
    }
  return { forms: () => forms.values(), total: () => total }
}
