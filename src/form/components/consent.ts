import { textsOf } from '../languages.ts'
import type { Content } from '../schema.ts'
import { contentText, nothingGiven, problemOf, type Given, type MembersRead } from './answers.ts'
import { plainText } from './linked-text.ts'

/** The heading of a consent: its question, else its text. */
export const consentTitle = (content: Content): string =>
  contentText(content, 'question') || plainText(contentText(content, 'text'))

/** Reads a consent: `value: true` and the text that was agreed to. It has to be given, unless the form says otherwise. */
export function readConsent(content: Content, { fields, isRequired = true, language }: Given): MembersRead {
  if (fields.get('')?.includes('yes'))
    return { members: { value: true, text: plainText(contentText(content, 'text')) }, problems: [] }
  return isRequired ? problemOf(textsOf(language).missing.consent) : nothingGiven
}
