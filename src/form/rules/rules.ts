import type { FormRule } from './rule.ts'
import { apiKeyInText } from './api-key-in-text.ts'
import { badPattern } from './bad-pattern.ts'
import { conditionShape, laterQuestion, redirectHost, unknownQuestion } from './conditions-of.ts'
import { conditionValue } from './condition-value.ts'
import { blankStep } from './blank-step.ts'
import { bounds } from './bounds.ts'
import { calendarHost } from './calendar-host.ts'
import { duplicateAlias } from './duplicate-alias.ts'
import { duplicateIdentityKey } from './duplicate-identity-key.ts'
import { duplicateOption } from './duplicate-option.ts'
import { emailOptionElsewhere, phoneOptionElsewhere } from './option-elsewhere.ts'
import { emptyText } from './empty-text.ts'
import { ignoredKey, unknownContentKey, unknownKey } from './stray-key.ts'
import { impossibleCondition } from './impossible-condition.ts'
import { insecureScheduler } from './insecure-scheduler.ts'
import { missingKey } from './missing-key.ts'
import { missingOneOf } from './missing-one-of.ts'
import { malformedText } from './malformed-text.ts'
import { misplacedKey } from './misplaced-key.ts'
import { misspeltKey } from './misspelt-key.ts'
import { insecureImage, missingAlt, unknownOption } from './option-images.ts'
import { outOfRange } from './out-of-range.ts'
import { choiceCounts } from './choice-counts.ts'
import { noFields } from './no-fields.ts'
import { noOptions } from './no-options.ts'
import { noWayForward } from './no-way-forward.ts'
import { notOneOf } from './not-one-of.ts'
import { oldIdentityField } from './old-identity-field.ts'
import { prefillWithoutEmail } from './prefill-without-email.ts'
import { revealCircle } from './reveal-circle.ts'
import { duplicateQuestionKey, questionKey } from './question-key.ts'
import { schedulerName } from './scheduler-name.ts'
import { schedulerUrl } from './scheduler-url.ts'
import { closesAt, embedOrigin, hiddenField } from './settings-values.ts'
import { tooFew } from './too-few.ts'
import { tooMany } from './too-many.ts'
import { missingTranslation, unknownTranslation } from './translations-of.ts'
import { unannouncedKey } from './unannounced-key.ts'
import { unknownCalendarType } from './unknown-calendar-type.ts'
import { unknownCountry } from './unknown-country.ts'
import { unknownRevealAfter } from './unknown-reveal-after.ts'
import { unknownType } from './unknown-type.ts'
import { unreachableStep } from './unreachable-step.ts'
import { unsafeKey } from './unsafe-key.ts'
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
