import { closeSync, openSync, writeSync } from 'node:fs'

/** Shapes of saved replies: `compact` as services send them, `pretty` as people save them, `odd` beside the usual paths. */
export type Shape = 'compact' | 'pretty' | 'odd'

/** Writes a reply of about so many bytes: four forms, eight questions each, always the same. Gives its size. */
export function writeSavedReply(path: string, bytes: number, shape: Shape): number {
  const random = seeded(20_260_301)
  const file = openSync(path, 'w')
  let size = writeSync(file, shape === 'pretty' ? '{\n  "data": [\n' : '{"data":[')
  for (let n = 0; size < bytes; n += batch) {
    const records = Array.from({ length: batch }, (_, i) => textOf(recordOf(n + i, random), n + i, shape))
    size += writeSync(file, (n === 0 ? '' : ',') + records.join(','))
  }
  size += writeSync(file, ']}')
  closeSync(file)
  return size
}

const batch = 500

type Random = () => number

/** Numbers in [0, 1), the same in every run. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A record's text; an odd one has a number of many digits, and now and then a question that no other has. */
function textOf(record: Readonly<Record<string, unknown>>, n: number, shape: Shape): string {
  if (shape === 'pretty') return JSON.stringify(record, null, 2)
  const text = JSON.stringify(record)
  if (shape === 'compact') return text
  const rare = `{"questionId":"rare${n % 997}","response":{"type":"ShortInput","headline":"Rare ${n % 997}","value":"x"}}`
  return text
    .replace('"status":2', '"status":2.0')
    .replace('"data":[', n % 100 === 0 ? `"data":[${rare},` : '"data":[')
}

function recordOf(n: number, random: Random): Readonly<Record<string, unknown>> {
  const form = Math.floor(random() * 4)
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  return {
    id: `clr${String(n).padStart(22, '0')}`,
    createdAt: at,
    updatedAt: at,
    dataUpdatedAt: at,
    finished: true,
    status: 2,
    formId: `clf000000000000000000000${form}`,
    version: '2.0',
    data: answersOf(form, n, random),
    meta: { leadId: `lead${n}` },
    personAttributes: {
      ip: `203.0.113.${n % 255}`,
      country: 'DE',
      visitedForm: 1 + (n % 3),
      completedForm: 1,
    },
  }
}

const words =
  'the quick brown fox jumps over lazy dog, größe naïve 東京 "quoted" line\nbreak emoji 🙂 and some more ordinary words for an answer'.split(
    ' ',
  )

function answersOf(form: number, n: number, random: Random): readonly unknown[] {
  const pick = (): string => words[Math.floor(random() * words.length)] ?? ''
  const prose = (length: number): string => Array.from({ length }, pick).join(' ')
  const choices = [0, 1, 2, 3].map((index) => ({ key: `Option ${index}`, value: random() < 0.5, index }))
  const answers = [
    [
      'IdentityInfo',
      '',
      { firstName: pick(), lastName: pick(), emailAddress: `p${n}@example.com`, phoneNumber: `+49 30 ${n}` },
    ],
    ['ShortInput', 'Your role', { value: prose(4) }],
    ['LongInput', 'Tell us more', { value: prose(40) }],
    ['Dropdown', 'Country', { selected: 'Germany' }],
    ['Dropdown', 'Languages', { selected: ['English', 'French'] }],
    ['MultipleOptionsQuestion', 'What do you want?', { choices, selectedOther: false }],
    ['LongInput', 'Anything else?', { value: prose(20) }],
    ['ShortInput', 'Reference', { value: `R-${n}` }],
  ] as const
  return answers.flatMap(([type, headline, members], i) =>
    random() < 0.1
      ? []
      : [
          {
            questionId: `question${form}-${i}`,
            response: { type, headline, componentShapeVersion: '2.0', ...members },
          },
        ],
  )
}
