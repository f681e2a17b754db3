import type { Column, QuestionColumns } from '../../table/columns.ts'
import { isJsonObject, isEntry, mergeEntries, withOther, type Entry } from '../../table/answers.ts'
import type { RawRecord } from '../../record/records.ts'
import type { JsonObject } from '../../form/value.ts'

/** The value of a response in a column of the wide table; undefined if it has none. */
export function cellValue(record: RawRecord, { holds }: Column): unknown {
  if (holds.kind === 'record') return holds.name === 'data' ? nonAnswers(record) : ownOf(record, holds.name)
  if (holds.kind !== 'answer') {
    const owner = record[holds.kind === 'meta' ? 'meta' : 'personAttributes']
    return isJsonObject(owner) ? ownOf(owner, holds.name) : undefined
  }
  const { name, question } = holds.member
  const entry = entriesOf(record).find(({ questionId }) => isOf(question, questionId))
  if (!entry) return undefined
  return ownOf(question.entryMembers.get(name) === holds.member ? entry : entry.response, name)
}

/** Whether the question, or one that was merged into it, has that id. */
const isOf = ({ name, mergedIds }: QuestionColumns, id: string): boolean =>
  name === id || mergedIds.includes(id)

/** An own member; inherited ones, such as `toString`, do not count. */
const ownOf = (members: JsonObject, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** The answers of a response, one per question. */
export const entriesOf = ({ data }: RawRecord): readonly Entry[] =>
  Array.isArray(data)
    ? mergeEntries(data.filter(isEntry)).map((entry) => withAnswer(entry, withOther(entry.response)))
    : []

/** The same as people read them: "Other" is one of the options, and no member beside them. */
export const readableEntriesOf = (record: RawRecord): readonly Entry[] =>
  entriesOf(record).map((entry) => {
    const { selectedOther, other: _, ...response } = entry.response
    return typeof selectedOther === 'boolean' ? withAnswer(entry, response) : entry
  })

const withAnswer = (entry: Entry, response: JsonObject): Entry => ({ ...entry, response })

/** The answers of a response, limited to the members that columns show, in the order of the columns. */
export function entriesIn(record: RawRecord, columns: readonly Column[]): readonly Entry[] {
  const entries = entriesOf(record)
  const shown = new Map<string, Entry>()
  for (const column of columns) {
    const { holds } = column
    if (holds.kind !== 'answer') continue
    const entry = entries.find(({ questionId }) => isOf(holds.member.question, questionId))
    if (!entry) continue
    const { type, headline } = entry.response
    const before = shown.get(entry.questionId)?.response ?? { type, headline }
    const response = { ...before, [holds.member.name]: cellValue(record, column) }
    shown.set(entry.questionId, { questionId: entry.questionId, response })
  }
  return [...shown.values()]
}

/** Values in `data` that are no answers. */
function nonAnswers({ data }: RawRecord): unknown {
  if (!Array.isArray(data)) return data
  const left = data.filter((entry) => !isEntry(entry))
  return left.length > 0 ? left : undefined
}
