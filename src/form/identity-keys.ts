import type { IdentityField } from './generated/form.ts'

/** What an identity field may ask for (contract, IdentityInfo content). */
export const identityKeys: readonly IdentityField['key'][] = [
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
export const emailKeys: readonly IdentityField['key'][] = ['emailAddress', 'workEmailAddress']

/** The identity keys that ask for a phone number. */
export const phoneKeys: readonly IdentityField['key'][] = ['phoneNumber']
