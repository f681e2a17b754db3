import { parseWithDigits } from '../record/exact-json.ts'
import { isKeyed } from '../form/value.ts'
import { choicesOf, joinList, type Choices } from './cell-text.ts'

/** What the cell of a list tells of its options; undefined for JSON of any other kind. */
export type ReadChoices = (json: string) => Choices | undefined

const mostRemembered = 4096
// Longer lists rarely come again, and fill the memory.
const longest = 1024

/** Reads a list that came as JSON. */
export const readChoices: ReadChoices = (json) =>
  json.startsWith('[') ? choicesOf(parseWithDigits(json) as readonly unknown[]) : undefined

/** The same; the same answers come again and again. */
export function makeReadChoices(): ReadChoices {
  const known = new Map<string, Choices | undefined>()
  return (json) => {
    if (json.charCodeAt(0) !== 0x5b) return undefined
    if (json.length > longest) return readChoices(json)
    const before = known.get(json)
    if (before !== undefined || known.has(json)) return before
    if (known.size >= mostRemembered) known.clear()
    const choices = readChoices(json)
    known.set(json, choices)
    return choices
  }
}

/** The options that were chosen. */
export const chosenIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name }) => name)

/** The options that were chosen, in one cell. */
export const joinChosen = (choices: Choices): string => joinList(chosenIn(choices))

/**
 * Choices of which nobody is to know more than these texts: only what was chosen, sorted, since the place of an option
 * among the others of its form tells which one it is.
 */
export const redactedChoices = (choices: Choices, redact: (text: string) => string): Choices => ({
  ...choices,
  options: chosenIn(choices)
    .map(redact)
    .toSorted()
    .map((name) => ({ name, isChosen: true })),
})

/** Whether an option of a list names a question, and so may repeat its answer. */
export const namesQuestions = (list: readonly unknown[]): boolean =>
  list.some((option) => isKeyed(option) && typeof option['questionId'] === 'string')

/** The list that says no more than its choices. */
export const listOf = (choices: Choices): unknown =>
  choices.isComplete
    ? choices.options.map(({ name, isChosen }) => ({ key: name, value: isChosen }))
    : chosenIn(choices)
