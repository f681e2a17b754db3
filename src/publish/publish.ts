/** The door of this room: creates forms exactly once, applies specs, and resolves what stayed open. */
export {
  applySpecs,
  planHash,
  previewApply,
  type ApplyOutcome,
  type ApplyPlan,
  type ApplyRequest,
  type FormChange,
} from './apply.ts'
export { adoptForms, type AdoptedForm } from './adopt.ts'
export {
  createForms,
  makePublisher,
  type Creation,
  type Notice,
  type Publisher,
  type RefusedForm,
} from './create-once.ts'
export { openEntries, whyUnknown, type JournalEntry, type Machine } from './journal.ts'
export {
  originText,
  pathFrom,
  specAndName,
  unpackedForm,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type LockPlace,
  type Origin,
} from './lock-entries.ts'
export { defaultLockSeconds, findLockedForms, lockedIn, readLock } from './lock-file.ts'
export { lockFileName } from './lock-entries.ts'
export { isToCreate } from './plan.ts'
export {
  canonicalHash,
  draftForms,
  placeOf,
  planForms,
  stepsHash,
  type DraftForm,
  type PlannedForm,
  type ReadForm,
} from './plan.ts'
export { differenceLines, formDifferences, type Difference } from './form-diff.ts'
export { resolveEntry } from './resolve.ts'
