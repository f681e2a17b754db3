import { seeded, stepLines, thanks } from './ordinary-specs.ts'

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
  const random = seeded(20_261_121)
  const lines = ['name: Large', 'steps:']
  const end = [...thanks, ''].join('\n')
  let [size, breakable] = [lines.join('\n').length + end.length, 0]
  for (let nth = 0; ; nth++) {
    const step = stepLines(random, nth).map((line) => {
      const ways = breakings.map((breaking) => breaking(line)).filter((broken) => broken !== undefined)
      return ways.length > 0 && breakable++ % every === 0
        ? (ways[Math.floor(breakable / every) % ways.length] ?? line)
        : line
    })
    size += new TextEncoder().encode(step.join('\n')).length + 1
    if (size >= bytes) return [...lines, end].join('\n')
    lines.push(...step)
  }
}

/** A spec whose structure is broken in its midst: a quote has no end. */
export function brokenStructure(valid: string): string {
  const at = valid.indexOf('label: "', valid.length / 2)
  return `${valid.slice(0, at)}label:  '${valid.slice(at + 8)}`
}
