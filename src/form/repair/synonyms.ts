import { identityKeys, type IdentityKey, type TypeName, isTypeName, typeNames } from '../schema.ts'
import { isObject, type JsonObject } from '../value.ts'
import { nearest, type Nearest } from '../words.ts'
import { bareWord, isCalled } from './tool-words.ts'

/** Which of the free keys was meant: the same in another notation, a word of another tool, or a similar spelling. */
export function keyMeant(written: string, free: readonly string[]): Nearest | undefined {
  const near = nearest(written, free)
  if (near?.isCertain) return near
  const same = free.find((key) => isCalled(written, key, ['=']))
  const word = same ?? free.find((key) => isCalled(written, key, ['~']))
  return word === undefined ? near : { word, isCertain: word === same }
}

const typeCalled = (word: string): TypeName | undefined =>
  typeNames.find((name) => isCalled(word, name, ['>', '>?']))

/** Whether a word may mean several types, so that it is no evidence for one. "text" may be a question, a headline or prose. */
const isVagueType = (word: string): boolean => typeNames.some((name) => isCalled(word, name, ['>?']))

/** The identity key that a word of another form stands for. */
export const identityKeyCalled = (word: string): IdentityKey | undefined =>
  identityKeys.find((key) => isCalled(word, key, ['@']))

/** Which of the known types was probably meant by an unknown one. */
export function typeMeant(type: string, known: readonly string[] = typeNames): Nearest | undefined {
  const near = nearest(type, known)
  // Words of other tools come before spelling, by which "text" is nearest to Dropdown. They are never certain.
  const meant = near?.isCertain ? undefined : typeCalled(type)
  return meant === undefined || !known.includes(meant) ? near : { word: meant, isCertain: false }
}

/** The word for the type of a component: the `inputType` that a text has in SurveyJS, or that of a short text where it asks. */
export function typeWordOf(component: JsonObject): unknown {
  const { type, content } = component
  if (type !== 'text') return type
  const keys = { ...(isObject(content) && content), ...component }
  const { inputType } = keys
  if (typeof inputType === 'string' && typeCalled(inputType)) return inputType
  return Object.keys(keys).some((key) => /^(inputtype|isrequired|placeholder)$/.test(bareWord(key)))
    ? 'short_text'
    : type
}

/** The type as which the content of an unknown type is checked; undefined if that would be a mere guess. */
export function typeToCheckAs(type: unknown): TypeName | undefined {
  if (typeof type !== 'string') return undefined
  const meant = typeMeant(type)
  const isSure = meant?.isOnly === true || (typeCalled(type) !== undefined && !isVagueType(type))
  return isSure && isTypeName(meant?.word) ? meant.word : undefined
}

/** Whether two names of a type differ only in capitals and notation. */
export const isTypeWritten = (type: string, meant: TypeName): boolean => bareWord(type) === bareWord(meant)
