import { distance, nearest } from '../form/nearest.ts'
import { commands, groups } from './commands/index.ts'

/** The commands, or groups of them, that words which name none were probably to name: the words before, then those behind. */
export function meantCommands(before: readonly string[], behind: readonly string[]): readonly string[] {
  const typed = [...before, ...behind.filter((word) => !word.startsWith('-'))].slice(0, mostWords)
  const ways = [inOtherOrder, calledOtherwise, misspelt, elsewhere]
  for (const way of ways) {
    const found = way(typed, before.length)
    if (found.length > 0) return found.slice(0, mostShown)
  }
  return []
}

const names: readonly string[] = commands.map(({ words }) => words)
const mostWords = Math.max(...names.map((name) => name.split(' ').length))
const mostShown = 3

/** `validate forms`. */
function inOtherOrder(typed: readonly string[]): readonly string[] {
  const sorted = (words: readonly string[]): string => words.toSorted().join(' ')
  return names.filter((name) => {
    const words = name.split(' ')
    return words.length > 1 && sorted(words) === sorted(typed.slice(0, words.length))
  })
}

// What other tools call these; their first word may be left out.
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'forms new': ['forms init'],
  'forms validate': ['forms check', 'forms lint'],
  'forms generate': ['forms create', 'forms publish', 'forms send', 'forms make'],
  'forms apply': ['forms deploy', 'forms sync', 'forms update'],
  'responses get': ['responses list', 'responses show', 'responses read'],
  'responses export': ['responses download', 'responses save'],
  status: ['config', 'settings'],
}

function calledOtherwise(typed: readonly string[]): readonly string[] {
  const [first = '', second = ''] = typed
  const isCalled = (other: string): boolean =>
    other === `${first} ${second}` || other === first || other.endsWith(` ${first}`)
  const found = Object.entries(otherNames).filter(([, others]) => others.some(isCalled))
  // `list` is a word of several groups; without one, it is looked for below.
  return names.some((name) => lastOf(name) === first) ? [] : found.map(([name]) => name)
}

/** `statsu`, `form validate`, `service kye list`. */
function misspelt(typed: readonly string[], at: number): readonly string[] {
  const known = [...names, ...Object.keys(groups)].filter((name) => wordsIn(name) > at)
  const ranked = known
    .map((name) => ({ name, far: farFrom(name.split(' '), typed) }))
    .filter((one): one is { name: string; far: number } => one.far !== undefined)
    .toSorted((a, b) => wordsIn(b.name) - wordsIn(a.name) || a.far - b.far)
  return ranked.slice(0, 1).map(({ name }) => name)
}

/** How far words are from a name, word by word; undefined where one of them is like none. */
function farFrom(name: readonly string[], typed: readonly string[]): number | undefined {
  let far = 0
  for (const [i, word] of name.entries()) {
    const own = typed[i]
    if (own === undefined || nearest(own, [word]) === undefined) return undefined
    far += distance(own, word)
  }
  return far
}

/** `validate` for forms validate, `forms explain` for explain. */
function elsewhere(typed: readonly string[], at: number): readonly string[] {
  const word = typed[at] ?? ''
  const group = typed.slice(0, at).join(' ')
  const exact = names.filter((name) => lastOf(name) === word)
  const near = nearest(word, names.map(lastOf))?.word
  const found = exact.length > 0 ? exact : names.filter((name) => lastOf(name) === near)
  const own = found.filter((name) => group !== '' && name.startsWith(`${group} `))
  const among = own.length > 0 ? own : found
  const least = Math.min(...among.map(wordsIn))
  return among.filter((name) => wordsIn(name) === least)
}

const lastOf = (name: string): string => name.split(' ').at(-1) ?? ''
const wordsIn = (name: string): number => name.split(' ').length
