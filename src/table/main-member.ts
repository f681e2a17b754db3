import type { Member, Question } from './columns.ts'

/** The members that hold what was answered, by the answer shapes of version 2.0; the others tell more about it. */
export const mainMembers: readonly string[] = ['value', 'selected', 'choices', 'files']

/** Whether a member of that name holds what was answered. */
export const isMain = (member: string): boolean => mainMembers.includes(member)

/** The member whose column bears the question's own name. */
export function mainMember({ members }: Question): Member | undefined {
  // By numbers: this is asked of each of thousands of columns, before the engine has made iterators fast.
  for (let i = 0; i < mainMembers.length; i++) {
    const member = members.get(mainMembers[i] ?? '')
    if (member) return member
  }
  return undefined
}
