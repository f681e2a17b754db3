import type { Shape } from './shapes.ts'
import type { Random } from './random.ts'

/** Which response is answered. */
export type Asked = {
  readonly shape: Shape
  readonly form: number
  readonly n: number
  readonly random: Random
}

/** The answers of a response; one of ten questions is left out. */
export function answersOf(asked: Asked): readonly unknown[] {
  const { shape, form, random } = asked
  return questionsOf(asked).flatMap(([type, headline, members], i) =>
    random() < 0.1
      ? []
      : [
          {
            questionId: `question${form}-${i}`,
            response: {
              type,
              headline: shape === 'world' ? `${headline} — как, どう?` : headline,
              componentShapeVersion: '2.0',
              ...members,
            },
          },
        ],
  )
}

type Question = readonly [type: string, headline: string, members: Readonly<Record<string, unknown>>]

function questionsOf(asked: Asked): readonly Question[] {
  if (asked.shape === 'wide') return Array.from({ length: 520 }, (_, i) => shortQuestion(asked, i))
  if (asked.shape === 'forms') return Array.from({ length: 10 }, (_, i) => shortQuestion(asked, i))
  return asked.shape === 'choices' ? chosen(asked) : written(asked)
}

const ordinary =
  'the quick brown fox jumps over lazy dog, größe naïve 東京 "quoted" line\nbreak emoji 🙂 and some more ordinary words for an answer'.split(
    ' ',
  )
const worldwide =
  'быстрая лиса 東京都千代田区 прыгает через ленивую собаку 敏捷的棕色狐狸跳过懒狗 🙂🎉 「引用」 नमस्ते दुनिया ещё немного слов для ответа 回答, 很好 👩‍👩‍👧‍👦 Ελλάδα'.split(
    ' ',
  )

const pick = <T>(random: Random, list: readonly T[], least: T): T =>
  list[Math.floor(random() * list.length)] ?? least

function proseOf({ shape, random }: Asked, length: number): string {
  const words = shape === 'world' ? worldwide : ordinary
  return Array.from({ length }, () => pick(random, words, '')).join(' ')
}

const options = (random: Random, length: number): readonly unknown[] =>
  Array.from({ length }, (_, index) => ({ key: `Option ${index}`, value: random() < 0.5, index }))

const languages = ['English', 'French', 'Deutsch', 'Español', '日本語', 'Polski', 'Türkçe; lira', 'العربية']

const severalOf = (random: Random, list: readonly string[]): readonly string[] =>
  list.filter(() => random() < 0.4)

/** Eight questions, most of the text in two of them. */
function written(asked: Asked): readonly Question[] {
  const { n, random } = asked
  return [
    [
      'IdentityInfo',
      '',
      {
        firstName: proseOf(asked, 1),
        lastName: proseOf(asked, 1),
        emailAddress: `p${n}@example.com`,
        phoneNumber: `+49 30 ${n}`,
      },
    ],
    ['ShortInput', 'Your role', { value: proseOf(asked, 4) }],
    ['LongInput', 'Tell us more', { value: proseOf(asked, 40) }],
    ['Dropdown', 'Country', { selected: 'Germany' }],
    ['Dropdown', 'Languages', { selected: ['English', 'French'] }],
    ['MultipleOptionsQuestion', 'What do you want?', { choices: options(random, 4), selectedOther: false }],
    ['LongInput', 'Anything else?', { value: proseOf(asked, 20) }],
    ['ShortInput', 'Reference', { value: `R-${n}` }],
  ]
}

/** Ten questions, eight of them with several choices. */
function chosen(asked: Asked): readonly Question[] {
  const { n, random } = asked
  return Array.from({ length: 10 }, (_, i): Question => {
    if (i % 5 === 4) return ['ShortInput', `Question ${i}`, { value: `R-${n}` }]
    if (i % 2 === 0)
      return [
        'MultipleOptionsQuestion',
        `Question ${i}`,
        { choices: options(random, 4 + (i % 3) * 4), selectedOther: random() < 0.1 },
      ]
    return ['Dropdown', `Question ${i}`, { selected: severalOf(random, languages) }]
  })
}

/** A question of a form with many, which is answered in a few words. */
function shortQuestion(asked: Asked, i: number): Question {
  const { n, random } = asked
  const headline = `Question ${i}`
  if (i % 5 === 0) return ['Dropdown', headline, { selected: pick(random, languages, '') }]
  if (i % 5 === 1) return ['Rating', headline, { value: Math.floor(random() * 10) }]
  if (i % 5 === 2) return ['Dropdown', headline, { selected: severalOf(random, languages) }]
  if (i % 5 === 3) return ['ShortInput', headline, { value: `R-${n}` }]
  return ['ShortInput', headline, { value: proseOf(asked, 4) }]
}
