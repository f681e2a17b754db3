import type { RawRecord } from '../../form/raw-record.ts'
import { noteHeadline, noteType } from '../collect-row.ts'
import type { Columns, Question } from '../columns.ts'
import { linkEdge, type Links } from './links.ts'
import { writeWords, type Kernel } from './memory.ts'
import {
  outlineOf,
  type Meaning,
  type Outline,
  type Step,
  type TemplateOutline,
  type ValueFlags,
} from './outline.ts'
import { makePairs } from './pairs.ts'
import type { Room } from './regions.ts'

/** What the kernel was taught of the records' make. */
export type Learned = {
  /** Teaches it the make of a record whose columns are all known. */
  readonly learn: (bytes: Uint8Array, record: RawRecord) => void
  /** Gives what the kernel noted of questions and columns back to the columns. */
  readonly recall: () => void
}

/** Bytes of literals that are learned; records that need more are not alike, and learning them would be in vain. */
const mostLearned = 8 * 1024 * 1024
/** The longest literal; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

type Template = Pick<TemplateOutline, 'question' | 'headline' | 'type'> & { readonly at: number }

type Learning = Links & {
  readonly room: Room
  readonly columns: Columns
  readonly edges: Map<string, number>
  readonly states: Map<string, number>
  readonly templates: Map<string, Template>
  readonly names: Map<string, number>
  readonly questions: Map<Question, number>
  readonly forms: Map<string, { readonly at: number; readonly number: number }>
  learned: number
}

/** A kernel that knows nothing yet. */
export function makeLearned(kernel: Kernel, room: Room, columns: Columns): Learned {
  const learning: Learning = {
    kernel,
    room,
    pairs: makePairs(kernel, room),
    columns,
    edges: new Map(),
    literals: new Map(),
    states: new Map(),
    templates: new Map(),
    names: new Map(),
    questions: new Map(),
    forms: new Map(),
    learned: 0,
  }
  room.regions.startState = newState(learning, { kind: 0, column: noColumn, flags: {} })
  room.tell()
  return {
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
    recall: () => {
      for (const column of columns.all) column.held |= room.held.at(column.number)
      for (const template of learning.templates.values()) recallTemplate(kernel, template)
    },
  }
}

function learnOutline(learning: Learning, bytes: Uint8Array, { steps, formId }: Outline): void {
  let state = learning.room.regions.startState
  for (const step of steps) state = follow(learning, { state, step, bytes })
  const form = formId === undefined ? undefined : learning.forms.get(formId)
  if (form === undefined) return
  const templates = steps.flatMap(({ meanings }) => meanings.filter((meaning) => meaning.kind === 'entry'))
  for (const { template } of templates)
    if (template.isFormless) learning.pairs.put(templateAt(learning, template), form.number, 1)
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
  const { isNested, isJoined, isDescribing, isCreated, isTime } = flags
  const bits = [isNested, isDescribing, isCreated, isTime, false, isJoined]
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
  if (meaning.kind === 'entry') return [1, templateAt(learning, meaning.template)]
  return [2, formAt(learning, meaning)]
}

function onceNumber({ names, room }: Learning, name: string): number {
  const number = names.get(name) ?? names.size
  names.set(name, number)
  room.stamps.reach(number)
  return number
}

function templateAt(learning: Learning, template: TemplateOutline): number {
  const { key, isFormless, question, headline, type, columns } = template
  const { templates, questions, room, kernel } = learning
  const known = templates.get(key)
  if (known) return known.at
  const number = questions.get(question) ?? questions.size
  questions.set(question, number)
  room.questionStamps.reach(number)
  const at = kernel.allocate(44 + 4 * columns.length)
  writeWords(kernel, at, [number, isFormless ? 1 : 0])
  writeWords(kernel, at + 40, [columns.length, ...columns.map((column) => column.number)])
  templates.set(key, { at, question, headline, type })
  return at
}

function formAt({ forms, kernel }: Learning, { formId, column }: Extract<Meaning, { kind: 'form' }>): number {
  const known = forms.get(formId)
  if (known) return known.at
  const text = new TextEncoder().encode(formId)
  const room = kernel.allocate(text.length + 16)
  kernel.bytes().set(text, room)
  const at = kernel.allocate(16)
  const number = forms.size + 1
  writeWords(kernel, at, [column.number, room, text.length, number])
  forms.set(formId, { at, number })
  return at
}

function recallTemplate({ bytes, view }: Kernel, { at, question, headline, type }: Template): void {
  question.seen.place = Math.max(question.seen.place, view().getUint32(at + 8, true))
  const latest = bytes().subarray(at + 16, at + 40)
  const end = latest.indexOf(0)
  const created = latin.decode(end < 0 ? latest : latest.subarray(0, end))
  noteHeadline(question, headline, created)
  noteType(question, type, created)
}
