import type { Column } from '../columns.ts'
import { writeWords, type Kernel } from './memory.ts'

/** The forms of records, as constants that a kernel knows. */
export type Forms = {
  /** The place of a form's constant. */
  readonly at: (form: { readonly formId: string; readonly column: Column }) => number
  /** The form of a constant. */
  readonly formAt: (at: number) => string | undefined
  /** How many records of a form the kernel read. */
  readonly readOf: (formId: string) => number
}

type Telling = { readonly kernel: Kernel; readonly isWanted: (formId: string) => boolean }

/** No forms yet. */
export function makeForms({ kernel, isWanted }: Telling): Forms {
  const forms = new Map<string, number>()
  const places = new Map<number, string>()
  return {
    at: ({ formId, column }) => {
      const known = forms.get(formId)
      if (known !== undefined) return known
      const text = new TextEncoder().encode(formId)
      const room = kernel.allocate(text.length + 16)
      kernel.bytes().set(text, room)
      const at = kernel.allocate(20)
      writeWords(kernel, at, [column.number, room, text.length, isWanted(formId) ? 1 : 0])
      forms.set(formId, at)
      places.set(at, formId)
      return at
    },
    formAt: (at) => places.get(at),
    readOf: (formId) => {
      const form = forms.get(formId)
      return form === undefined ? 0 : kernel.view().getUint32(form + 16, true)
    },
  }
}
