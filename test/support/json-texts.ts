import * as fc from 'fast-check'

/** White space of JSON. */
export const gap = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })

/** Parts between brackets, with commas and any white space. */
export const joined = (open: string, parts: readonly string[], close: string): fc.Arbitrary<string> =>
  fc
    .array(gap, { minLength: parts.length + 1, maxLength: parts.length + 1 })
    .map(
      (gaps) => open + (gaps[0] ?? '') + parts.map((part, i) => part + (gaps[i + 1] ?? '')).join(',') + close,
    )

const digits = fc
  .tuple(
    fc.constantFrom('', '', '', '0', '00000', '0000000'),
    fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 1, maxLength: 20 }),
    fc.constantFrom('', '', '', '0', '00', '000000000'),
  )
  .map((parts) => parts.join(''))

/** Numbers of JSON in all the spellings that it has, also such as no double holds. */
export const jsonNumbers: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((digitText) => digitText.replace(/^0+(?=.)/, '')),
    fc.option(
      digits.map((digitText) => `.${digitText}`),
      { nil: '' },
    ),
    fc.constantFrom('', '', '', 'e1', 'E+2', 'e-7', 'e05', 'E0', 'e-99', 'E+100', 'e-305', 'E400'),
  )
  .map((parts) => parts.join(''))

const pieces = [
  '\\u00e9',
  '\\uD83D\\uDE42',
  '\\ud800',
  '\\/',
  '\\\\',
  '\\"',
  '},{"id":1'.replaceAll('"', '\\"'),
  '],',
  '🙂',
  'é',
  '1.50',
]

const stringTexts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }).map((string) => JSON.stringify(string).slice(1, -1)),
      fc.constantFrom(...pieces),
    ),
    { maxLength: 4 },
  )
  .map((parts) => `"${parts.join('')}"`)

// After a key with a backslash of its own, `JSON.parse` of Node 24 and 26 may take that key for another whose escape
// begins like it: after the key "\\", the key "\n" may be read as a backslash (nodejs/node#63785).
const soundKeys = stringTexts.filter((key) => !(JSON.parse(key) as string).includes('\\'))

const keyTexts = fc.oneof(
  soundKeys,
  fc.constantFrom('"id"', '"data"', '"__proto__"', '"constructor"', '"7"', '""'),
)

/** JSON texts in all the spellings that the grammar allows: white space, escapes, odd numbers, repeated keys. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    jsonNumbers,
    stringTexts,
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }).chain((values) => joined('[', values, ']')),
  ),
  object: fc.array(fc.tuple(keyTexts, gap, tie('value')), { maxLength: 4 }).chain((members) =>
    joined(
      '{',
      members.map(([key, space, value]) => `${key}${space}:${space}${value}`),
      '}',
    ),
  ),
})).value

/** Records: JSON texts of objects. */
export const recordTexts: fc.Arbitrary<string> = fc
  .array(fc.tuple(keyTexts, jsonTexts), { maxLength: 4 })
  .chain((members) =>
    joined(
      '{',
      members.map(([key, value]) => `${key}:${value}`),
      '}',
    ),
  )
