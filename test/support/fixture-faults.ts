/**
 * A broken spec is a folder: `bad.yaml`, and `expected.json` with what a good answer to it holds. To try a new fault, put
 * such a folder into `fixtures/unseen/`; nothing else names it.
 *
 *     {
 *       "fault": "A sentence on what the author did.",
 *       "faults": [{ "at": ["7:11", "7:21"], "cause": "placholder", "suggestion": "placeholder" }]
 *     }
 *
 * `fault` is optional. `faults` has an entry for each cause, and none for what follows from another fault. In an entry, `at` lists
 * the places that are right, as `line:column` of the key or the value at fault, from 1, in UTF-16 units. `cause` and `suggestion`
 * are regular expressions that ignore case: what a message must hold that names the cause, and what its advice must hold, left
 * out where no change is certain. Both judge every validator alike, so they take all words that a fair one might choose.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'

/** One cause in a broken spec, and what a good answer to it holds. */
type Fault = {
  /** `line:column` of the key or the value at fault, both from 1, in UTF-16 units; any of them is right. */
  readonly at: readonly string[]
  /** What a message must match that names the cause, whatever its words; upper and lower case are one. */
  readonly cause: string
  /** What the advice must match, where there is a right one. */
  readonly suggestion?: string
}

/** A broken spec with everything that is wrong in it. */
export type Case = {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly faults: readonly Fault[]
}

/** The broken specs of a folder, by name: each in a folder of its own with its expected answers. */
export const casesIn = (folder: string): readonly Case[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { faults } = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8'))
      const path = join(folder, name, 'bad.yaml')
      return { name, path, text: readFileSync(path, 'utf8'), faults }
    })

/** One message of a validator; its place counts from 1, where it has one. Others point into the value. */
export type Message = {
  readonly text: string
  readonly line?: number
  readonly column?: number
  readonly pointer?: string
}

/** How a validator did on specs; each figure beside the most that it could be. */
export type Score = {
  readonly causes: Tally
  readonly places: Tally
  readonly suggestions: Tally
  readonly single: Tally
}

type Tally = { readonly hits: number; readonly of: number }

/** How the messages on one spec answer its faults. */
export function judge({ faults, text }: Case, messages: readonly Message[]): Score {
  // Who is shown a place or a path sees what stands there, so its word need not be repeated.
  const said = messages.map((message) => ({
    ...message,
    whole: `${message.text} ${pointedAt(message, text)}`,
  }))
  const answers = faults.map((fault) => answerTo(fault, said))
  const isSingle = messages.length === faults.length && answers.every(({ isNamed }) => isNamed)
  return {
    causes: tally(answers.map(({ isNamed }) => isNamed)),
    places: tally(answers.map(({ isPlaced }) => isPlaced)),
    suggestions: tally(
      answers
        .filter(({ isSuggested }) => isSuggested !== undefined)
        .map(({ isSuggested }) => isSuggested === true),
    ),
    single: tally([isSingle]),
  }
}

/** Several scores as one. */
export const sum = (scores: readonly Score[]): Score => ({
  causes: added(scores.map(({ causes }) => causes)),
  places: added(scores.map(({ places }) => places)),
  suggestions: added(scores.map(({ suggestions }) => suggestions)),
  single: added(scores.map(({ single }) => single)),
})

type Answer = {
  readonly isNamed: boolean
  readonly isPlaced: boolean
  readonly isSuggested: boolean | undefined
}

type Said = Message & { readonly whole: string }

function answerTo({ at, cause, suggestion }: Fault, messages: readonly Said[]): Answer {
  const naming = messages.filter(({ whole }) => new RegExp(cause, 'is').test(whole))
  // Several faults of one file may have the same words: the one that is meant stands at its place.
  const placed = naming.filter(({ line, column }) => at.includes(`${line}:${column}`))
  const advising = placed.length > 0 ? placed : naming
  return {
    isNamed: naming.length > 0,
    isPlaced: placed.length > 0,
    isSuggested:
      suggestion === undefined
        ? undefined
        : advising.some(({ text }) => new RegExp(suggestion, 'i').test(withoutLists(text))),
  }
}

function pointedAt({ line, column = 1, pointer }: Message, text: string): string {
  if (line !== undefined) return (text.split(/\r?\n/)[line - 1] ?? '').slice(column - 1)
  if (!pointer) return ''
  let at: unknown = parseDocument(text).toJS()
  for (const key of pointer.split('/').slice(1)) at = Object(at)[key]
  return typeof at === 'string' || typeof at === 'number' ? String(at) : ''
}

// A list of all that is allowed holds the right word without suggesting it.
const withoutLists = (text: string): string => text.replaceAll(/(?:[^,.;:]{1,40}, ?){4,}[^,.;:]{1,40}/g, ' ')

const tally = (answers: readonly boolean[]): Tally => ({
  hits: answers.filter(Boolean).length,
  of: answers.length,
})

const added = (tallies: readonly Tally[]): Tally => ({
  hits: tallies.reduce((total, { hits }) => total + hits, 0),
  of: tallies.reduce((total, { of }) => total + of, 0),
})
