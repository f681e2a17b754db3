import type { FormRule } from '../rule.ts'
import { duplicateAlias } from './duplicate-alias.ts'
import { ignoredKey } from './ignored-key.ts'
import { misspeltKey } from './misspelt-key.ts'
import { missingKey } from './missing-key.ts'
import { missingOneOf } from './missing-one-of.ts'
import { notOneOf } from './not-one-of.ts'
import { oldIdentityField } from './old-identity-field.ts'
import { schedulerName } from './scheduler-name.ts'
import { tooFew } from './too-few.ts'
import { unknownContentKey } from './unknown-content-key.ts'
import { unknownKey } from './unknown-key.ts'
import { unknownType } from './unknown-type.ts'
import { wrongType } from './wrong-type.ts'

/** Every rule of forms, by code: structure first, then the rest; at one place they speak in this order. */
export const rules: ReadonlyMap<string, FormRule> = new Map(
  [
    misspeltKey,
    oldIdentityField,
    missingKey,
    missingOneOf,
    unknownKey,
    wrongType,
    tooFew,
    notOneOf,
    unknownType,
    ignoredKey,
    unknownContentKey,
    duplicateAlias,
    schedulerName,
  ].map((rule) => [rule.code, rule]),
)
