import { contentsOf, partsInside, textIn, type Part } from './form-view.ts'
import { defineRule } from './rule.ts'
import { listed, quote } from '../words.ts'

/** Identity fields whose `revealAfter` form a cycle, or a field that names itself. */
export const revealCircle = defineRule<{ circle: readonly string[] }>({
  code: 'reveal-circle',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo']))
      for (const circle of circlesAmong(partsInside(part))) {
        const [first] = circle
        if (first)
          yield {
            path: [...first.path, 'revealAfter'],
            at: 'value',
            args: { circle: circle.map((field) => textIn(field, 'key') ?? '') },
          }
      }
  },
  sentence: ({ circle }) =>
    circle.length === 1
      ? `"${circle[0]}" waits for itself, so it may never be shown.`
      : `${listed(namesIn(circle))} wait for each other, so none of them may ever be shown.`,
  help: ({ circle }) =>
    circle.length === 1
      ? 'Write the key of another field, or remove revealAfter.'
      : 'Remove revealAfter from the one that is to be shown first.',
})

// Past a few names, nobody reads on.
const namesIn = (circle: readonly string[]): readonly string[] =>
  circle.length <= 8
    ? circle.map(quote)
    : [...circle.slice(0, 5).map(quote), `${circle.length - 5} further fields`]

/** Each cycle once, from its first field on, without the fields that only lead into it. */
function* circlesAmong(fields: readonly Part[]): Iterable<readonly Part[]> {
  const byKey = new Map(fields.toReversed().map((field) => [textIn(field, 'key'), field]))
  const nextOf = (field: Part): Part | undefined => {
    const named = textIn(field, 'revealAfter')
    return named === undefined ? undefined : byKey.get(named)
  }
  const visited = new Map<Part, Part>()
  for (const start of fields) {
    let at: Part | undefined = start
    while (at && !visited.has(at)) {
      visited.set(at, start)
      at = nextOf(at)
    }
    if (at && visited.get(at) === start) yield circleFrom(at, nextOf)
  }
}

function circleFrom(start: Part, nextOf: (field: Part) => Part | undefined): readonly Part[] {
  const circle = [start]
  for (let at = nextOf(start); at && at !== start; at = nextOf(at)) circle.push(at)
  const first = circle.reduce((a, b) => (Number(b.path.at(-1)) < Number(a.path.at(-1)) ? b : a))
  const turn = circle.indexOf(first)
  return [...circle.slice(turn), ...circle.slice(0, turn)]
}
