import type { RawRecord } from '../../record/records.ts'
import { describing, hasMembers, isEntry, type Entry } from '../merge-entries.ts'
import { addStep, borders, flags, mean, type Border, type EntryOutline, type Walk } from './steps.ts'
import { hasMore, pass, passInto, passName, passText, peek, signs } from './walk.ts'

/** Walks over a record's `data`; false where no steps tell the whole of it. */
export function walkEntries(walk: Walk): boolean {
  const { data } = walk.record
  if (!Array.isArray(data) || !data.every(isEntry)) return false
  const ids = new Set(data.map(({ questionId }) => questionId))
  if (ids.size < data.length) return false
  mean(walk, { kind: 'data' })
  pass(walk)
  for (const [i, entry] of data.entries()) {
    // A record with two arrays of this name was parsed as the second one.
    if (peek(walk) !== signs.openObject) return false
    addStep(walk, borders.beforeEntry)
    if (!walkEntry(walk, entry) || isKnownFrom(walk, data, i + 1)) return false
  }
  if (peek(walk) !== signs.closeList) return false
  pass(walk)
  addStep(walk, borders.afterMember)
  return true
}

/** Whether all that is left of a record is known, the entries from a number on and what is behind them. */
const isKnownFrom = ({ pupil, record }: Walk, data: readonly Entry[], next: number): boolean =>
  pupil.mayKnow(next === data.length) && isUsual(record, data) && pupil.knows(data.slice(next))

/**
 * Whether all that records usually tell is told as usual. Where it is not, what leads there begins as what usually
 * does, and the kernel, once it had gone there, would expect it from then on.
 */
const isUsual = ({ meta, personAttributes }: RawRecord, data: readonly Entry[]): boolean =>
  (meta === undefined || hasMembers(meta)) &&
  (personAttributes === undefined || hasMembers(personAttributes)) &&
  data.every(({ response }) => describing.every((name) => isTextOrNone(response[name])))

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string'

function walkEntry(walk: Walk, { questionId }: Entry): boolean {
  const question = walk.columns.question(questionId)
  const entry: EntryOutline = { question, members: [], besides: [], headline: '', type: '', tellings: 0 }
  const names = passInto(walk)
  let isLast = false
  while (hasMore(walk)) {
    addStep(walk, isLast ? borders.beforeLastPart : borders.beforePart)
    const name = passName(walk, names)
    if (name === undefined) return false
    const first = peek(walk)
    if (name === 'questionId' && first === signs.quote) {
      const after = isLast ? borders.afterLastPart : borders.afterPart
      if (tellText(walk, after, { name, entry }) !== questionId) return false
    } else if (name === 'response' && first === signs.openObject) {
      isLast = true
      if (!walkResponse(walk, entry)) return false
      // What else an entry has comes after its response, wherever it stands.
    } else if (!isLast || !walkBeside(walk, name, entry)) return false
  }
  mean(walk, { kind: 'end' })
  walk.pupil.takeEntry(entry)
  addStep(walk, borders.afterEntry)
  return true
}

function walkBeside(walk: Walk, name: string, entry: EntryOutline): boolean {
  const member = entry.question.entryMembers.get(name)
  if (member?.column === undefined) return false
  entry.besides.push(member)
  addStep(walk, borders.afterLastPart, { column: name, flags: besideFlags })
  return true
}

const answerFlags = flags.nested | flags.joined
const besideFlags = answerFlags | flags.beside

function walkResponse(walk: Walk, entry: EntryOutline): boolean {
  const names = passInto(walk)
  while (hasMore(walk)) {
    addStep(walk, borders.beforeAnswer)
    const name = passName(walk, names)
    if (name === undefined) return false
    const isDescribing = describing.includes(name)
    if (isDescribing && peek(walk) === signs.quote) {
      tellText(walk, borders.afterAnswer, { name, entry })
      continue
    }
    if (isDescribing) tell(walk, { name, entry })
    const member = entry.question.members.get(name)
    if (member?.column === undefined) return false
    entry.members.push(member)
    const own = isDescribing ? answerFlags | flags.describing : answerFlags
    addStep(walk, borders.afterAnswer, { column: name, flags: own })
  }
  addStep(walk, borders.afterLastPart)
  return true
}

type Told = { readonly name: string; readonly entry: EntryOutline }

function tell(walk: Walk, { name, entry }: Told, text?: string): void {
  entry.tellings++
  mean(walk, { kind: 'tell', name, text, entry })
}

function tellText(walk: Walk, border: Border, told: Told): string {
  const text = passText(walk)
  tell(walk, told, text)
  if (told.name === 'headline') told.entry.headline = text
  if (told.name === 'type') told.entry.type = text
  addStep(walk, border)
  return text
}
