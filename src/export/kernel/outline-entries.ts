import type { Member } from '../columns.ts'
import { describing, isEntry, type Entry } from '../merge-entries.ts'
import { addStep, walkObject, type Border, type EntryOutline, type ValueFlags, type Walk } from './steps.ts'
import { pass, passString, peek, walkMembers } from './walk.ts'

/** Walks over a record's `data`; false where no steps tell the whole of it. */
export function walkEntries(walk: Walk): boolean {
  const { data } = walk.record
  if (!Array.isArray(data) || !data.every(isEntry)) return false
  const ids = new Set(data.map(({ questionId }) => questionId))
  if (ids.size < data.length) return false
  pass(walk)
  walk.meanings.push({ kind: 'data' })
  addStep(walk, 'data')
  for (const entry of data) {
    if (peek(walk) === ',') pass(walk)
    // A record with two arrays of this name was parsed as the second one.
    if (peek(walk) !== '{' || !walkEntry(walk, entry)) return false
  }
  if (peek(walk) !== ']') return false
  pass(walk)
  addStep(walk, 'record')
  return true
}

function walkEntry(walk: Walk, { questionId, response }: Entry): boolean {
  const question = walk.columns.question(questionId)
  const entry: EntryOutline = { question, members: [], besides: [], headline: '', type: '', tellings: 0 }
  walk.entries.push(entry)
  let border: Border = 'entry'
  const isKnown = walkMembers(walk, (name) => {
    const first = peek(walk)
    if (name === 'questionId' && first === '"')
      return tellText(walk, border, { name, text: questionId, entry })
    if (name !== 'response' || first !== '{') {
      const member = question.entryMembers.get(name)
      // What else an entry has comes after its response, wherever it stands.
      return (
        border === 'answered' && addAnswer(walk, border, { member, members: entry.besides, isBeside: true })
      )
    }
    border = 'answered'
    return walkObject(walk, ['response', border], (part) => walkPart(walk, entry, [part, response[part]]))
  })
  walk.meanings.push({ kind: 'end' })
  addStep(walk, 'entries')
  return isKnown
}

function walkPart(walk: Walk, entry: EntryOutline, [name, value]: readonly [string, unknown]): boolean {
  const isDescribing = describing.includes(name)
  const isText = peek(walk) === '"'
  if (isDescribing && isText)
    return typeof value === 'string' && tellText(walk, 'answers', { name, text: value, entry })
  if (isDescribing) tell(walk, { name, text: undefined, entry })
  const member = entry.question.members.get(name)
  return addAnswer(walk, 'answers', { member, members: entry.members, isDescribing })
}

type Told = { readonly name: string; readonly text: string | undefined; readonly entry: EntryOutline }

function tell(walk: Walk, told: Told): void {
  told.entry.tellings++
  walk.meanings.push({ kind: 'tell', ...told })
}

function tellText(walk: Walk, border: Border, told: Told & { readonly text: string }): boolean {
  passString(walk)
  tell(walk, told)
  if (told.name === 'headline') told.entry.headline = told.text
  if (told.name === 'type') told.entry.type = told.text
  addStep(walk, border)
  return true
}

type Answer = Pick<ValueFlags, 'isDescribing' | 'isBeside'> & {
  readonly member: Member | undefined
  readonly members: Member[]
}

function addAnswer(walk: Walk, border: Border, { member, members, ...flags }: Answer): boolean {
  if (member?.column === undefined) return false
  members.push(member)
  addStep(walk, border, { column: member.name, flags: { ...flags, isNested: true, isJoined: true } })
  return true
}
