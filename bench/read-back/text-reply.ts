/** A reply of texts that look like values, of options that come and go, and of what was typed as "Other". */
export function textReply(): string {
  const rows = Math.max(...questions.map(({ answers }) => answers.length))
  const records = Array.from({ length: rows }, (_, i) => ({
    id: `r${i}`,
    createdAt: '2026-03-01T09:00:00.000Z',
    formId: 'f',
    data: questions.flatMap(({ id, type, answers }) =>
      [answers[i] ?? []].flat().map((members) => ({
        questionId: id,
        response: { type, headline: id, ...members },
      })),
    ),
  }))
  return JSON.stringify({ data: records })
}

type Members = Readonly<Record<string, unknown>>
type Question = {
  readonly id: string
  readonly type: string
  readonly answers: readonly (Members | readonly Members[])[]
}

const asked = (id: string, type: string, values: readonly unknown[]): Question => ({
  id,
  type,
  answers: values.map((value) => ({ value })),
})

const texts: Readonly<Record<string, readonly unknown[]>> = {
  whole: ['9', '10', '-3', '0', ''],
  decimals: ['9', '2.50', '-0.0', ''],
  mixed: ['9', 10, 2.5, ''],
  fifteen: ['123456789012345', '-99999999999999.5'],
  sixteen: ['9', '1234567890123456'],
  codes: ['9', '01067'],
  signed: ['9', '+5'],
  zero: ['9', '-0'],
  exponent: ['9', '1e3'],
  long: ['9', 9_007_199_254_740_992],
  days: ['2026-03-01', '', '1899-12-31', '2024-02-29', '9999-12-31'],
  noDays: ['2026-03-01', '2026-02-29'],
  moments: ['2026-03-01T09:00:00.000Z', '', '2024-02-29T23:59:59.999Z'],
  noMoments: ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00Z'],
  both: ['2026-03-01', '2026-03-01T09:00:00.000Z'],
  answered: ['true', 'false', '', true],
  unsure: ['true', 'False'],
  yes: [true, 1],
  nothing: ['', ''],
}

const choice = (id: string, type: string, answers: Question['answers']): Question => ({ id, type, answers })
const options = (chosen: Readonly<Record<string, boolean>>): readonly unknown[] =>
  Object.entries(chosen).map(([key, value], index) => ({ key, value, index }))

const questions: readonly Question[] = [
  ...Object.entries(texts).map(([id, values]) => asked(id, 'ShortInput', values)),
  ...['IdentityInfo', 'Phone', 'Address', 'Number', 'Rating', 'Date', 'Consent'].map((type) =>
    asked(type, type, ['9', '10', '']),
  ),
  asked('Number of digits', 'Number', [9, 10]),
  asked('Phone of digits', 'Phone', [9, 10]),
  choice('stars', 'Dropdown', [{ selected: '5' }, { selected: '4' }, {}, { selected: '' }]),
  choice('versions', 'Dropdown', [{ selected: '1.1' }, { selected: '1.10' }, { selected: '2' }]),
  choice('one', 'Dropdown', [{ selected: 'a; b' }, { selected: 'c' }, { selected: '=1+1' }]),
  choice('several', 'Dropdown', [
    { selected: ['a; b'] },
    { selected: ['c', 'a; b'] },
    { selected: [] },
    { selected: String.raw`a\b` },
  ]),
  choice('figures', 'Dropdown', [{ selected: ['1'] }, { selected: ['2'] }, { selected: [] }]),
  choice('all', 'MultipleOptionsQuestion', [
    { choices: options({ A: true, B: false }), selectedOther: false },
    { choices: options({ A: false, C: false, Other: true }), selectedOther: 'typed; text' },
    { choices: options({ A: true }), selectedOther: true },
    { choices: options({ A: true, typed: true }), selectedOther: 'TYPED' },
    { selectedOther: 'alone' },
  ]),
  choice('typed', 'GraphicOptions', [
    { value: 'a', selectedOther: 'b' },
    { value: '', selectedOther: 'c' },
    { value: 5, selectedOther: 'd' },
    { value: 'other', selectedOther: 'e' },
  ]),
  choice('again', 'ShortInput', [
    [{ value: 'a;b' }, { value: 'c' }, { value: 'a;b' }, { value: 'd' }],
    [{ value: '1' }, { value: '2' }],
    [{ value: 'a' }, { value: 5 }],
    [{ value: '' }, { value: 'b' }],
  ]),
  choice('Other again', 'MultipleOptionsQuestion', [
    [{ choices: options({ A: true }), selectedOther: false }, { selectedOther: 'Mauve' }],
    [{ choices: options({ A: true }), selectedOther: true }, { selectedOther: false }],
    [{ choices: options({ A: false }), selectedOther: false }, { selectedOther: false }],
  ]),
  choice('chosen again', 'Dropdown', [
    [{ selected: 'a' }, { selected: 'b' }],
    [{ selected: ['a', 'c'] }, { selected: ['c', 'd'] }, { selected: 'a' }],
  ]),
]
