/** Numbers in [0, 1), the same in every run. */
export type Random = () => number

/** The numbers that follow from a seed. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A valid spec as people write them, of 20 to 80 lines. */
export function ordinarySpec(random: Random): string {
  const steps: (readonly string[])[] = []
  const wanted = 20 + Math.floor(random() * 50)
  let lines = 10
  while (steps.length === 0 || lines < wanted) {
    const step = stepLines(random, steps.length)
    steps.push(step)
    lines += step.length
  }
  return [
    '# yaml-language-server: $schema=./spec.schema.json',
    `name: ${capital(phrase(random, 2))}`,
    'steps:',
    ...steps.flat(),
    ...thanks,
    '',
  ].join('\n')
}

/** The lines of a step that asks something and leads on. */
export function stepLines(random: Random, nth: number): readonly string[] {
  const questions = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(components, random))
  return [
    `  - name: ${capital(phrase(random, 2))} ${nth + 1}`,
    '    components:',
    ...(random() < 0.4 ? header(random) : []),
    ...questions.flatMap((lines) => lines(random)),
    '      - type: NextButton',
    '        content:',
    '          buttonText: Continue',
  ]
}

/** The lines of the last step. */
export const thanks: readonly string[] = [
  '  - name: Thanks',
  '    components:',
  '      - type: Header',
  '        content:',
  '          title: Thank you',
]

type Lines = (random: Random) => readonly string[]

const header: Lines = (random) => [
  '      - type: Header',
  '        content:',
  `          title: ${capital(phrase(random, 4))}`,
]

const components: readonly Lines[] = [
  (random) => text('ShortInput', random),
  (random) => text('LongInput', random),
  (random) => choice('Dropdown', 'options', random),
  (random) => choice('MultipleOptionsQuestion', 'choices', random),
  (random) => [
    '      - type: IdentityInfo # who it is',
    '        content:',
    '          fields:',
    '            - key: fullName',
    `              label: "${capital(phrase(random, 2))}"`,
    '            - key: emailAddress',
    '              label: E-mail address',
    '              placeholder: name@example.com',
  ],
  (random) => [
    '      - type: Disclaimer',
    '        content:',
    '          text: >-',
    `            ${capital(phrase(random, 9))}`,
    `            ${phrase(random, 8)}.`,
  ],
]

const text = (type: string, random: Random): readonly string[] => [
  `      - type: ${type}`,
  '        content:',
  `          question: ${capital(phrase(random, 6))}?`,
]

const choice = (type: string, key: string, random: Random): readonly string[] => [
  `      - type: ${type}`,
  '        content:',
  `          question: ${capital(phrase(random, 5))}?`,
  `          ${key}:`,
  ...Array.from(
    { length: 2 + Math.floor(random() * 3) },
    (_, i) => `            - ${phrase(random, 2)} ${i + 1}`,
  ),
  '          isMulti: true',
]

const words =
  'where about which years work people company number often would like this next team product reason use small large other week größe café'.split(
    ' ',
  )

const phrase = (random: Random, length: number): string =>
  Array.from({ length }, () => pick(words, random)).join(' ')

const pick = <One>(many: readonly One[], random: Random): One => {
  const one = many[Math.floor(random() * many.length)]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
