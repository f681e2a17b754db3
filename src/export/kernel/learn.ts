import type { RawRecord } from '../../form/raw-record.ts'
import type { Columns } from '../columns.ts'
import { makeForms, type Forms } from './forms.ts'
import { linkEdge, type Links } from './links.ts'
import { writeWords, type Kernel } from './memory.ts'
import { outlineOf, type Meaning, type Outline, type Step, type ValueFlags } from './outline.ts'
import type { Pairs } from './pairs.ts'
import type { Room } from './regions.ts'
import { makeTemplates, type Templates } from './templates.ts'

/** What the kernel was taught of the records' make. */
export type Learned = {
  /** Teaches it the make of a record whose columns are all known. */
  readonly learn: (bytes: Uint8Array, record: RawRecord) => void
  /** How many records of a form the kernel read. */
  readonly readOf: (formId: string) => number
  /** Whether it takes no more. */
  readonly isFull: () => boolean
  /** Gives what the kernel noted of questions and columns back to the columns. */
  readonly recall: () => void
}

/** Bytes of literals that are learned; records that need more are not alike, and learning them would be in vain. */
const mostLearned = 8 * 1024 * 1024
/** The longest literal; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

type Learning = Links &
  Teaching & {
    start: number
    readonly columns: Columns
    readonly edges: Map<string, number>
    readonly states: Map<string, number>
    readonly templates: Templates
    readonly names: Map<string, number>
    readonly forms: Forms
    learned: number
  }

/** What all that a kernel is taught has in common. */
export type Teaching = {
  readonly kernel: Kernel
  readonly room: Room
  readonly pairs: Pairs
  readonly isWanted: (formId: string) => boolean
}

/** Nothing is learned yet; the records' start will be that of the region `start`. */
export function makeLearned(
  teaching: Teaching,
  columns: Columns,
  start: 'startState' | 'otherStart',
): Learned {
  const { room } = teaching
  const learning = startLearning(teaching, columns)
  learning.start = newState(learning, { kind: 0, column: noColumn, flags: {} })
  room.regions[start] = learning.start
  room.tell()
  return {
    isFull: () => learning.learned > mostLearned,
    learn: (bytes, record) => {
      if (learning.learned > mostLearned) return
      const outline = outlineOf(bytes, record, columns)
      if (
        outline === undefined ||
        outline.steps.some(({ literal: [from, to] }) => to - from > longestLiteral)
      )
        return
      room.held.reach(columns.all.length)
      learnOutline(learning, bytes, outline)
    },
    readOf: learning.forms.readOf,
    recall: () => {
      for (const column of columns.all) column.held |= room.held.at(column.number)
      learning.templates.recall()
    },
  }
}

const startLearning = (teaching: Teaching, columns: Columns): Learning => ({
  ...teaching,
  start: 0,
  columns,
  edges: new Map(),
  literals: new Map(),
  states: new Map(),
  templates: makeTemplates(teaching),
  names: new Map(),
  forms: makeForms(teaching),
  learned: 0,
})

function learnOutline(learning: Learning, bytes: Uint8Array, { steps, formId }: Outline): void {
  let state = learning.start
  for (const step of steps) state = follow(learning, { state, step, bytes })
  const form = learning.forms.numberOf(formId)
  if (form === undefined) return
  const templates = steps.flatMap(({ meanings }) => meanings.filter((meaning) => meaning.kind === 'entry'))
  for (const { template } of templates)
    if (template.isFormless) learning.pairs.put(learning.templates.at(template), form, 1)
}

type Following = { readonly state: number; readonly step: Step; readonly bytes: Uint8Array }

const latin = new TextDecoder('latin1')

/** Goes an edge, which comes to be where it is new; gives the state that it leads to. */
function follow(learning: Learning, { state, step, bytes }: Following): number {
  const literal = bytes.subarray(...step.literal)
  const text = latin.decode(literal)
  const key = `${state} ${text}`
  const { kernel, edges } = learning
  const known = edges.get(key)
  if (known !== undefined) return kernel.view().getUint32(known + 8, true)
  const target = stateOf(learning, step)
  const edge = newEdge(learning, { literal, target, meanings: step.meanings })
  edges.set(key, edge)
  linkEdge(learning, { state, edge, literal, text })
  learning.learned += literal.length
  return target
}

function stateOf(learning: Learning, { place, column, flags }: Step): number {
  const known = learning.states.get(place)
  if (known !== undefined) return known
  const kind = place === 'end' ? 2 : 1
  const state = newState(learning, { kind, column: column?.number ?? noColumn, flags })
  learning.states.set(place, state)
  return state
}

/** Of values whose column only the end of their entry tells. */
const noColumn = 0xffffffff

type State = { readonly kind: 0 | 1 | 2; readonly column: number; readonly flags: ValueFlags }

function newState({ kernel }: Learning, { kind, column, flags }: State): number {
  const { isNested, isJoined, isDescribing, isCreated, isTime, isIdentity } = flags
  const bits = [isNested, isDescribing, isCreated, isTime, false, isJoined, isIdentity]
  const state = kernel.allocate(32)
  writeWords(kernel, state, [kind, column, bits.reduce((sum, bit, i) => sum + (bit ? 1 << i : 0), 0)])
  return state
}

type Edge = { readonly literal: Uint8Array; readonly target: number; readonly meanings: readonly Meaning[] }

function newEdge(learning: Learning, { literal, target, meanings }: Edge): number {
  const { kernel } = learning
  const events = meanings.flatMap((meaning) => eventOf(learning, meaning))
  const text = kernel.allocate(literal.length + 16)
  const edge = kernel.allocate(20 + 4 * events.length)
  kernel.bytes().set(literal, text)
  writeWords(kernel, edge, [text, literal.length, target, 0, meanings.length, ...events])
  return edge
}

function eventOf(learning: Learning, meaning: Meaning): readonly [number, number] {
  if (meaning.kind === 'once') return [0, onceNumber(learning, meaning.name)]
  if (meaning.kind === 'entry') return [1, learning.templates.at(meaning.template)]
  return [2, learning.forms.at(meaning)]
}

function onceNumber({ names, room }: Learning, name: string): number {
  const number = names.get(name) ?? names.size
  names.set(name, number)
  room.stamps.reach(number)
  return number
}
