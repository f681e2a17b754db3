import { Failure } from '../failure/failure.ts'
import { nearest } from '../form/words.ts'
import { type TypeName, isTypeName, typeNames } from '../form/schema.ts'

/** The component type that a word names; another word is misuse, answered with the nearest type. */
export function typeNamed(word: string): TypeName {
  if (isTypeName(word)) return word
  const near = nearest(word, typeNames)
  const help = near ? `Did you mean ${near.word}?` : 'formctl forms types lists them.'
  throw Failure.of('usage', { problem: `There is no component type "${word}". ${help}` })
}
