import { happens, many, oneOf, type Luck } from './luck.ts'

type Pair = readonly [name: string, value: string]

/** How far apart the makes of a document's records are: each is a chance. */
type Variety = {
  readonly shuffling: number
  readonly spacing: number
  readonly skipping: number
  readonly renaming: number
  readonly repeating: number
  readonly odd: number
}

const varietyOf = (luck: Luck): Variety => ({
  shuffling: oneOf(luck, [0, 0, 0.02, 1]),
  spacing: oneOf(luck, [0, 0, 0, 0.001]),
  skipping: oneOf(luck, [0, 0.1, 0.5]),
  renaming: oneOf(luck, [0, 0.01, 0.1]),
  repeating: oneOf(luck, [0, 0, 0.01]),
  odd: oneOf(luck, [0, 0, 0.01, 0.03]),
})

function objectOf(luck: Luck, { shuffling, spacing, repeating }: Variety, pairs: readonly Pair[]): string {
  const members = pairs.flatMap((pair): readonly Pair[] =>
    happens(luck, repeating) ? [pair, [pair[0], oneOf(luck, pairs)[1]]] : [pair],
  )
  if (happens(luck, shuffling)) members.sort(() => luck() - 0.5)
  const gap = (): string => (happens(luck, spacing) ? oneOf(luck, [' ', '\n  ', '\t']) : '')
  return `{${gap()}${members.map(([name, value]) => `"${name}"${gap()}:${gap()}${value}${gap()}`).join(`,${gap()}`)}}`
}

const values = [
  '"a"',
  '""',
  '"two; words"',
  '"\\u00e9\\n"',
  '"東京"',
  '5',
  'true',
  'null',
  '["x","y;z"]',
  '[]',
  '[{"key":"k","value":true},{"key":"l","value":false}]',
  '{"deep":[1,{"er":null}]}',
]

const wholes = ['0', '-0', '7', '-12', '123456789012345', '9007199254740993', '1234567890123456']
const fractions = [
  '.5',
  '.50',
  '.0',
  '.000001',
  '.0000001',
  '.000012',
  '.12345678901234',
  '.1234567890123456',
]
const powers = ['e3', 'E+21', 'e-7']

/** A number in any spelling. */
const numberOf = (luck: Luck): string =>
  oneOf(luck, wholes) +
  (happens(luck, 0.6) ? oneOf(luck, fractions) : '') +
  (happens(luck, 0.1) ? oneOf(luck, powers) : '')

const valueOf = (luck: Luck): string => (happens(luck, 0.3) ? numberOf(luck) : oneOf(luck, values))

const answerNames = ['value', 'selected', 'choices', 'other', 'firstName', 'lastName', 'emailAddress']

/** An entry of a question whose type and answers hang on its number. */
function entryOf(luck: Luck, variety: Variety, question: number): string {
  const { renaming, odd } = variety
  const told = (text: string): string =>
    JSON.stringify(happens(luck, renaming) ? `${text} ${many(luck, 0, 3)}` : text)
  const names = answerNames.slice(question % 5, (question % 5) + (question % 4))
  const response: Pair[] = [
    ['type', happens(luck, odd) ? 'null' : told(`Type${question % 3}`)],
    ['headline', happens(luck, odd) ? '5' : told(`Headline ${question}`)],
    ['componentShapeVersion', happens(luck, odd) ? '[2]' : '"2.0"'],
    ...names.map((name): Pair => [name, valueOf(luck)]),
  ]
  const left = response.filter(() => !happens(luck, odd))
  const pairs: Pair[] = [
    ['questionId', JSON.stringify(`q${question}`)],
    ['response', objectOf(luck, variety, left)],
  ]
  if (happens(luck, odd)) pairs.push(['value', valueOf(luck)], ['beside', valueOf(luck)])
  return objectOf(luck, variety, pairs)
}

/** A record of one of some forms, which share a part of their questions. */
function recordOf(luck: Luck, variety: Variety, forms: number): string {
  const form = many(luck, 1, forms)
  const entries = Array.from({ length: 1 + (form % 9) }, (_, i) => (form * 4 + i) % (forms * 4)).filter(
    () => !happens(luck, variety.skipping),
  )
  if (happens(luck, variety.odd)) entries.reverse()
  const time = `"2026-03-0${many(luck, 1, 9)}T09:00:0${many(luck, 0, 9)}.000Z"`
  const pairs: Pair[] = [
    ['id', `"r${many(luck, 0, 999)}"`],
    ['createdAt', time],
    ['updatedAt', happens(luck, variety.odd) ? '"2026"' : time],
    ['finished', oneOf(luck, ['true', 'false'])],
    ['formId', `"form${form}"`],
    ['data', `[${entries.map((question) => entryOf(luck, variety, question)).join(',')}]`],
    ['meta', objectOf(luck, variety, happens(luck, 0.1) ? [] : [['leadId', valueOf(luck)]])],
    [
      'personAttributes',
      objectOf(luck, variety, [
        ['ip', '"203.0.113.7"'],
        ['visits', numberOf(luck)],
      ]),
    ],
  ]
  if (happens(luck, variety.repeating)) {
    const others = entries.map((question) => entryOf(luck, variety, question + 1))
    pairs.splice(many(luck, 0, 8), 0, ['data', `[${others.join(',')}]`], ['formId', '"form0"'])
  }
  return objectOf(
    luck,
    variety,
    pairs.filter(() => !happens(luck, variety.odd / 4)),
  )
}

/** A document of records whose makes are many: of many forms, or with members in any order, or with much that is left out. */
export function manyMakes(luck: Luck, records: number): Buffer {
  const variety = varietyOf(luck)
  const forms = oneOf(luck, [1, 2, 5, 30])
  const list = Array.from({ length: many(luck, 1, records) }, () => recordOf(luck, variety, forms))
  return Buffer.from(`{"data":[${list.join(',')}]}`)
}
