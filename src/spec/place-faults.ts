import { refusedCode } from './codes.ts'
import type { Finding } from '../form/finding.ts'
import type { Path } from '../form/path.ts'
import { isKeyed, valueAt } from '../form/value.ts'
import type { PlacedFinding, SpecForm } from './placed.ts'

/** What a service says against a form, at the author's own lines. `errors` is the array of a 400 body, of any shape. */
export function placeFaults(form: SpecForm, errors: unknown): readonly PlacedFinding[] {
  if (!Array.isArray(errors)) return []
  return errors.filter(isKeyed).map((error): PlacedFinding => {
    const path = pathOf(error['path'])
    const held = valueAt(form.value, path)
    // An object or array is too large to point at: its key says which one.
    const at = typeof held === 'object' ? 'key' : 'value'
    const message = sentenceOf(error['message'])
    const finding: Finding = { code: refusedCode, severity: 'error', isRefused: true, path, at, message }
    return Object.assign({}, finding, form.place(path, at))
  })
}

const pathOf = (path: unknown): Path =>
  Array.isArray(path)
    ? path.filter((part): part is string | number => typeof part === 'string' || typeof part === 'number')
    : []

const sentenceOf = (message: unknown): string =>
  typeof message === 'string' && message.trim() !== ''
    ? message
    : 'The service refuses this, and does not say why.'
