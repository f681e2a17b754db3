import { expect, test } from 'vitest'
import { newNumbers } from '../../src/stats/numbers.ts'
import { asksForNps, asksToRate, npsOf, optionNumbers, scaleOf } from '../../src/stats/scale.ts'

const numbers = (...values: readonly number[]) => newNumbers(values.map((value) => [value, 1] as const))

test.each<[values: readonly number[], offered: readonly number[], scale: string]>([
  [[3], [], '1-5'],
  [[1, 5, 5], [], '1-5'],
  [[2, 6], [], '1-7'],
  [[8], [], '1-10'],
  [[0, 3], [], '0-5'],
  [[0, 10], [], '0-10'],
  [[2, 3], [1, 2, 3, 4], '1-4'],
  [[11], [], 'none'],
  [[-1, 3], [], 'none'],
  [[4.5], [], 'none'],
])('answers %j of the options %j are on the scale %s', (values, offered, scale) => {
  const { from, to } = scaleOf(numbers(...values), offered) ?? {}
  expect(from === undefined ? 'none' : `${from}-${to}`).toBe(scale)
})

const toTen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

test.each<
  [headline: string, type: string, values: readonly number[], offered: readonly number[], is: boolean]
>([
  ['How likely are you to recommend us?', 'ShortInput', [9, 3], [], true],
  ['Würden Sie uns weiterempfehlen?', 'ShortInput', [0, 6], [], true],
  ['How likely are you to recommend us?', 'OpinionScale', [8], [], true],
  ['How likely are you to recommend us?', 'OpinionScale', [8], toTen, true],
  ['NPS', 'ShortInput', [3], [], true],
  // The scale alone does not ask for it.
  ['Score', 'OpinionScale', [0, 8], [], false],
  ['How bad is your pain today?', 'OpinionScale', [0, 10], toTen, false],
  ['How likely are you to visit us again?', 'OpinionScale', [0, 10], toTen, false],
  // A scale to 5 or 7 is none.
  ['How likely are you to recommend us?', 'ShortInput', [1, 5], [], false],
  ['How likely are you to recommend us?', 'Dropdown', [1, 7], [1, 2, 3, 4, 5, 6, 7], false],
  ['How likely are you to recommend us?', 'Dropdown', [1, 7], toTen, true],
  ['How old is your dog?', 'ShortInput', [9, 10], [], false],
  ['How likely are you to recommend us?', 'ShortInput', [9, 11], [], false],
])(
  '"%s" (%s) answered %j of the options %j, of which no spec is known: a Net Promoter Score is asked for: %s',
  (headline, type, ...rest) => {
    const [values, offered, is] = rest
    expect(asksForNps(numbers(...values), { headline, type, offered })).toBe(is)
  },
)

test.each<[headline: string, type: string, preset: string, offered: readonly number[], is: boolean]>([
  ['How bad is your pain today?', 'OpinionScale', '', toTen, false],
  ['How likely are you to recommend us?', 'OpinionScale', '', toTen, false],
  ['How likely are you to recommend us?', 'OpinionScale', '', toTen.slice(1), false],
  ['How likely are you to recommend us?', 'Rating', '', toTen.slice(1), false],
  ['Thinking of your last visit', 'OpinionScale', 'nps', toTen, true],
  // Other types have no preset.
  ['How likely are you to recommend us?', 'Dropdown', '', toTen, true],
  ['How many of ten would you take?', 'Dropdown', '', toTen, false],
  // A number or a text is no scale.
  ['How likely are you to recommend us?', 'Number', '', [], false],
  ['How likely are you to recommend us?', 'ShortInput', '', [], false],
  ['NPS', 'ShortInput', '', [], false],
])(
  '"%s" (%s), whose spec has the preset "%s": a Net Promoter Score is asked for: %5$s',
  (headline, type, preset, ...rest) => {
    const [offered, is] = rest
    expect(asksForNps(numbers(0, 9), { headline, type, offered, preset })).toBe(is)
  },
)

test.each([
  ['How likely are you to recommend us to a friend?', 'Was the recommended dose enough?'],
  ['Would you consider recommending us?', 'How useful were our recommendations?'],
  ['Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?', 'Wie gut war die empfohlene Route?'],
  ['Würden Sie uns empfehlen?', 'Wie hilfreich waren unsere Empfehlungen?'],
  ['Empfiehlst du uns deinen Freunden?', 'Wie stark sind Ihre Schmerzen heute?'],
  ['Nous recommanderiez-vous à un ami ?', 'La dose recommandée vous a-t-elle suffi ?'],
  ['Quelle est la probabilité de nous recommander ?', 'Nos recommandations étaient-elles utiles ?'],
  ['¿Qué tan probable es que nos recomiende a un amigo?', '¿Fue útil el menú recomendado?'],
  ['¿Nos recomendarías a un colega?', '¿Puede indicar su dolor de 0 a 10?'],
  ['Qual a probabilidade de você nos recomendar?', 'A dose recomendada foi suficiente?'],
  ['Você indicaria nossa empresa a um amigo?', 'Pode indicar a intensidade da dor?'],
  ['友人や同僚に薦める可能性はどのくらいありますか', 'おすすめのメニューはいかがでしたか'],
  ['この店を友人に勧めたいと思いますか', '推奨量は十分でしたか'],
  ['お友達にすすめますか', '今日の痛みはどのくらいですか'],
  ['ما مدى احتمال أن توصي بنا لصديق؟', 'ما مدى رضاك عن التوصيل؟'],
  ['هل ستوصي بنا لزملائك؟', 'هل كانت توصياتنا مفيدة؟'],
  ['מה הסיכוי שתמליצו עלינו לחבר?', 'האם ההמלצות שלנו היו מועילות?'],
  ['האם היית ממליץ עלינו?', 'האם המינון המומלץ הספיק?'],
  ['Hoe waarschijnlijk is het dat u ons zou aanbevelen?', 'Was de aanbevolen dosis genoeg?'],
  [
    'Thank you for coming! How likely are you to recommend us? (0 = not at all, 10 = very)',
    'Did your doctor recommend rest? How bad is the pain?',
  ],
  ['Please say how likely you are to recommend us.', 'We recommend 8 glasses of water a day.'],
  ['Would you recommend us, e.g. to a friend?', 'How many cups of coffee do you drink? We recommend two.'],
  ['Werden Sie uns weiterempfehlen?', 'Wie viele Weiterempfehlungen haben Sie ausgesprochen?'],
  ['Wie gern würden Sie uns empfehlen?', 'Wie oft würden Sie uns empfehlen?'],
  ['Recommanderez-vous notre café ?', 'Combien de fois allez-vous nous recommander ?'],
  ['¿Recomendaría este curso?', '¿Cuántas veces nos recomienda al mes?'],
  ['Você recomenda o curso?', 'Quantas vezes você recomenda o curso?'],
  ['Zou u ons aanraden?', 'Hoe vaak zou u ons aanraden?'],
])('"%s" asks to recommend, and "%s" does not', (asking, other) => {
  const asks = (headline: string): boolean =>
    asksForNps(numbers(0, 10), { headline, type: 'OpinionScale', offered: [] })
  expect([asks(asking), asks(asking.normalize('NFD')), asks(asking.toUpperCase()), asks(other)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test.each([
  ['Rate your visit', true],
  ['Please rate us.', true],
  ['How would you rate the food?', true],
  ['Your visit: rate it from 1 to 5', true],
  ['What is your tax rate?', false],
  ['Resting heart rate this morning', false],
  ['What rate do you pay?', false],
])('"%s" asks to rate: %s', (headline, is) => {
  expect(asksToRate('ShortInput', headline)).toBe(is)
})

test('the score is the share of promoters minus that of detractors', () => {
  expect(npsOf(numbers(10, 9, 9, 8, 7, 6, 0))).toEqual({
    score: 100 / 7,
    promoters: 3,
    passives: 2,
    detractors: 2,
  })
})

test.each<[options: readonly string[], expected: readonly number[] | undefined]>([
  [
    ['1', '2', '10'],
    [1, 2, 10],
  ],
  [
    ['5 - Very good', '4', '1 – Bad'],
    [5, 4, 1],
  ],
  [
    ['0 (never)', '1'],
    [0, 1],
  ],
  [['1-10 employees', '11'], undefined],
  [['1 - 10', '3'], undefined],
  [['3 or more', '2'], undefined],
  [['1. Berlin', '2. Rome'], undefined],
  [['2', '2 - two'], undefined],
  [['11', '12'], undefined],
  [[], undefined],
])('options %j are the numbers %j', (options, expected) => {
  const found = optionNumbers(options)
  expect(found && [...found.values()]).toEqual(expected)
})
