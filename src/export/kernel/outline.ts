import { isTimeColumn, type Column } from '../columns.ts'
import { walkEntries } from './outline-entries.ts'
import { addStep, flags, mean, type Walk } from './steps.ts'
import type { Tokens } from './tokens.ts'
import { passText, peek, signs, walkMembers } from './walk.ts'

/**
 * Walks over a record that was collected, so that all its columns are there, and has its steps taught; it breaks off
 * where none tell the whole of it, as of a record in which a name repeats.
 */
export function outline(tokens: Tokens, { record, columns, pupil }: Outlining): void {
  const walk: Walk = { tokens, next: 0, at: 0, columns, record, pupil, run: [], from: 0, meanings: [] }
  const isKnown = walkMembers(
    walk,
    (name) => walkMember(walk, name),
    () => addStep(walk, 'before member'),
  )
  if (isKnown) addStep(walk, 'end')
}

type Outlining = Pick<Walk, 'record' | 'columns' | 'pupil'>

function walkMember(walk: Walk, name: string): boolean {
  const first = peek(walk)
  mean(walk, { kind: 'once', name: `record ${name}` })
  if (name === 'data' && first === signs.openList) return walkEntries(walk)
  if (name === 'meta' && first === signs.openObject) return walkPlain(walk, 'meta')
  if (name === 'personAttributes' && first === signs.openObject) return walkPlain(walk, 'person')
  const column = walk.columns.find('record', name)
  if (column === undefined) return false
  if (name === 'formId') return first === signs.quote && walkForm(walk, column)
  addStep(walk, 'after member', { column, flags: flagsOf(name, column) })
  return true
}

function flagsOf(name: string, column: Column): number {
  if (isTimeColumn(column)) return flags.nested | flags.time | (name === 'createdAt' ? flags.created : 0)
  // Were these three what they usually are, they would be no cells.
  if (name === 'data' || name === 'meta' || name === 'personAttributes') return 0
  return flags.nested | (name === 'id' ? flags.identity : 0)
}

function walkPlain(walk: Walk, kind: 'meta' | 'person'): boolean {
  const visit = (name: string): boolean => {
    mean(walk, { kind: 'once', name: `${kind} ${name}` })
    const column = walk.columns.find(kind, name)
    if (column) addStep(walk, `after ${kind}`, { column, flags: flags.nested })
    return column !== undefined
  }
  const isKnown = walkMembers(walk, visit, () => addStep(walk, `before ${kind}`))
  addStep(walk, 'after member')
  return isKnown
}

function walkForm(walk: Walk, column: Column): boolean {
  const formId = passText(walk)
  mean(walk, { kind: 'form', formId, column })
  addStep(walk, 'after member')
  return true
}
