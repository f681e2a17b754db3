import type { Texts } from '../languages.ts'
import { plainText } from '../typed-values.ts'
import type { Content } from '../schema.ts'
import { contentNumber, contentText, lineOf, type AnswerInput } from './answers.ts'
import { numberFrom } from './define-type.ts'
import { patternOf } from './pattern.ts'

/** What an author asks of a text: how long it is, and which pattern it matches. */

/** The bounds of a text's length. */
export const lengthLimits = [numberFrom('minLength', 0, 10_000), numberFrom('maxLength', 1, 10_000)]

/** What is wrong with a text, or undefined. Characters are Unicode code points, as the page counts them. */
export function textProblem(
  text: string,
  content: Content,
  { problems }: Pick<Texts, 'problems'>,
): string | undefined {
  const { length } = Array.from(text)
  const [min, max] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (min !== undefined && length < min) return problems.lengthAtLeast(min, length)
  if (max !== undefined && length > max) return problems.lengthAtMost(max, length)
  const pattern = patternOf(contentText(content, 'pattern'))
  if (contentText(content, 'pattern') === '' || 'problem' in pattern || pattern.matches(text))
    return undefined
  return contentText(content, 'patternMessage') || problems.pattern
}

/** One line: as it was typed, or in plain form where only that matches the pattern, as with pasted codes. */
export function codeOf({ fields, texts }: AnswerInput, content: Content): string {
  const typed = lineOf(fields, '')
  const plain = plainText(typed)
  const isAccepted = (text: string): boolean => textProblem(text, content, texts) === undefined
  return contentText(content, 'pattern') !== '' && !isAccepted(typed) && isAccepted(plain) ? plain : typed
}

/** How long a text may be, in a sentence for the page; '' without a limit. */
export function lengthHint(content: Content, { hints }: Pick<Texts, 'hints'>): string {
  const [min, max] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (min !== undefined && max !== undefined) return hints.lengthBetween(min, max)
  if (max !== undefined) return hints.lengthAtMost(max)
  return min === undefined ? '' : hints.lengthAtLeast(min)
}

/** An e-mail address as it is kept: alone where it was copied with its name or from a link. */
export function emailIn(text: string): string {
  const address = plainText(text)
    .replace(/^[^<>]*<([^<>]+)>[.,;]?$/, '$1')
    .replace(/^mailto:([^?]+)(\?.*)?$/i, '$1')
  // The signs of the sentence that it was copied from.
  return address.replace(/^[<("'“]/, '').replace(/[.,;:!?)>"'”]{1,3}$/, '')
}

/** What is wrong with an e-mail address; undefined if it could receive mail. */
export function emailProblem(
  text: string,
  problems: Pick<Texts['problems'], 'email' | 'emailAt'>,
): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0) return problems.emailAt
  const isWhole = isLocalPart(text.slice(0, at)) && isDomain(domainOf(text)) && text.length <= 254
  return isWhole ? undefined : problems.email
}

/** The part after the last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether a text is a domain name of at least two labels. */
function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    text.length <= 253 && labels.length > 1 && labels.every(isLabel) && /\p{L}/u.test(labels.at(-1) ?? '')
  )
}

// Quoted local parts are left out: no provider gives them, and a typing error looks like one.
function isLocalPart(text: string): boolean {
  const atoms = text.split('.')
  return text.length <= 64 && atoms.every((atom) => /^[^\s\p{Cc}@"(),:;<>[\\\]]+$/u.test(atom))
}

function isLabel(label: string): boolean {
  return (
    label.length <= 63 &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}

/** A complete web address, with http or https, two slashes and a host; undefined for any other text. */
export function webUrl(text: string): URL | undefined {
  // The parser forgives a wrong number of slashes, so `https:foo` would be the host foo.
  const isWhole = /^https?:\/\/[^\s/\\?#]/i.test(text.trim())
  return isWhole ? (URL.parse(text) ?? undefined) : undefined
}

/** A web address as a person typed it, with `https` if it has no scheme; undefined for any other text. */
export function webAddress(text: string): string | undefined {
  const isSchemed = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const whole = isSchemed ? text : `https://${text.replace(/^\/\//, '')}`
  const url = webUrl(whole)
  if (!url || /[\s\p{Cc}]/u.test(text) || url.username !== '' || url.password !== '') return undefined
  return isDomain(url.hostname) ? whole : undefined
}

/** A run of a text: plain, or a link. */
type TextRun = { readonly text: string; readonly url?: string }

/** The runs of a text in which `[text](https://…)` is a link. Only addresses of the web and of mail make one. */
export function runsOf(text: string): readonly TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const match of text.matchAll(link)) {
    const [whole, label = '', url = ''] = match
    if (!isLinkable(url)) continue
    if (match.index > from) runs.push({ text: text.slice(from, match.index) })
    runs.push({ text: label, url })
    from = match.index + whole.length
  }
  return from < text.length ? [...runs, { text: text.slice(from) }] : runs
}

const link = /\[([^[\]]+)\]\(([^()\s]+)\)/g

const isLinkable = (url: string): boolean =>
  /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(url) && URL.canParse(url)

/** A text as it reads without markup: each link as `text (https://…)`. */
export const withUrls = (text: string): string =>
  runsOf(text)
    .map((run) => (run.url === undefined ? run.text : `${run.text} (${run.url})`))
    .join('')

/** The same without the addresses. */
export const withoutUrls = (text: string): string =>
  runsOf(text)
    .map((run) => run.text)
    .join('')

/** The origin of a site: https, or http on localhost; undefined for any other text. */
export function siteOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.origin !== text) return undefined
  // A host name can hold a `;`, which would end a policy.
  const isPlain = /^[a-z0-9.:-]+$/.test(url.host)
  const isOwn = url.protocol === 'http:' && url.hostname === 'localhost'
  return isPlain && (url.protocol === 'https:' || isOwn) ? url.origin : undefined
}
