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
