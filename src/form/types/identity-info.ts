import type { IdentityField } from '../generated/form.ts'
import { plainText } from '../typed-values.ts'
import type { Content } from '../schema.ts'
import { isObject } from '../value.ts'
import { domainOf, emailIn, emailProblem, webAddress } from './texts.ts'
import { lengthProblem, lineOf, type AnswerInput, type AnswerProblem } from './answers.ts'
import { defineType } from './define-type.ts'
import { fakeEmail } from './fake.ts'
import { isPersonalDomain } from './email-domains.ts'
import { mayLackPostalCode } from './postal-codes.ts'

export const identityInfo = defineType({
  asks: {
    summary: 'personal details, a text for each field',
    sample: { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' },
  },
  answerKind: 'fields',
  // Each field has its own label; there is no question above them.
  headline: () => '',
  contract: { keys: ['fields'] },
  stepName: 'About you',
  neededText: '',
  inner: { kind: 'field', key: 'fields', definition: 'IdentityField', noun: 'an identity field' },
  dialCodeLists: (content) =>
    identityFields(content).filter(
      ({ key, includeDialCode }) => key === 'phoneNumber' && includeDialCode === true,
    ).length,
  fields: (content) => keysIn(content),
  fullAnswer: (content) => Object.fromEntries(keysIn(content).map((key) => [key, ''])),
  cells: 'text',
  figures: 'contact',
  isPersonal: true,
  emailMembers: ['workEmailAddress', 'emailAddress'],

  /** Reads the answer of IdentityInfo: a text for each key that was given. Hidden fields are ignored. */
  read(content, input) {
    const members: Record<string, string> = {}
    const problems: AnswerProblem[] = []
    const fields = identityFields(content)
    for (const field of fields) {
      if (prerequisitesOf(field, fields).some((key) => lineOf(input.fields, key) === '')) continue
      const text = textIn(field.key, input)
      if (text === '') {
        const message = missingIn(field, input)
        if (message !== undefined) problems.push({ field: field.key, message })
        continue
      }
      const read = lengthProblem(field.key, text, input) ?? readField(field, text, input)
      if ('message' in read) problems.push({ field: field.key, message: read.message })
      else members[field.key] = read.text
    }
    const isAnswer = problems.length === 0 && Object.keys(members).length > 0
    return isAnswer ? { members, problems } : { problems }
  },

  fake: (content, faker) =>
    Object.fromEntries(
      identityFields(content)
        .filter(({ required }) => required === true || faker.isRequired || faker.happens(0.8))
        // Of an address, another one can be made where its domain is refused.
        .map(({ key }) => [key, readers[key] === readEmail ? fakeEmail(faker.below) : faker.person[key]]),
    ),
})

/**
 * The identity fields in the author's order. A repeated key counts once. Entries without a key are skipped, because the content may be
 * unchecked.
 */
export function identityFields({ fields }: Content): readonly IdentityField[] {
  const all: readonly unknown[] = Array.isArray(fields) ? fields : []
  const keyed = all.filter(
    (field): field is IdentityField => isObject(field) && typeof field['key'] === 'string',
  )
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap(([first]) => first ?? [])
}

const keysIn = (content: Content): readonly string[] => identityFields(content).map(({ key }) => key)

/** The field beside a phone number that holds the country whose dial code was chosen. */
export const countryField = (key: IdentityField['key']): string => `${key}Country`

/**
 * The fields that must be filled in before this one is shown: its chain of `revealAfter`. Empty if the chain is circular or ends at an
 * unknown field; this one is then always shown.
 */
export function prerequisitesOf(
  { key, revealAfter }: IdentityField,
  fields: readonly IdentityField[],
): readonly string[] {
  const chain = new Set<string>()
  for (let next = revealAfter; next !== undefined;) {
    const field = fields.find((one) => one.key === next)
    if (!field || field.key === key || chain.has(next)) return []
    chain.add(next)
    next = field.revealAfter
  }
  return [...chain]
}

/** The message for an empty field that is required; undefined if it is not. */
function missingIn(
  { key, label, required }: IdentityField,
  { fields, isRequired, language, texts }: AnswerInput,
): string | undefined {
  if (required !== true && isRequired !== true) return undefined
  if (key === 'zipCode' && mayLackPostalCode(lineOf(fields, 'country'), language)) return undefined
  return texts.missing.field(label.trim() === '' ? key : label.trim())
}

type FieldResult = { readonly text: string } | { readonly message: string }
type ReadField = (field: IdentityField, text: string, input: AnswerInput) => FieldResult

/** Keys whose text is normalized and, except for `zipCode`, checked. Other keys take any text as it was typed. */
const readers: Partial<Record<IdentityField['key'], ReadField>> = {
  emailAddress: readEmail,
  workEmailAddress: readEmail,
  phoneNumber: readPhone,
  websiteUrl: readWebAddress,
  profilePictureUrl: readWebAddress,
  zipCode: (_field, text) => ({ text }),
}

const readField: ReadField = (field, text, input) => readers[field.key]?.(field, text, input) ?? { text }

/** Names and other words stay as they were typed. */
const textIn = (key: IdentityField['key'], { fields }: AnswerInput): string =>
  readers[key] ? plainText(lineOf(fields, key)) : lineOf(fields, key)

function readEmail(field: IdentityField, typed: string, { texts }: AnswerInput): FieldResult {
  const text = emailIn(typed)
  const { problems } = texts
  const message = emailProblem(text, problems)
  if (message !== undefined) return { message }
  const domain = domainOf(text)
  const isAmong = (domains: readonly string[] = []): boolean =>
    domains.some((one) => one.toLowerCase() === domain)
  const isPersonal = field.blockPersonalEmails === true && isPersonalDomain(domain)
  const isRefused = (isPersonal && !isAmong(field.allowedEmailDomains)) || isAmong(field.blockedEmailDomains)
  return isRefused ? { message: problems.personalEmail(domain) } : { text }
}

function readPhone(
  field: IdentityField,
  text: string,
  { fields, referenceData, texts }: AnswerInput,
): FieldResult {
  const { problems } = texts
  // The page shows the default country chosen, so a blank choice is a person's own: nothing is guessed then.
  const chosen =
    field.includeDialCode === true
      ? lineOf(fields, countryField(field.key))
      : (field.defaultDialCodeCountry ?? '')
  const country = chosen.toUpperCase()
  const number = referenceData.phoneNumber(text, country === '' ? undefined : country)
  if (number !== undefined) return { text: number }
  if (country !== '' || text.startsWith('+')) return { message: problems.phone }
  if (!isPhoneLike(text)) return { message: problems.phoneLike }
  // Without a country the number is ambiguous: kept as it was typed, unless a country could be chosen.
  return field.includeDialCode === true ? { message: problems.phoneCountry } : { text }
}

function isPhoneLike(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= 5 && digits <= 17 && /^[\d\s()./\p{Pd}]+$/u.test(text)
}

function readWebAddress(_field: IdentityField, text: string, { texts }: AnswerInput): FieldResult {
  const address = webAddress(text)
  return address === undefined ? { message: texts.problems.webAddress } : { text: address }
}
