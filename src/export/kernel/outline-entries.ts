import { describing, isEntry, type Entry } from '../merge-entries.ts'
import { addStep, flags, mean, type Border, type EntryOutline, type Walk } from './steps.ts'
import { pass, passText, peek, signs, walkMembers } from './walk.ts'

/** Walks over a record's `data`; false where no steps tell the whole of it. */
export function walkEntries(walk: Walk): boolean {
  const { data } = walk.record
  if (!Array.isArray(data) || !data.every(isEntry)) return false
  const ids = new Set(data.map(({ questionId }) => questionId))
  if (ids.size < data.length) return false
  mean(walk, { kind: 'data' })
  pass(walk)
  for (const entry of data) {
    // A record with two arrays of this name was parsed as the second one.
    if (peek(walk) !== signs.openObject) return false
    addStep(walk, 'before entry')
    if (!walkEntry(walk, entry)) return false
  }
  if (peek(walk) !== signs.closeList) return false
  pass(walk)
  addStep(walk, 'after member')
  return true
}

function walkEntry(walk: Walk, { questionId }: Entry): boolean {
  const question = walk.columns.question(questionId)
  const entry: EntryOutline = { question, members: [], besides: [], headline: '', type: '', tellings: 0 }
  let part: 'part' | 'last part' = 'part'
  const visit = (name: string): boolean => {
    const first = peek(walk)
    if (name === 'questionId' && first === signs.quote)
      return tellText(walk, `after ${part}`, { name, entry }) === questionId
    if (name === 'response' && first === signs.openObject) {
      part = 'last part'
      return walkResponse(walk, entry)
    }
    const member = question.entryMembers.get(name)
    // What else an entry has comes after its response, wherever it stands.
    if (part === 'part' || member?.column === undefined) return false
    entry.besides.push(member)
    addStep(walk, 'after last part', { column: name, flags: flags.nested | flags.joined | flags.beside })
    return true
  }
  const isKnown = walkMembers(walk, visit, () => addStep(walk, `before ${part}`))
  mean(walk, { kind: 'end' })
  if (isKnown) walk.pupil.takeEntry(entry)
  addStep(walk, 'after entry')
  return isKnown
}

function walkResponse(walk: Walk, entry: EntryOutline): boolean {
  const visit = (name: string): boolean => {
    const isDescribing = describing.includes(name)
    if (isDescribing && peek(walk) === signs.quote) {
      tellText(walk, 'after answer', { name, entry })
      return true
    }
    if (isDescribing) tell(walk, { name, entry })
    const member = entry.question.members.get(name)
    if (member?.column === undefined) return false
    entry.members.push(member)
    const more = isDescribing ? flags.describing : 0
    addStep(walk, 'after answer', { column: name, flags: flags.nested | flags.joined | more })
    return true
  }
  const isKnown = walkMembers(walk, visit, () => addStep(walk, 'before answer'))
  addStep(walk, 'after last part')
  return isKnown
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
