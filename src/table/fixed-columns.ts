/** Whose member a column holds. */
export type Kind = 'record' | 'meta' | 'person'

/** The members that the contract names, in its order: every table has them. */
export const fixed: readonly (readonly [Kind, string])[] = [
  ['record', 'id'],
  ['record', 'formId'],
  ['record', 'createdAt'],
  ['record', 'updatedAt'],
  ['record', 'dataUpdatedAt'],
  ['record', 'finished'],
  ['record', 'status'],
  ['record', 'version'],
  ['meta', 'leadId'],
  ['person', 'ip'],
  ['person', 'country'],
  ['person', 'visitedForm'],
  ['person', 'completedForm'],
]

/** Whether the contract names the member. */
export const isFixed = (kind: Kind, name: string): boolean =>
  fixed.some((entry) => entry[0] === kind && entry[1] === name)
