import { textIn, type View } from './form-view.ts'
import { identityKeys } from '../schema.ts'
import type { Breach } from './rule.ts'

/** Options of an identity field on a field that has no use for them. */
export type OptionElsewhere = { readonly options: readonly string[]; readonly key: string }

/** The fields with one of these options switched on whose key is none of those that it is for. */
export function* optionsElsewhere(
  { parts }: View,
  { options, keys }: { readonly options: readonly string[]; readonly keys: readonly string[] },
): Iterable<Breach<OptionElsewhere>> {
  for (const part of parts) {
    const key = part.layer.kind === 'field' ? textIn(part, 'key') : undefined
    // A misspelt key is said as such; what it was to be is not known.
    if (key === undefined || keys.includes(key) || !identityKeys.some((known) => known === key)) continue
    const on = options.filter((option) => isOn(part.value[option]))
    if (on[0] !== undefined) yield { path: [...part.path, on[0]], at: 'key', args: { options: on, key } }
  }
}

/** The options as the subject of a sentence. */
export const sayOptions = (options: readonly string[]): string =>
  `${options.map((option) => `"${option}"`).join(' and ')} ${options.length === 1 ? 'has' : 'have'} no effect`

const isOn = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== '')
