import type { IdentityField } from './generated/form.ts'

/** What an identity field may ask for, by name. */
export type IdentityKey = IdentityField['key']

/** What an identity field may ask for (contract, IdentityInfo content). */
export const identityKeys: readonly IdentityKey[] = [
  'firstName',
  'lastName',
  'fullName',
  'emailAddress',
  'workEmailAddress',
  'phoneNumber',
  'companyName',
  'numberOfEmployees',
  'websiteUrl',
  'title',
  'streetAddress',
  'aptSuiteEtc',
  'city',
  'state',
  'country',
  'zipCode',
  'companyRevenue',
  'profilePictureUrl',
]

/** The identity keys that ask for an e-mail address. */
export const emailKeys: readonly IdentityKey[] = ['emailAddress', 'workEmailAddress']

/** The identity keys that ask for a phone number. */
export const phoneKeys: readonly IdentityKey[] = ['phoneNumber']
