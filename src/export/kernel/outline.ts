import { isTimeColumn, type Column } from '../columns.ts'
import { noteBeginning, passKnown, type Beginning } from './beginning.ts'
import { walkEntries } from './outline-entries.ts'
import { addStep, borders, flags, mean, startWalk, type Walk } from './steps.ts'
import { hasMore, passInto, passName, passText, peek, signs } from './walk.ts'

/**
 * Walks over a record that was collected, so that all its columns are there, and has its steps taught; it breaks off
 * where none tell the whole of it, as of a record in which a name repeats.
 */
export function outline(outlined: Parameters<typeof startWalk>[0], beginning: Beginning): void {
  const walk = startWalk(outlined)
  const names = passInto(walk)
  passKnown(walk, names, beginning)
  let isBeginning = true
  while (hasMore(walk)) {
    addStep(walk, borders.beforeMember)
    const token = walk.next
    const name = passName(walk, names)
    if (name === undefined || !walkMember(walk, name)) return
    isBeginning &&= noteBeginning(walk, beginning, token)
  }
  addStep(walk, borders.end)
}

function walkMember(walk: Walk, name: string): boolean {
  const first = peek(walk)
  mean(walk, { kind: 'once', name: `record ${name}` })
  if (name === 'data' && first === signs.openList) return walkEntries(walk)
  if (name === 'meta' && first === signs.openObject) return walkPlain(walk, metaBorders)
  if (name === 'personAttributes' && first === signs.openObject) return walkPlain(walk, personBorders)
  const column = walk.columns.find('record', name)
  if (column === undefined) return false
  if (name === 'formId') return first === signs.quote && walkForm(walk, column)
  addStep(walk, borders.afterMember, { column, flags: flagsOf(name, column) })
  return true
}

function flagsOf(name: string, column: Column): number {
  if (isTimeColumn(column)) return flags.nested | flags.time | (name === 'createdAt' ? flags.created : 0)
  // Were these three what they usually are, they would be no cells.
  if (name === 'data' || name === 'meta' || name === 'personAttributes') return 0
  return flags.nested | (name === 'id' ? flags.identity : 0)
}

const metaBorders = { kind: 'meta', before: borders.beforeMeta, after: borders.afterMeta } as const
const personBorders = { kind: 'person', before: borders.beforePerson, after: borders.afterPerson } as const

function walkPlain(walk: Walk, { kind, before, after }: typeof metaBorders | typeof personBorders): boolean {
  const names = passInto(walk)
  while (hasMore(walk)) {
    addStep(walk, before)
    const name = passName(walk, names)
    const column = name === undefined ? undefined : walk.columns.find(kind, name)
    if (column === undefined) return false
    mean(walk, { kind: 'once', name: `${kind} ${name}` })
    addStep(walk, after, { column, flags: flags.nested })
  }
  addStep(walk, borders.afterMember)
  return true
}

function walkForm(walk: Walk, column: Column): boolean {
  const formId = passText(walk)
  mean(walk, { kind: 'form', formId, column })
  addStep(walk, borders.afterMember)
  return true
}
