import type { IdentityField } from '../generated/form.ts'
import type { Content } from '../schema.ts'
import { contentNumber, contentText } from './answers.ts'
import { patternOf } from './pattern.ts'

/** What fake people answer. Names, addresses and numbers are reserved for examples, so they belong to nobody. */

/** A fake person who answers a question, and random choices. The seed determines both. */
export type Faker = {
  /** A whole number from 0 to below a count, each as likely. */
  readonly below: (count: number) => number
  /** The same, where small numbers are more likely. */
  readonly skewed: (count: number) => number
  /** Whether something happens that happens to this share of people. */
  readonly happens: (share: number) => boolean
  readonly person: Person
  /** Whether the question must be answered. */
  readonly isRequired: boolean
  /** The language of the page. */
  readonly language: string
  /** The time, ISO 8601. */
  readonly now: string
}

/** What a person gives for a question: one text or several by field, as its page sends them. */
export type FakeFields = Readonly<Record<string, string | readonly string[]>>

/** A file that a fake person gives; its text is ASCII. */
export type FakeFile = { readonly name: string; readonly contentType: string; readonly text: string }

/** The share of answers that lie at a bound of what a question takes, or are unusual texts. */
export const edgeShare = 0.06

/** One of a list, each as likely; '' without any. */
export const pick = (list: readonly string[], below: Faker['below']): string => list[below(list.length)] ?? ''

/** The index of the favourite of most people. It depends only on the texts, so equal lists have equal favourites. */
const firstOf = (list: readonly string[]): number => list.join('').length % list.length

/** One of a list, most often its favourite; '' without any. */
export const favourite = (list: readonly string[], { skewed }: Faker): string =>
  list[(firstOf(list) + skewed(list.length)) % list.length] ?? ''

/** A list in an order of one's own, in which the favourites of most people come early. */
export function inFakeOrder(list: readonly string[], { below }: Faker): readonly string[] {
  const places = list.map((_, i) => ((i + firstOf(list)) % list.length) + below(list.length + 1))
  return list.toSorted((a, b) => (places[list.indexOf(a)] ?? 0) - (places[list.indexOf(b)] ?? 0))
}

export type Person = Readonly<Record<IdentityField['key'], string>>

/** A person whose last name says that there is no such person, with a phone number of those that regulators keep for films. */
export function fakePerson(below: Faker['below']): Person {
  const number = below(10_000)
  const firstName = pick(['Ada', 'Jun', 'Lena', 'Noor', 'Zoë', 'Tomás', '純', 'ليلى', 'Łucja'], below)
  const lastName = pick(['Example', 'Sample', 'Beispiel', 'Exemple', "O'Example"], below)
  const phone = pick(['+44 20 7946 0###', '+1 202 555 01##', '+49 30 23125 ###', '+33 1 99 00 ## ##'], below)
  return {
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    emailAddress: fakeEmail(below),
    workEmailAddress: fakeEmail(below),
    phoneNumber: phone.replaceAll('#', () => String(below(10))),
    companyName: pick(['Example Works', 'Sample Trading', 'Exemple & fils'], below),
    numberOfEmployees: pick(['1 to 10', '11 to 50', 'More than 50'], below),
    companyRevenue: pick(['Less than 1 million', 'More than 1 million'], below),
    websiteUrl: `https://www.example.com/${number}`,
    profilePictureUrl: `https://www.example.com/people/${number}.png`,
    title: pick(['Gardener', 'Head of Examples', 'Teacher'], below),
    streetAddress: `${below(200) + 1} Example Street`,
    aptSuiteEtc: `Apt. ${below(40) + 1}`,
    city: pick(['Sampletown', 'Musterstadt', 'Exempleville', '見本市'], below),
    state: pick(['Sample State', 'Musterland'], below),
    zipCode: `000${10 + below(90)}`,
    country: pick(['United Kingdom', 'Germany', 'France', 'Japan'], below),
  }
}

/** An address at a domain that is kept for examples. */
export const fakeEmail = (below: Faker['below']): string =>
  `person${below(10_000)}@${pick(['example.com', 'example.org', 'example.net'], below)}`

const sentences = [
  'Quick and friendly.',
  'It took longer than I thought.',
  'Nothing to add.',
  'Please open earlier, and on Sundays.',
  'All good so far!',
  'Why is the second page so hard to find?',
  'I would do it again.',
]

/** Texts that programs have trouble with: quotation marks, formulas, markup, emoji, other scripts, right to left, several lines. */
const unusual = [
  'She said "fine", then left;\tearly.',
  '=SUM(A1:A9)',
  '<b>Not bold</b> & \\ not escaped',
  '👍🏽 from the 👩‍👩‍👧 of us',
  'شكرًا جزيلًا، كل شيء على ما يرام.',
  'תודה רבה!',
  '領収書をください。ありがとう。',
  'Grüße aus Łódź, naïvement.',
  'First line\nSecond line\n\nLast line',
]

/** A text of the length and the pattern that a content asks for; of several sentences where it `isLong`. */
export function fakeText(content: Content, faker: Faker, isLong: boolean): string {
  const { below, happens } = faker
  const [min, max] = [contentNumber(content, 'minLength') ?? 0, contentNumber(content, 'maxLength') ?? 10_000]
  const pattern = patternOf(contentText(content, 'pattern'))
  if (contentText(content, 'pattern') !== '' && 'textBy' in pattern)
    return pattern.textBy(below, Math.max(8, Math.min(2 * min, max)))
  const isLongest = happens(edgeShare / 6)
  const least = isLongest ? max : min
  const isUnusual = !isLongest && happens(edgeShare)
  let next = below(sentences.length)
  let text = isUnusual ? pick(unusual, below) : (sentences[next++] ?? '')
  for (let more = isLong ? below(3) : 0; more > 0 || text.length < least; more--)
    text += ` ${sentences[next++ % sentences.length]}`
  return Array.from(text).slice(0, max).join('').replace(/\s$/, '.')
}
