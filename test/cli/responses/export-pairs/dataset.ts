/** A record as the reply has it. */
export type DatasetRecord = {
  readonly id: string
  readonly formId: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly dataUpdatedAt: string
  readonly finished: boolean
  readonly status: number
  readonly version: string
  readonly data: readonly DatasetEntry[]
  readonly meta: { readonly leadId: string }
  readonly personAttributes: Readonly<Record<string, string | number>>
}

/** An answer as the reply has it. */
export type DatasetEntry = {
  readonly questionId: string
  readonly response: { readonly type: string; readonly headline: string; readonly [member: string]: unknown }
}

const start = Date.parse('2026-03-01T08:00:00.000Z')
const day = 24 * 60 * 60_000
const instant = (milliseconds: number): string => new Date(start + milliseconds).toISOString()

// TypeScript's library has no types yet for this part of the language.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (digits: string) => unknown }

const colours = ['red', 'green', 'blue; dark']
const notes = [
  'plain',
  '=1+1',
  '-5',
  "'=2",
  'a,b',
  'say "x"',
  'two\nlines',
  'a;b',
  'größe 東京',
  'tab\there',
  '',
]
const names = ['Ada', 'Bob', 'Cyd', 'Dot']

const entry = (questionId: string, type: string, headline: string, members: object): DatasetEntry => ({
  questionId,
  response: { type, headline, ...members },
})

const choices = (i: number): object => ({
  choices: colours.map((key, index) => ({ key, value: (i >> index) % 2 === 1, index })),
})

/** Answers to the first form; some are missing now and then. */
const ofFirst = (i: number, filler: string): readonly DatasetEntry[] => [
  ...(i % 7 === 6 ? [] : [entry('name', 'ShortInput', 'Your name', { value: names[i % 4] })]),
  entry('age', 'NumberInput', 'Age', { value: 18 + (i % 40) }),
  entry('score', 'NumberInput', 'Score', { value: rawJSON(`${i % 10}.10`) }),
  entry('who', 'ContactInfo', 'Contact', {
    firstName: names[i % 4],
    emailAddress: `${names[i % 4]?.toLowerCase()}${i % 5}@example.com`,
  }),
  ...(i % 5 === 4 ? [] : [entry('colours', 'MultipleOptions', 'Colours', choices(i))]),
  ...(i % 4 === 3
    ? []
    : [entry('tags', 'MultiDropdown', 'Tags', { selected: i % 2 === 0 ? ['x', 'y'] : ['y', 'z'] })]),
  entry('land', 'Dropdown', 'Where from', {
    selected: i % 3 === 0 ? 'Germany' : 'France',
    other: i % 2 === 0,
  }),
  entry('note', 'LongInput', 'Note', { value: `${notes[i % notes.length]}${filler}` }),
]

/** A whole number of 64 bits, at times one that no double holds. */
const orderOf = (i: number): string => String(i % 4 === 0 ? i : 9_007_199_254_740_990n + BigInt(i))

/** Answers to the second form, of which one question has a headline of the first; its last question comes late. */
const ofSecond = (i: number, isLate: boolean): readonly DatasetEntry[] => [
  entry('age2', 'NumberInput', 'Age', { value: i % 90 }),
  entry('rate', 'Rating', 'Rate', { value: (i % 10) / 4 }),
  entry('order', 'ShortInput', 'Order', { value: rawJSON(orderOf(i)) }),
  entry('file', 'FileUpload', 'Files', { files: [{ name: `f${i % 6}.pdf`, size: i % 9 }] }),
  ...(isLate ? [entry('late', 'ShortInput', 'Late', { value: `late ${i % 3}` })] : []),
]

function recordOf(i: number, count: number, filler: string): DatasetRecord {
  const isFirst = i % 3 !== 2
  return {
    id: `r${String(i).padStart(6, '0')}`,
    formId: isFirst ? 'clfA' : 'clfB',
    createdAt: instant((i % 60) * day + (i % 1000)),
    updatedAt: instant(((i * 7) % 60) * day),
    dataUpdatedAt: instant(((i * 11) % 60) * day),
    finished: i % 5 !== 0,
    status: 2,
    version: '2.0',
    data: isFirst ? ofFirst(i, filler) : ofSecond(i, i > 0.95 * count),
    meta: { leadId: `lead ${i % 8}` },
    personAttributes: {
      ip: `192.0.2.${i % 200}`,
      country: i % 2 === 0 ? 'DE' : 'FR',
      visitedForm: 1,
      completedForm: i % 2,
    },
  }
}

/** The records of a service, and its reply. */
export type Dataset = { readonly records: readonly DatasetRecord[]; readonly body: string }

function datasetOf(count: number, filler: string): Dataset {
  const records = Array.from({ length: count }, (_, i) => recordOf(i, count, filler && `${filler} ${i}`))
  return { records, body: bodyOf(records) }
}

/** Records as a reply. */
export const bodyOf = (records: readonly DatasetRecord[]): string => JSON.stringify({ data: records })

/** Records in which every option changes something. */
export const smallDataset = datasetOf(63, '')

let large: Dataset | undefined

/** The same with so many rows that columns are guessed before the last of them came, which then is wrong. */
export const largeDataset = (): Dataset =>
  (large ??= datasetOf(6000, ' and much more of what somebody had to say'.repeat(16)))
