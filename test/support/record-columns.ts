/** Members of a record that have a column in every table of responses. */
export const recordMembers = 'id formId createdAt updatedAt dataUpdatedAt finished status version'.split(' ')
export const personMembers = ['ip', 'country', 'visitedForm', 'completedForm']

/** All columns that every table of responses has, as they are named. */
export const recordColumns: readonly string[] = [
  ...recordMembers,
  'meta.leadId',
  ...personMembers.map((name) => `personAttributes.${name}`),
]
