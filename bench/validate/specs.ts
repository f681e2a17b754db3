import { happens, randomOf, many, oneOf, times, type Random } from '../../test/support/random.ts'

/** A valid spec as people write them, of 20 to 80 lines. */
export function ordinarySpec(random: Random): string {
  const lines = ['# yaml-language-server: $schema=./spec.schema.json', 'name: Survey', 'steps:']
  for (const wanted = many(random, 20, 69); lines.length < wanted;)
    lines.push(...stepLines(random, lines.length))
  return [...lines, ...thanks].join('\n')
}

/** The lines of a step that asks something and leads on. */
function stepLines(random: Random, nth: number): readonly string[] {
  const questions = times(many(random, 1, 2), () => oneOf(random, components))
  const texts = [start, ...(happens(random, 0.4) ? [header] : []), ...questions, end]
  const phrase = (length: number): string => times(length, () => oneOf(random, words)).join(' ')
  return texts
    .join('')
    .trimEnd()
    .replaceAll(/<(\d)>/g, (_, length) => phrase(Number(length)))
    .replace('<nth>', String(nth))
    .split('\n')
}

const words =
  'where about which years work people company number often would like this next team product reason use small large other week größe café'.split(
    ' ',
  )

// `<3>` stands for three words.
const start = '  - name: Step <2> <nth>\n    components:\n'
const header = '      - type: Header\n        content:\n          title: About <3>\n'
const end = '      - type: NextButton\n        content:\n          buttonText: Continue\n'
const thanks = ['  - name: Thanks', '    components:', ...header.replace('<3>', 'you').split('\n')]
const text = (type: string): string => `      - type: ${type}
        content:
          question: What <5>?
`
const choice = (type: string, key: string): string => `${text(type)}          ${key}:
            - <2> 1
            - <2> 2
            - <2> 3
          isMulti: true
`
const components: readonly string[] = [
  text('ShortInput'),
  text('LongInput'),
  choice('Dropdown', 'options'),
  choice('MultipleOptionsQuestion', 'choices'),
  `      - type: IdentityInfo # who it is
        content:
          fields:
            - key: fullName
              label: "Your <2>"
            - key: emailAddress
              label: E-mail address
              placeholder: name@example.com
`,
  `      - type: Disclaimer
        content:
          text: >-
            We <9>
            <8>.
`,
]

/** A way to break a line of a valid spec; undefined where the line has no place for it. */
type Breaking = (line: string) => string | undefined

const replacing =
  (what: RegExp, by: string): Breaking =>
  (line) =>
    what.test(line) ? line.replace(what, by) : undefined

/** Faults of the form, of many kinds. */
export const formFaults: readonly Breaking[] = [
  replacing(/type: ShortInput/, 'type: ShrotInput'),
  replacing(/type: Dropdown/, 'type: Dropdwon'),
  replacing(/type: NextButton/, 'tpye: NextButton'),
  replacing(/content:$/, 'contnet:'),
  replacing(/(question|title): \w+/, '$1: 42 #'),
  replacing(/question: /, 'qestion: '),
  replacing(/options:/, 'optoins:'),
  replacing(/label: /, 'lable: '),
  replacing(/key: emailAddress/, 'key: emialAddress'),
  replacing(/placeholder: .*/, 'blockPersonalEmail: true'),
  replacing(/components:$/, 'componets:'),
  replacing(/isMulti: true/, 'isMulti: yes'),
  replacing(/buttonText: .*/, 'buttonText: ""'),
  replacing(/^( +)- (\w+ \w+) \d$/, '$1- 2026'),
  replacing(/^( +)question: (.*)$/, '$1question: $2\n$1label: $2'),
]

/** Faults of the YAML after which the rest of it can be relied on. */
export const yamlFaults: readonly Breaking[] = [
  replacing(/^( +)question: (.*)$/, '$1question: $2\n$1question: $2'),
  replacing(/title: .*/, 'title: *titel'),
  replacing(/isMulti: /, 'isMulti: !bool '),
  replacing(/label: ".*"/, String.raw`label: "a \q b"`),
  replacing(/^( +)- (\w+ \w+) \d$/, '$1- @$2'),
]

/** A spec just under so many bytes; of the lines that some breaking can break, one of each `every` is broken. */
export function largeSpec(
  bytes: number,
  { breakings = [], every = 1 }: { readonly breakings?: readonly Breaking[]; readonly every?: number } = {},
): string {
  const random = randomOf(20_261_121)
  const lines = ['name: Large', 'steps:']
  const last = thanks.join('\n')
  let [size, breakable] = [lines.join('\n').length + last.length, 0]
  for (let nth = 0; ; nth++) {
    const step = stepLines(random, nth).map((line) => {
      const ways = breakings.map((breaking) => breaking(line)).filter((broken) => broken !== undefined)
      return ways.length > 0 && breakable++ % every === 0
        ? (ways[Math.floor(breakable / every) % ways.length] ?? line)
        : line
    })
    size += new TextEncoder().encode(step.join('\n')).length + 1
    if (size >= bytes) return [...lines, last].join('\n')
    lines.push(...step)
  }
}

/** A spec whose structure is broken in its midst: a quote has no end. */
export function brokenStructure(valid: string): string {
  const at = valid.indexOf('label: "', valid.length / 2)
  return `${valid.slice(0, at)}label:  '${valid.slice(at + 8)}`
}
