import { Failure } from '../failure.ts'
import type { TypeName } from '../form/components/component-type.ts'
import { isTypeName, typeNames } from '../form/components/content-shapes.ts'
import { nearest } from '../form/nearest.ts'

/** The component type that a word names; another word is misuse, answered with the nearest type. */
export function typeNamed(word: string): TypeName {
  if (isTypeName(word)) return word
  const near = nearest(word, typeNames)
  const help = near ? `Did you mean ${near.word}?` : 'formctl forms types lists them.'
  throw Failure.of('usage', { problem: `There is no component type "${word}". ${help}` })
}
