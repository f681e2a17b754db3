import type { Column } from '../columns.ts'
import { writeWords, type Kernel } from './memory.ts'

/** The forms of records, as constants that a kernel knows. */
export type Forms = {
  /** The place of a form's constant. */
  readonly at: (form: { readonly formId: string; readonly column: Column }) => number
  /** The number of a form, from 1; undefined of others. */
  readonly numberOf: (formId: string | undefined) => number | undefined
  /** How many records of a form the kernel read. */
  readonly readOf: (formId: string) => number
}

type Telling = { readonly kernel: Kernel; readonly isWanted: (formId: string) => boolean }

/** No forms yet. */
export function makeForms({ kernel, isWanted }: Telling): Forms {
  const forms = new Map<string | undefined, { readonly at: number; readonly number: number }>()
  return {
    at: ({ formId, column }) => {
      const known = forms.get(formId)
      if (known) return known.at
      const text = new TextEncoder().encode(formId)
      const room = kernel.allocate(text.length + 16)
      kernel.bytes().set(text, room)
      const at = kernel.allocate(24)
      const number = forms.size + 1
      writeWords(kernel, at, [column.number, room, text.length, number, isWanted(formId) ? 1 : 0])
      forms.set(formId, { at, number })
      return at
    },
    numberOf: (formId) => forms.get(formId)?.number,
    readOf: (formId) => {
      const form = forms.get(formId)
      return form === undefined ? 0 : kernel.view().getUint32(form.at + 20, true)
    },
  }
}
