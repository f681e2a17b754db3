/**
 * The values that the texts of `languages/*.json` take, in the order of their arguments. A text without a row here takes none and is used
 * as it stands: a script of the page fills in its `{n}`.
 *
 * How to write a text:
 * - `{name}` inserts a value. Numbers are written by the rules of the language, in the digits 0 to 9.
 * - An object has a form for each plural category of the language (CLDR), chosen by the first value; `#` inserts this number. `"=1"` is
 *   the form for exactly 1, in a language that has no category for it.
 * - `{name:phrase}` inserts a number of things, such as "3 characters", by a phrase of `counts`. Each language has the phrases there that
 *   its own sentences need: two for one noun where its case differs.
 * - In a language written from right to left, put `\u2066` and `\u2069` around what is written from the left: `\u2066PDF\u2069`,
 *   `\u2066{megabytes} MB\u2069`. A value that is no number is isolated already.
 *
 * A new text stands in each language, and in a row here if it takes values. A new language is a file with the keys of `en.json`, an import
 * and a place in `files` (`languages.ts`). `test/form/languages.test.ts` lists the languages and says what a file lacks;
 * `docs/languages.md` names them.
 *
 * `locale` says how numbers and dates are written. `name` is the language's own name for itself. `page.error` stands before the title of
 * a page, and before a problem.
 */
export const signatures = {
  page: {
    step: ['at', 'of'],
    needCorrecting: ['count'],
    haveTwoVersions: ['count'],
  },
  /** What pages say about keeping answers. `changing` replaces `saved` while answers that were sent are changed. */
  saving: {
    begun: ['date'],
  },
  /** What thank-you pages offer: a copy of the answers, and an address that changes them for some days. */
  after: {
    sentAt: ['time'],
    changedAt: ['time'],
    outOf: ['value', 'highest'],
    changeUntil: ['time'],
    changing: ['time'],
  },
  /** What a field takes. `kinds` are words in the list of `accepted`. */
  hints: {
    lengthBetween: ['least', 'most'],
    lengthAtMost: ['most'],
    lengthAtLeast: ['least'],
    files: ['count', 'megabytes'],
    accepted: ['kinds'],
  },
  /** What to do where an answer is required and there is none. */
  missing: {
    field: ['label'],
    row: ['row'],
    place: ['option'],
  },
  /** What is wrong with an answer, and how to mend it. */
  problems: {
    tooLong: ['length', 'most'],
    lengthAtLeast: ['least', 'length'],
    lengthAtMost: ['most', 'length'],
    personalEmail: ['domain'],
    number: ['example'],
    numberUnclear: ['example'],
    numberDigits: ['most'],
    numberBetween: ['min', 'max'],
    numberAtLeast: ['min'],
    numberAtMost: ['max'],
    numberStep: ['step'],
    numberStepFrom: ['step', 'from'],
    dateFrom: ['min'],
    dateTo: ['max'],
    timeFrom: ['min'],
    timeTo: ['max'],
    timeStep: ['minutes', 'from'],
    notAnOption: ['text'],
    optionsAtLeast: ['least'],
    optionsAtMost: ['most'],
    place: ['last'],
    placeTaken: ['place', 'option'],
    fileTooLarge: ['name', 'megabytes'],
    fileEmpty: ['name'],
    fileKind: ['name', 'kinds'],
    tooManyFiles: ['count', 'most'],
  },
  /** The page that says how accessible a form is. */
  accessibility: {
    checked: ['version'],
    contrastLight: ['text', 'shape'],
    contrastDark: ['text', 'shape'],
    calendar: ['host'],
    pictures: ['count'],
  },
  closedSince: ['time'],
} as const

/** The values that are numbers; all others are strings. */
export type NumberName =
  | 'at'
  | 'count'
  | 'last'
  | 'least'
  | 'length'
  | 'megabytes'
  | 'minutes'
  | 'most'
  | 'of'
  | 'place'
