import type { Choices } from '../cell-text.ts'
import type { Member, Question } from '../columns.ts'
import { mergedOrder, noteSequence, unseen, type Seen } from '../merged-order.ts'

/** What a codebook tells that no row holds: which forms ask a question, and the options of lists in their order. */
export type Observed = {
  readonly noteForm: (question: Question, formId: string) => void
  readonly noteList: (member: Member, choices: Choices) => void
  /** The ids of the forms that asked a question, sorted. */
  readonly formsOf: (question: Question) => readonly string[]
  /** Whether some value of a member is a list. */
  readonly hasLists: (member: Member) => boolean
  /** The options of a member's lists, as the form has them. */
  readonly optionsOf: (member: Member) => readonly string[]
  /** Whether there were more options than are kept. */
  readonly isCut: (member: Member) => boolean
}

/** Most options of one question; a form has some dozens, and what people type in must not fill the memory. */
export const mostOptions = 1000

/** The longest text that is taken for an option. */
export const longestOption = 1000

type Option = { readonly name: string; readonly group: string; readonly seen: Seen<Option> }
type Lists = { readonly options: Map<string, Option>; isCut: boolean }

/** Nothing observed yet. */
export function makeObserved(): Observed {
  const forms = new Map<Question, Set<string>>()
  const lists = new Map<Member, Lists>()
  return {
    noteForm: (question, formId) => {
      const known = forms.get(question) ?? new Set()
      forms.set(question, known.add(formId))
    },
    noteList: (member, choices) => {
      const known = lists.get(member) ?? { options: new Map(), isCut: false }
      lists.set(member, known)
      noteSequence(choices.options.flatMap(({ name }) => optionOf(known, name) ?? []))
    },
    formsOf: (question) => [...(forms.get(question) ?? [])].toSorted(),
    hasLists: (member) => lists.has(member),
    optionsOf: (member) =>
      mergedOrder([...(lists.get(member)?.options.values() ?? [])]).map(({ name }) => name),
    isCut: (member) => lists.get(member)?.isCut ?? false,
  }
}

function optionOf(lists: Lists, name: string): Option | undefined {
  const known = lists.options.get(name)
  if (known) return known
  if (lists.options.size >= mostOptions || name.length > longestOption) {
    lists.isCut = true
    return undefined
  }
  const option: Option = { name, group: '', seen: unseen() }
  lists.options.set(name, option)
  return option
}
