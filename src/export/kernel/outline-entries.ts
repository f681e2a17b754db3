import type { Keyed } from '../../form/value.ts'
import { describing, isEntry, type Entry } from '../merge-entries.ts'
import { addStep, flags, mean, type Border, type EntryOutline, type Walk } from './steps.ts'
import { pass, passString, peek, walkMembers } from './walk.ts'

/** Walks over a record's `data`; false where no steps tell the whole of it. */
export function walkEntries(walk: Walk): boolean {
  const { data } = walk.record
  if (!Array.isArray(data) || !data.every(isEntry)) return false
  const ids = new Set(data.map(({ questionId }) => questionId))
  if (ids.size < data.length) return false
  mean(walk, { kind: 'data' })
  for (const entry of data) {
    pass(walk)
    // A record with two arrays of this name was parsed as the second one.
    if (peek(walk) !== '{') return false
    addStep(walk, 'before entry')
    if (!walkEntry(walk, entry) || !',]'.includes(peek(walk))) return false
  }
  if (data.length === 0) pass(walk)
  if (peek(walk) !== ']') return false
  pass(walk)
  addStep(walk, 'after member')
  return true
}

function walkEntry(walk: Walk, { questionId, response }: Entry): boolean {
  const question = walk.columns.question(questionId)
  const entry: EntryOutline = { question, members: [], besides: [], headline: '', type: '', tellings: 0 }
  walk.entries.push(entry)
  let part: 'part' | 'last part' = 'part'
  const visit = (name: string): boolean => {
    const first = peek(walk)
    if (name === 'questionId' && first === '"')
      return tellText(walk, `after ${part}`, { name, text: questionId, entry })
    if (name === 'response' && first === '{') {
      part = 'last part'
      return walkResponse(walk, entry, response)
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
  addStep(walk, 'after entry')
  return isKnown
}

function walkResponse(walk: Walk, entry: EntryOutline, response: Keyed): boolean {
  const visit = (name: string): boolean => {
    const isDescribing = describing.includes(name)
    const text = peek(walk) === '"' ? response[name] : undefined
    if (isDescribing && typeof text === 'string') return tellText(walk, 'after answer', { name, text, entry })
    if (isDescribing) tell(walk, { name, text: undefined, entry })
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

type Told = { readonly name: string; readonly text: string | undefined; readonly entry: EntryOutline }

function tell(walk: Walk, told: Told): void {
  told.entry.tellings++
  mean(walk, { kind: 'tell', name: told.name, text: told.text, entry: told.entry })
}

function tellText(walk: Walk, border: Border, told: Told & { readonly text: string }): boolean {
  passString(walk)
  tell(walk, told)
  if (told.name === 'headline') told.entry.headline = told.text
  if (told.name === 'type') told.entry.type = told.text
  addStep(walk, border)
  return true
}
