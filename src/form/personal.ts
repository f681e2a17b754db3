import { identityKeys } from './schema.ts'

/** Component types whose answers say who somebody is rather than what somebody thinks. */
const personalTypes: ReadonlySet<unknown> = new Set([
  'IdentityInfo',
  'EmailForm',
  'Phone',
  'Address',
  'FileUploader',
  'SchedulerScreen',
  'Scheduler',
])

const personalMembers: ReadonlySet<string> = new Set(identityKeys)

/** Whether a member of an answer says who gave it, by the type of the question or by its own name. */
export const saysWho = ({ type, member }: { readonly type: unknown; readonly member: string }): boolean =>
  personalTypes.has(type) || personalMembers.has(member)
