/**
 * Regular expressions that an author writes and our server runs. They are matched by a state machine that follows all alternatives
 * at once, so the time is linear in the length of the text. Patterns that need backtracking are refused.
 */

/** One state: it consumes a character, or leads on without one. */
type State =
  | { readonly kind: 'take'; readonly takes: (char: string) => boolean; readonly to: number }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end'; readonly to: number }
  | { readonly kind: 'done' }

/** A whole number below another, by chance. */
type Below = (count: number) => number

type CompiledPattern =
  | {
      readonly matches: (text: string) => boolean
      /** A text for a fake person, which most likely matches; `more`: the most repeats beyond those needed. */
      readonly textBy: (below: Below, more: number) => string
    }
  | { readonly problem: string }

/** The most states of a pattern; `{2,5}` repeats what precedes it five times. */
const maxStates = 500
/** The deepest groups. */
const maxDepth = 50
/** The most characters of a pattern. */
const maxLength = 2000
/** The most steps of a match, which take about a third of a second. What needs more does not match. */
const maxSteps = 1_000_000

const compiled = new Map<string, CompiledPattern>()

/** A pattern, ready to match whole texts, or what is wrong with it in a sentence. */
export function patternOf(source: string): CompiledPattern {
  const known = compiled.get(source)
  if (known) return known
  const made = compile(source)
  if (compiled.size >= 50) compiled.clear()
  compiled.set(source, made)
  return made
}

class PatternFault extends Error {}

const asciiLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@/ '

/** A text by chance that goes through a pattern, of these letters. */
function textOf(node: Node, letters: readonly string[], below: Below, more: number): string {
  const textIn = (inner: Node | undefined): string => (inner ? textOf(inner, letters, below, more) : '')
  if (node.kind === 'atom') {
    const taken = letters.filter(node.takes)
    return taken[below(taken.length)] ?? ''
  }
  if (node.kind === 'edge') return ''
  if (node.kind === 'all') return node.nodes.map(textIn).join('')
  if (node.kind === 'any') return textIn(node.nodes[below(node.nodes.length)])
  const count = node.from + below(Math.min(node.to - node.from, more) + 1)
  return Array.from({ length: count }, () => textIn(node.node)).join('')
}

function compile(source: string): CompiledPattern {
  if (source.length > maxLength) return { problem: `It is longer than ${maxLength} characters.` }
  const fault = syntaxFault(source)
  if (fault !== undefined) return { problem: `It is not a valid regular expression of JavaScript${fault}.` }
  try {
    const states: State[] = [{ kind: 'done' }]
    const node = parse(source)
    const start = add(node, { states, to: 0 })
    const letters = [...new Set(`${asciiLetters}${source}`)]
    return {
      matches: (text) => run(states, start, text),
      textBy: (below, more) => textOf(node, letters, below, more),
    }
  } catch (cause) {
    if (cause instanceof PatternFault) return { problem: cause.message }
    throw cause
  }
}

/** Why JavaScript refuses a pattern, after a colon; undefined if it accepts it. */
function syntaxFault(source: string): string | undefined {
  try {
    RegExp(source, 'u')
    return undefined
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^.*\/u?: /s, '') : ''
    return reason === '' ? '' : `: ${reason}`
  }
}

type Node =
  | { readonly kind: 'atom'; readonly takes: (char: string) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'all'; readonly nodes: readonly Node[] }
  | { readonly kind: 'any'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly from: number; readonly to: number }

const atoms =
  /\\(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|u[\da-f]{4}(?:\\u[\da-f]{4})?|x[\da-f]{2}|c[a-z]|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/iuy
const counts = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy

/** Reads a pattern that JavaScript takes. */
function parse(source: string): Node {
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const found = expression.exec(source)
    if (found) at += found[0].length
    return found
  }
  const either = (depth: number): Node => {
    if (depth > maxDepth) throw new PatternFault('Its groups stand too deep inside each other.')
    const nodes = [sequence(depth)]
    while (take(/\|/uy)) nodes.push(sequence(depth))
    return { kind: 'any', nodes }
  }
  const sequence = (depth: number): Node => {
    const nodes: Node[] = []
    while (at < source.length && !/[|)]/.test(source[at] ?? '')) nodes.push(counted(one(depth), take(counts)))
    return { kind: 'all', nodes }
  }
  const one = (depth: number): Node => {
    if (take(/\^/uy)) return { kind: 'edge', edge: 'start' }
    if (take(/\$/uy)) return { kind: 'edge', edge: 'end' }
    if (take(/\(\?<?[=!]/uy)) throw new PatternFault('It looks ahead or back ("(?=" or "(?<=").')
    if (take(/\((?:\?(?:<[^>]*>|[a-z-]*:))?/uy)) {
      if (/^\?[a-z-]+:/.test(source.slice(at))) throw new PatternFault('It changes flags inside.')
      const inner = either(depth + 1)
      at += 1
      return inner
    }
    const atom = take(atoms)?.[0] ?? ''
    if (/^\\[1-9k]/.test(atom)) throw new PatternFault('It refers back to what it found ("\\1").')
    if (/^\\b$/i.test(atom)) throw new PatternFault('It asks for the edge of a word ("\\b").')
    return { kind: 'atom', takes: takerOf(atom) }
  }
  return either(0)
}

function counted(node: Node, found: RegExpExecArray | null): Node {
  if (!found) return node
  const [, sign, min = '0', comma, max = ''] = found
  if (sign !== undefined)
    return { kind: 'repeat', node, from: sign === '+' ? 1 : 0, to: sign === '?' ? 1 : Infinity }
  const to = comma === undefined ? Number(min) : max === '' ? Infinity : Number(max)
  return { kind: 'repeat', node, from: Number(min), to }
}

type Target = { readonly states: State[]; readonly to: number }

/** Adds the states of a node that lead to another state, and gives the first of them. */
function add(node: Node, { states, to }: Target): number {
  switch (node.kind) {
    case 'atom':
      return push(states, { kind: 'take', takes: node.takes, to })
    case 'edge':
      return push(states, { kind: 'edge', edge: node.edge, to })
    case 'all':
      return node.nodes.reduceRight((next, inner) => add(inner, { states, to: next }), to)
    case 'any':
      return push(states, { kind: 'split', to: node.nodes.map((inner) => add(inner, { states, to })) })
    case 'repeat':
      return addRepeated(node, { states, to })
  }
  return node satisfies never
}

function addRepeated({ node, from, to: max }: Node & { kind: 'repeat' }, { states, to }: Target): number {
  if (Math.max(from, max === Infinity ? 0 : max) > maxStates) throw tooLarge()
  let next = to
  if (max === Infinity) {
    const again: number[] = [to]
    next = push(states, { kind: 'split', to: again })
    again.push(add(node, { states, to: next }))
  } else
    for (let n = from; n < max; n++)
      next = push(states, { kind: 'split', to: [to, add(node, { states, to: next })] })
  for (let n = 0; n < from; n++) next = add(node, { states, to: next })
  return next
}

const tooLarge = (): PatternFault => new PatternFault('It is too long once its counts are written out.')

function push(states: State[], state: State): number {
  if (states.length >= maxStates) throw tooLarge()
  return states.push(state) - 1
}

/** Whether one character matches, remembered for each. */
function takerOf(source: string): (char: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, 'u')
  const known = new Map<string, boolean>()
  return (char) => {
    const before = known.get(char)
    if (before !== undefined) return before
    const isMatch = expression.test(char)
    if (known.size < 128) known.set(char, isMatch)
    return isMatch
  }
}

/** Whether the whole text leads from the first state to the end. */
function run(states: readonly State[], start: number, text: string): boolean {
  const chars = Array.from(text)
  let now = closure(states, [start], { isStart: true, isEnd: chars.length === 0 })
  let steps = 0
  for (const [i, char] of chars.entries()) {
    const next: number[] = []
    steps += now.size
    for (const index of now) {
      const state = states[index]
      if (state?.kind === 'take' && state.takes(char)) next.push(state.to)
    }
    if (next.length === 0 || steps > maxSteps) return false
    now = closure(states, next, { isStart: false, isEnd: i === chars.length - 1 })
  }
  return now.has(0)
}

/** Every state that is reached from these without a character. */
function closure(
  states: readonly State[],
  from: readonly number[],
  { isStart, isEnd }: { readonly isStart: boolean; readonly isEnd: boolean },
): ReadonlySet<number> {
  const seen = new Set<number>(from)
  // The loop over a set also visits what is added during the loop.
  for (const index of seen) {
    const state = states[index]
    if (state?.kind === 'split') for (const to of state.to) seen.add(to)
    if (state?.kind === 'edge' && (state.edge === 'start' ? isStart : isEnd)) seen.add(state.to)
  }
  return seen
}
