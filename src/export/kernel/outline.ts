import type { RawRecord } from '../../form/raw-record.ts'
import { isTimeColumn, type Column, type Columns } from '../columns.ts'
import { walkEntries } from './outline-entries.ts'
import { addStep, walkObject, type EntryOutline, type Step, type Walk } from './steps.ts'
import { passString, peek, walkMembers } from './walk.ts'

/** A record as steps. */
export type Outline = { readonly steps: readonly Step[]; readonly entries: readonly EntryOutline[] }

/**
 * The outline of a record that was collected, so that all its columns are there; undefined where none tells the whole of
 * it, as of a record in which a name repeats.
 */
export function outlineOf(bytes: Uint8Array, record: RawRecord, columns: Columns): Outline | undefined {
  const walk: Walk = { bytes, at: 0, columns, record, steps: [], entries: [], from: 0, meanings: [] }
  if (!walkMembers(walk, (name) => walkMember(walk, name))) return undefined
  addStep(walk, 'end')
  return walk
}

function walkMember(walk: Walk, name: string): boolean {
  const first = peek(walk)
  walk.meanings.push({ kind: 'once', name: `record ${name}` })
  if (name === 'data' && first === '[') return walkEntries(walk)
  if (name === 'meta' && first === '{') return walkPlain(walk, 'meta')
  if (name === 'personAttributes' && first === '{') return walkPlain(walk, 'person')
  const column = walk.columns.find('record', name)
  if (column === undefined) return false
  if (name === 'formId') return first === '"' && walkForm(walk, column)
  // Were these three what they usually are, they would be no cells.
  const isNested = name !== 'data' && name !== 'meta' && name !== 'personAttributes'
  const [isTime, isCreated, isIdentity] = [isTimeColumn(column), name === 'createdAt', name === 'id']
  addStep(walk, 'record', { column, flags: { isTime, isCreated, isIdentity, isNested } })
  return true
}

const walkPlain = (walk: Walk, kind: 'meta' | 'person'): boolean =>
  walkObject(walk, [`${kind} begins`, 'record'], (name) => {
    peek(walk)
    walk.meanings.push({ kind: 'once', name: `${kind} ${name}` })
    const column = walk.columns.find(kind, name)
    if (column) addStep(walk, `${kind} goes on`, { column, flags: { isNested: true } })
    return column !== undefined
  })

function walkForm(walk: Walk, column: Column): boolean {
  const { formId } = walk.record
  if (typeof formId !== 'string') return false
  passString(walk)
  walk.meanings.push({ kind: 'form', formId, column })
  addStep(walk, 'record')
  return true
}
