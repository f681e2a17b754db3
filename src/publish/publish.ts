/** The door of this room: creating forms exactly once, applying specs, and settling what stayed open. */
export {
  applySpecs,
  previewApply,
  type Applied,
  type ApplyPlan,
  type ApplyRequest,
  type FormChange,
} from './apply.ts'
export { createForms, decide, type Creation, type Refused } from './create-once.ts'
export { inProgress, journalOf, reasonOf, type JournalEntry } from './journal.ts'
export {
  isAt,
  originText,
  pathFrom,
  targetFrom,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type LockPlace,
  type Origin,
} from './lock-entries.ts'
export { defaultLockSeconds, lockFileName, readLock } from './lock-file.ts'
export { isToCreate, toDo } from './plan.ts'
export { makePublisher, type Notice, type Publisher } from './create-once.ts'
export {
  draftForms,
  placeOf,
  planForms,
  type DraftForm,
  type PlannedForm,
  type ReadForm,
} from './requests.ts'
export { findForms, settleEntry, type Found } from './settle.ts'
