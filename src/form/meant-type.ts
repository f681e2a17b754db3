import type { TypeName } from './components/component-type.ts'
import { isTypeName, typeNames } from './components/content-shapes.ts'
import { nearest, type Nearest } from './nearest.ts'
import { isVagueType, typeCalled } from './synonyms.ts'

/** The type that was probably meant by one that nobody knows. */
export function typeMeant(type: string): Nearest | undefined {
  // A word of another tool comes first: "text" is nearer to Dropdown than to what it means.
  const meant = typeCalled(type)
  return meant === undefined ? nearest(type, typeNames) : { word: meant, isCertain: false }
}

/** The type as which a content is checked whose own type nobody knows; undefined where that would be guessing. */
export function typeToCheckAs(type: unknown): TypeName | undefined {
  if (typeof type !== 'string') return undefined
  const meant = typeMeant(type)
  const isSure = meant?.isCertain === true || (typeCalled(type) !== undefined && !isVagueType(type))
  return isSure && isTypeName(meant?.word) ? meant.word : undefined
}
