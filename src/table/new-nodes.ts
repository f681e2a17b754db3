import type { Column, Member, Option, Question } from './columns.ts'
import { makeHeadlines } from './headlines.ts'
import { unseen } from './order.ts'

/** What most questions and members have, so that no map of their own has to be made for it: nothing is put into these. */
export const noMembers: Question['entryMembers'] = new Map()
export const noOptions: Member['options'] = new Map()

/** A question of that id, and how many headlines it keeps, if not the usual. */
export const newQuestion = (id: string, mostHeadlines: number | undefined): Question => ({
  name: id,
  group: '',
  seen: unseen(),
  headline: '',
  headlineAt: '',
  isRenamed: false,
  headlines: makeHeadlines(mostHeadlines),
  type: '',
  typeAt: '',
  members: new Map(),
  entryMembers: noMembers,
  row: -1,
})

/** An option of that name. */
export const newOption = (name: string, column: Column): Option => ({
  name,
  group: '',
  seen: unseen(),
  column,
})

/** A member of that name. */
export const newMember = (question: Question, name: string): Member => ({
  name,
  group: '',
  seen: unseen(),
  question,
  options: noOptions,
  namesEveryOption: false,
})
