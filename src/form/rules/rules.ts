import type { FormRule } from './rule.ts'
import { apiKeyInText, unsafeKey } from './unsafe-content.ts'
import { badPattern, bounds } from './bounds.ts'
import { conditionShape, laterQuestion, redirectHost, unknownQuestion } from './conditions-of.ts'
import { conditionValue } from './condition-value.ts'
import { blankStep, noWayForward, unreachableStep } from './steps.ts'
import {
  calendarHost,
  insecureScheduler,
  prefillWithoutEmail,
  schedulerName,
  schedulerUrl,
  unknownCalendarType,
} from './scheduler.ts'
import { duplicateAlias, ignoredKey, unknownContentKey, unknownKey } from './stray-keys.ts'
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
import { emptyText } from './empty-text.ts'
import { impossibleCondition } from './impossible-condition.ts'
import { missingKey, missingOneOf, malformedText, outOfRange, notOneOf, tooFew } from './schema-faults.ts'
import { misplacedKey, misspeltKey, oldIdentityField } from './mended-keys.ts'
import { duplicateQuestionKey, questionKey } from './question-key.ts'
import { closesAt, embedOrigin, hiddenField } from './settings-values.ts'
import { tooMany } from './too-many.ts'
import { missingTranslation, unknownTranslation } from './translations-of.ts'
import { unannouncedKey, unknownType } from './unsupported.ts'
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
