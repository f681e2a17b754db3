import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Form, Step } from '../../src/form/form.ts'
import { differenceLines, differenceText, formDifferences } from '../../src/publish/form-diff.ts'
import { canonicalHash } from '../../src/publish/plan.ts'
import { runs } from '../support/is-long.ts'

type Component = Step['components'][number]

const ask = (question: string, more: Partial<Component> = {}): Component => ({
  type: 'ShortInput',
  ...more,
  content: { question, ...more.content },
})
const next: Component = { type: 'NextButton', content: { buttonText: 'Next' } }
const header = (title: string): Component => ({ type: 'Header', content: { title } })
const step = (name: string, ...components: readonly (Component | string)[]): Step => ({
  name,
  components: components.map((one) => (typeof one === 'string' ? ask(one) : one)),
})
const form = (steps: readonly Step[], more: Partial<Form> = {}): Form => ({
  name: 'Survey',
  ...more,
  steps: [...steps],
})
const of = (...components: readonly (Component | string)[]): Form => form([step('S', ...components)])

const [a, b, c] = [
  step('A', 'One?', 'Two?', next),
  step('B', 'Three?', 'Four?', next),
  step('C', header('Bye')),
]
const choice = (...options: readonly string[]): Component => ({
  type: 'Dropdown',
  content: { question: 'How?', options },
})
const long = 'Please tell us in your own words what you liked about the journey, and what we could do '
const de = (texts: Record<string, string>): Form => form([a, b], { translations: { de: texts } })

const cases: Record<string, readonly [before: Form, after: Form, lines: readonly string[]]> = {
  nothing: [form([a, b, c]), form([a, b, c]), []],
  'nothing but undefined keys and another order of keys': [
    form([a], { language: undefined }),
    { steps: [{ components: a.components, name: 'A' }], settings: undefined, name: 'Survey' },
    [],
  ],
  'the name, the language and the source form': [
    form([a], { sourceFormId: 'one' }),
    form([a], { sourceFormId: 'two', name: 'Poll', language: 'de' }),
    ['name: "Survey" → "Poll"', 'source form: "one" → "two"', 'language added: "de"'],
  ],
  'settings, each by itself': [
    form([a], { settings: { responseLimit: 5, offersCopy: true } }),
    form([a], { settings: { responseLimit: 6, redirectHosts: ['a.example'] } }),
    [
      'settings.responseLimit: 5 → 6',
      'settings.redirectHosts added: ["a.example"]',
      'settings.offersCopy removed: true',
    ],
  ],
  'settings where there were none': [
    form([a]),
    form([a], { settings: { offersCopy: true } }),
    ['settings.offersCopy added: true'],
  ],
  'settings that say nothing': [form([a]), form([a], { settings: {} }), ['settings added: {}']],
  translations: [
    de({ 'One?': 'Eins?', 'Two?': 'Zwo?', 'Old?': 'Alt?' }),
    de({ 'One?': 'Eins?', 'Two?': 'Zwei?', 'Three?': 'Drei?' }),
    ['translations.de: + "Two?": "Zwei?", + "Three?": "Drei?", − "Two?": "Zwo?", − "Old?": "Alt?"'],
  ],
  'a language': [form([a, b]), de({ 'One?': 'Eins?' }), ['translations.de added: {"One?":"Eins?"}']],
  'what must be answered': [
    of(ask('Your e-mail', { required: false })),
    of(ask('Your e-mail', { required: true })),
    ['step "S", "Your e-mail": required: false → true'],
  ],
  'a description in a type that has one in its content as well': [
    of(ask('X', { description: 'a', content: { description: 'b' } })),
    of(ask('X', { description: 'c', content: { description: 'b' } })),
    ['step "S", "X": description: "a" → "c"'],
  ],
  'the type': [
    of('Why?'),
    of(ask('Why?', { type: 'LongInput' })),
    ['step "S", "Why?": type: "ShortInput" → "LongInput"'],
  ],
  'the type of a question with a key, and its text': [
    of(ask('Why?', { key: 'why' })),
    of(ask('Why so?', { key: 'why', type: 'LongInput' })),
    [
      'step "S", "Why so?": type: "ShortInput" → "LongInput"',
      'step "S", "Why so?": question: "Why?" → "Why so?"',
    ],
  ],
  'a key': [of('Why?'), of(ask('Why?', { key: 'why' })), ['step "S", "Why?": key added: "why"']],
  'another key': [
    of(ask('Why?', { key: 'why' })),
    of(ask('Why?', { key: 'reason' })),
    ['step "S", "Why?": key: "why" → "reason"'],
  ],
  options: [
    of(choice('Bus', 'Car')),
    of(choice('Car', 'Tram')),
    ['step "S", "How?": options: + "Tram", − "Bus"'],
  ],
  'the order of options': [
    of(choice('Bus', 'Car')),
    of(choice('Car', 'Bus')),
    ['step "S", "How?": options: another order'],
  ],
  'many options': [
    of(choice('Bus')),
    of(choice('Bus', ...'abcdefghi'.split(''))),
    ['step "S", "How?": options: + "a", + "b", + "c", + "d", + "e", + "f", and 3 more'],
  ],
  'a title': [
    of(header('Hello'), 'X'),
    of(header('Welcome'), 'X'),
    ['step "S", "Header": title: "Hello" → "Welcome"'],
  ],
  'a question that was inserted': [
    of('One?', 'Two?', next),
    of('New?', 'One?', 'Two?', next),
    ['step "S": question added: "New?"'],
  ],
  'a question that was removed': [
    of('One?', 'Two?', next),
    of('Two?', next),
    ['step "S": question removed: "One?"'],
  ],
  'what asks nothing': [
    of('One?'),
    of(header('Hello'), 'One?', next),
    ['step "S": component added: "Header"', 'step "S": component added: "NextButton"'],
  ],
  'a question that was moved down': [
    of('1', '2', '3', '4'),
    of('2', '3', '4', '1'),
    ['step "S": components: another order'],
  ],
  'a question that was moved up, and changed': [
    of('1', '2', '3'),
    of(ask('3', { required: true }), '1', '2'),
    ['step "S": components: another order', 'step "S", "3": required added: true'],
  ],
  'a question that was moved to another step': [
    form([step('A', '1', '2', next), step('B', '3', next)]),
    form([step('A', '2', next), step('B', '3', '1', next)]),
    ['step "B", "1": moved from step "A"'],
  ],
  'a question with a key that was moved to another step, and reworded': [
    form([step('A', ask('1', { key: 'k' }), '2'), step('B', '3')]),
    form([step('A', '2'), step('B', '3', ask('one', { key: 'k' }))]),
    ['step "B", "one": moved from step "A"', 'step "B", "one": question: "1" → "one"'],
  ],
  'a question that replaces one that was moved': [
    form([step('A', '1', '2'), step('B', '3')]),
    form([step('A', 'New?', '2'), step('B', '3', '1')]),
    ['step "A": question added: "New?"', 'step "B", "1": moved from step "A"'],
  ],
  'a question that was reworded': [
    of('One?', 'Two?', 'Three?'),
    of('One?', 'The second?', 'Three?'),
    ['step "S", "The second?": question: "Two?" → "The second?"'],
  ],
  'a misspelt question, with another before it': [
    of('Your e-mail adress'),
    of('Your company', 'Your e-mail address'),
    [
      'step "S": question added: "Your company"',
      'step "S": question added: "Your e-mail address"',
      'step "S": question removed: "Your e-mail adress"',
    ],
  ],
  'another question with another key': [
    of(ask('One?', { key: 'one' })),
    of(ask('Two?', { key: 'two' })),
    ['step "S": question added: "Two?"', 'step "S": question removed: "One?"'],
  ],
  'two questions of two keys that changed places': [
    of(ask('Rate', { key: 'a' }), ask('Rate', { key: 'b' })),
    of(ask('Rate', { key: 'b' }), ask('Rate', { key: 'a' })),
    ['step "S": components: another order'],
  ],
  'the second of two equal questions': [
    of('Same', 'X', 'Same'),
    of('Same', 'X'),
    ['step "S": question removed: "Same"'],
  ],
  'a third equal question': [
    of('Same', 'Same'),
    of('Same', 'Same', 'Same'),
    ['step "S": question added: "Same"'],
  ],
  'equal questions of two steps': [
    form([step('A', '1', 'Same'), step('B', '2', 'Same')]),
    form([step('A', '1'), step('B', '2', 'Same')]),
    ['step "A": question removed: "Same"'],
  ],
  'what was removed, last': [
    of('1', '2', '3', '4'),
    of('1', ask('3', { required: true }), '4'),
    ['step "S", "3": required added: true', 'step "S": question removed: "2"'],
  ],
  'steps in another order': [form([a, b, c]), form([b, a, c]), ['steps: another order']],
  'the last step first': [form([a, b, c]), form([c, a, b]), ['steps: another order']],
  'a step that was added': [form([a, c]), form([a, b, c]), ['step added: "B"']],
  'a step that was removed': [form([a, b, c]), form([a, c]), ['step removed: "B"']],
  'another name for a step': [
    form([a, b]),
    form([{ ...a, name: 'First' }, b]),
    ['step "First": name: "A" → "First"'],
  ],
  'another name for a step that changed': [
    form([a, b]),
    form([step('First', 'New?', 'One?', 'Two?', next), b]),
    ['step "First": name: "A" → "First"', 'step "First": question added: "New?"'],
  ],
  'another name for a step with a key, behind a new one of its old name': [
    form([{ ...a, key: 'k' }, b]),
    form([step('A', 'New?'), { ...a, key: 'k', name: 'First' }, b]),
    ['step added: "A"', 'step "First": name: "A" → "First"'],
  ],
  'a step that was divided': [
    form([step('A', '1', '2', '3', '4', next), c]),
    form([step('A', '1', '2', next), step('A2', '3', '4', next), c]),
    ['step added: "A2"', 'step "A2", "3": moved from step "A"', 'step "A2", "4": moved from step "A"'],
  ],
  'steps of one name, and another before them': [
    form([step('Q', '1'), step('Q', '2')]),
    form([step('Q', '0'), step('Q', '1'), step('Q', '2')]),
    ['step added: "Q"'],
  ],
  'a condition': [
    form([{ ...a, visibleIf: { question: 'x', is: 'yes' } }]),
    form([{ ...a, visibleIf: { question: 'x', is: 'no' } }]),
    ['step "A": visibleIf: + "is": "no", − "is": "yes"'],
  ],
  'a new condition': [
    of('X'),
    of(ask('X', { visibleIf: { question: 'x', is: 'no' } })),
    ['step "S", "X": visibleIf added: {"question":"x","is":"no"}'],
  ],
  'the whole form': [
    form([step('A', 'One?', next), step('B', 'Two?')], { name: 'One' }),
    form([step('X', 'Apples?', header('Pears')), step('Y', next), c], { name: 'Two' }),
    [
      'name: "One" → "Two"',
      'step added: "X"',
      'step added: "Y"',
      'step added: "C"',
      'step removed: "A"',
      'step removed: "B"',
    ],
  ],
  'a long text near its end': [
    of(ask('X', { description: `${long}better.` })),
    of(ask('X', { description: `${long}worse.` })),
    ['step "S", "X": description: "…nd what we could do better." → "…nd what we could do worse."'],
  ],
  'a long text near its beginning': [
    of(ask('X', { description: `A. ${long}` })),
    of(ask('X', { description: `B. ${long}` })),
    [
      'step "S", "X": description: "A. Please tell us in your own words what you liked about th…" → "B. Please tell us in your own words what you liked about th…"',
    ],
  ],
  'a long text inside a character of two halves': [
    of(ask('X', { description: `${'-'.repeat(45)}${'😀'.repeat(20)}a` })),
    of(ask('X', { description: `${'-'.repeat(45)}${'😀'.repeat(20)}b` })),
    [`step "S", "X": description: "…${'😀'.repeat(10)}a" → "…${'😀'.repeat(10)}b"`],
  ],
  'a text of several lines': [
    of('X'),
    of(ask('X', { description: 'a\n"b"' })),
    [String.raw`step "S", "X": description added: "a\n\"b\""`],
  ],
  'keys of every object': [
    of('X'),
    of(ask('X', { content: JSON.parse('{"__proto__":1,"constructor":2}') as Component['content'] })),
    ['step "S", "X": __proto__ added: 1', 'step "S", "X": constructor added: 2'],
  ],
}

test.each(Object.entries(cases))('%s', (_, [before, after, lines]) => {
  expect(formDifferences(before, after).map(differenceText)).toEqual(lines)
})

test('ten lines, and how many more', () => {
  const many = formDifferences(of('X'), of('X', ...Array.from({ length: 13 }, (_, i) => `New ${i}`)))
  expect(differenceLines(many)).toHaveLength(11)
  expect(differenceLines(many).at(-1)).toBe('and 3 more')
  expect(differenceLines(many, 13)).toHaveLength(13)
})

test('a difference has its values whole', () => {
  expect(formDifferences(of(choice('Bus')), of(choice('Tram')))).toEqual([
    { step: 'S', question: 'How?', key: 'options', before: ['Bus'], after: ['Tram'] },
  ])
})

const word = fc.constantFrom('a', 'b', 'c', '')
const component = fc.record(
  {
    type: fc.constantFrom('ShortInput', 'LongInput', 'Header', 'NextButton', 'Other'),
    key: fc.constantFrom('k', 'l'),
    required: fc.boolean(),
    description: word,
    content: fc.dictionary(fc.constantFrom('question', 'label', 'title', 'description', 'key'), word),
  },
  { requiredKeys: ['type', 'content'] },
)
const forms = fc.record(
  {
    name: word,
    language: word,
    settings: fc.dictionary(word, fc.oneof(word, fc.array(word))),
    translations: fc.dictionary(word, fc.dictionary(word, word)),
    steps: fc.array(
      fc.record(
        { name: word, key: word, components: fc.array(component, { maxLength: 5 }) },
        { requiredKeys: ['name', 'components'] },
      ),
      {
        maxLength: 4,
      },
    ),
  },
  { requiredKeys: ['name', 'steps'] },
)

test('there are differences exactly where the hashes differ, each with a line of its own', () => {
  fc.assert(
    fc.property(forms, forms, (before, after) => {
      expect(formDifferences(before, before)).toEqual([])
      const differences = formDifferences(before, after)
      expect(differences.length > 0).toBe(canonicalHash(before) !== canonicalHash(after))
      expect(differences.map(differenceText).join('\n').split('\n')).toHaveLength(
        Math.max(1, differences.length),
      )
    }),
    { numRuns: runs(500) },
  )
})

test('steps of one component that are shuffled are only in another order', () => {
  const parts = Array.from({ length: 8 }, (_, i) => step(`S${i}`, `Question ${i}`))
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 8 }), (shuffled) => {
      for (const [order, before, after] of [
        ['steps', form(parts), form(shuffled)],
        [
          'components',
          of(...parts.flatMap(({ components }) => components)),
          of(...shuffled.flatMap(({ components }) => components)),
        ],
      ] as const)
        expect(new Set(formDifferences(before, after).map(({ key }) => key))).toEqual(
          new Set(canonicalHash(before) === canonicalHash(after) ? [] : [order]),
        )
    }),
  )
})
