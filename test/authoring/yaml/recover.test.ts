import { expect, test } from 'vitest'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { breaks, type Break } from '../../support/breaks.ts'
import { isLong } from '../../support/is-long.ts'

const components = (what: string): string => `      # Asked first
      - type: ShortInput
        content:
          question: What is ${what}?
      - type: Dropdown
        content:
          question: "How often ${what}?"
          options: ["one", "two", "three"]
      - type: LongInput
        content:
          question: 'Anything ${what}?'
      - type: MultipleOptionsQuestion
        content: { question: Which ${what}?, choices: [a, b, c], isMulti: true }
      - type: NextButton
        content:
          label: Next
`
const form = `name: Survey
steps:
  - name: One
    components:
${components('one')}  - name: Two
    components:
${components('two')}  - name: Three
    components:
${components('three')}  - name: Thanks
    components:
      - type: Header
        content:
          title: Thank you
`
const lines = form.split('\n')
const found = (text: readonly string[]): string[] =>
  checkSpec(new TextEncoder().encode(text.join('\n'))).findings.map(({ line, code }) => `${line} ${code}`)

type Spot = { readonly it: Break; readonly at: number }
const spots: readonly Spot[] = breaks.flatMap((it) =>
  lines.flatMap((line, at) => (it.of.test(line) && it.by(line) !== line ? [{ it, at }] : [])),
)
const broken = (text: readonly string[], { it, at }: Spot): readonly string[] =>
  text.with(at, it.by(text[at] ?? ''))
const nameOf = ({ it, at }: Spot): string => `${at + 1} ${it.code}`

test('the form is right before it is broken', () => expect(found(lines)).toEqual([]))

// The three steps are alike, so only one of them is tried where not all is asked for.
const [two = 0, thanks = 0] = ['  - name: Two', '  - name: Thanks'].map((line) => lines.indexOf(line))
const isTried = ({ at }: Spot): boolean => isLong || at < two || at >= thanks
test.each(breaks)('$name is one finding, in each line of a step where it can be', ({ name }) => {
  const own = spots.filter(({ it }) => it.name === name).filter(isTried)
  expect(own).not.toEqual([])
  for (const spot of own) expect(found(broken(lines, spot))).toEqual([nameOf(spot)])
})

// Each way with each other, in lines that their numbers decide; an eighth of them where not all is asked for.
const pairs = breaks.flatMap((first, i) =>
  breaks.flatMap((second, k) => {
    const [above = [], below] = [first, second].map(({ name }) => spots.filter(({ it }) => it.name === name))
    const one = above[(i + k) % Math.ceil(above.length / 2)]
    const other = below?.findLast(({ at }, n) => one && at > one.at + 4 && (n + i) % 2 === 0)
    return one && other && (isLong || (i + k) % 8 === 0) ? [{ one, other }] : []
  }),
)

test('ways to break a spec are tried in pairs: most of them, or an eighth', () =>
  expect(pairs.length).toBeGreaterThan(breaks.length ** 2 / (isLong ? 2 : 16)))

test.each(breaks)('$name, another break below it and a misspelt type are all said in one run', ({ name }) => {
  for (const { one, other } of pairs.filter((pair) => pair.one.it.name === name)) {
    const type = lines.findIndex(
      (line, at) => /type: LongInput/.test(line) && Math.abs(at - one.at) > 3 && Math.abs(at - other.at) > 3,
    )
    const text = broken(broken(lines, one), other).with(type, '      - type: LongImput')
    const expected = [one, other].map(nameOf).concat(`${type + 1} unknown-type`)
    expect(found(text).toSorted()).toEqual(expected.toSorted())
  }
})

test('what stands above a form belongs to it: no key that may be there is missing, and no fix is made elsewhere', () => {
  const text = `*a"name": Who are you?\nsteps:\n  - name: A\n    components:\n      - type: true\n        content: {}\n`
  const spec = checkSpec(new TextEncoder().encode(text))
  expect(spec.findings.map(({ line, code, edits }) => [line, code, edits])).toEqual([
    [1, 'yaml-syntax', undefined],
    [5, 'wrong-type', undefined],
  ])
})

test.each([1, 3, 4, 5])(
  'a dash that is moved to column %i is one finding, and nothing after it',
  (column) => {
    const at = lines.indexOf('  - name: Two')
    const moved = lines.with(at, `${' '.repeat(column)}- name: Two`)
    expect(found(moved)).toEqual([`${at + 1} yaml-indent`])
  },
)
