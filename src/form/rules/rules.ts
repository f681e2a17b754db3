import type { FormRule } from './rule.ts'
import { apiKeyInText, unsafeKey } from './unsafe-content.ts'
import { badPattern, bounds } from './bounds.ts'
import {
  conditionShape,
  laterQuestion,
  redirectHost,
  unknownQuestion,
  duplicateQuestionKey,
  questionKey,
} from './references.ts'
import { conditionValue, impossibleCondition } from './impossible-condition.ts'
import { blankStep, noWayForward, unreachableStep } from './steps.ts'
import {
  calendarHost,
  insecureScheduler,
  prefillWithoutEmail,
  schedulerName,
  schedulerUrl,
  unknownCalendarType,
} from './scheduler.ts'
import {
  duplicateAlias,
  ignoredKey,
  unknownContentKey,
  unknownKey,
  misplacedKey,
  misspeltKey,
  oldIdentityField,
} from './stray-keys.ts'
import {
  duplicateIdentityKey,
  emailOptionElsewhere,
  phoneOptionElsewhere,
  noFields,
  revealCircle,
  unknownRevealAfter,
} from './identity-fields.ts'
import {
  duplicateOption,
  insecureImage,
  missingAlt,
  unknownOption,
  choiceCounts,
  noOptions,
} from './options.ts'
import { emptyText, missingTranslation, unknownTranslation } from './missing-texts.ts'
import { missingKey, missingOneOf, malformedText, outOfRange, notOneOf, tooFew } from './schema-faults.ts'
import { closesAt, embedOrigin, hiddenField } from './settings-values.ts'
import { tooMany, unannouncedKey, unknownType } from './unsupported.ts'
import { unknownCountry } from './unknown-country.ts'
import { wrongType } from './wrong-type.ts'

/** Every rule of forms, by code. Findings at the same place come in this order: structure first. */
export const rules: ReadonlyMap<string, FormRule> = new Map(
  [
    misspeltKey,
    misplacedKey,
    oldIdentityField,
    missingKey,
    missingOneOf,
    unknownKey,
    wrongType,
    tooFew,
    tooMany,
    notOneOf,
    outOfRange,
    malformedText,
    questionKey,
    duplicateQuestionKey,
    closesAt,
    embedOrigin,
    hiddenField,
    unknownType,
    unsafeKey,
    ignoredKey,
    unknownContentKey,
    unannouncedKey,
    duplicateAlias,
    schedulerName,
    duplicateIdentityKey,
    apiKeyInText,
    emptyText,
    noOptions,
    noFields,
    duplicateOption,
    bounds,
    badPattern,
    choiceCounts,
    missingAlt,
    insecureImage,
    unknownOption,
    conditionShape,
    unknownQuestion,
    laterQuestion,
    conditionValue,
    impossibleCondition,
    unreachableStep,
    redirectHost,
    unknownRevealAfter,
    revealCircle,
    emailOptionElsewhere,
    phoneOptionElsewhere,
    unknownCountry,
    schedulerUrl,
    insecureScheduler,
    calendarHost,
    unknownCalendarType,
    prefillWithoutEmail,
    blankStep,
    noWayForward,
    missingTranslation,
    unknownTranslation,
  ].map((rule) => [rule.code, rule]),
)
