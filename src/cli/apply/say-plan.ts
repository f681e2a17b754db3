import { count } from '../../failure.ts'
import type { Context } from '../command.ts'
import { absoluteUrl } from '../form-url.ts'
import type { FormVersion } from '../generated/lock.ts'
import { originText } from './locked-forms.ts'
import { isToCreate, type ApplyPlan, type FormChange } from './make-plan.ts'

/** A plan, and what its words need beside it. */
export type Saying = {
  readonly plan: ApplyPlan
  /** As people know it. */
  readonly lockName: string
  /** With a folder's whole path. */
  readonly baseUrl: string
  readonly isForgetting: boolean
}

/** One line of a plan. */
type Line = { readonly state: string; readonly of: string; readonly name: string; readonly note: string }

/** Prints a plan as a table, one line a form. */
export const printPlan = (saying: Saying, { terminal }: Context): Promise<void> =>
  terminal.table(
    ['state', 'spec', 'name', 'note'],
    linesOf(saying).map(({ state, of, name, note }) => [state, of, name, note]),
  )

/** Says a plan before it is carried out; what stays as it is, in a number. */
export async function sayPlan(saying: Saying, { terminal }: Context): Promise<void> {
  const { plan, baseUrl } = saying
  const lines = linesOf(saying).filter(({ state }) => state !== 'unchanged')
  const unchanged = plan.changes.length + plan.removed.length - lines.length
  const { environmentId } = plan.target
  const head = `The plan for ${baseUrl}${environmentId === '' ? '' : `, environment ${environmentId}`}:`
  const width = Math.max(...lines.map(({ state }) => state.length))
  const said = lines.map(({ state, of, name, note }) => {
    const named = name === '' ? of : `${of} "${name}"`
    return `  ${state.padEnd(width)}  ${named}${note === '' ? '' : `: ${note}`}`
  })
  const rest = unchanged === 0 ? [] : [`  ${count(unchanged, 'form')} unchanged`]
  await terminal.say([head, ...said, ...rest].map(terminal.plain).join('\n'))
}

const linesOf = (saying: Saying): readonly Line[] => [
  ...saying.plan.changes.map((change) => lineOf(change, saying)),
  ...saying.plan.removed.map((entry) => ({
    state: 'removed',
    of: originText(entry),
    name: '',
    note: noteOnRemoved(entry, saying),
  })),
]

const lineOf = (change: FormChange, saying: Saying): Line => ({
  state: change.kind,
  of: originText(change.form.origin),
  name: change.form.body.name,
  note: noteOn(change, saying),
})

function noteOn(change: FormChange, saying: Saying): string {
  if (isToCreate(change)) {
    const [before] = change.history
    return before ? `a new form is made; the old form stays at ${addressOf(before, saying)}` : ''
  }
  const address = addressOf(change.entry, saying)
  if (change.kind === 'moved' && change.before)
    return `was ${originText(change.before)}; its form stays at ${address}`
  if (change.kind === 'reverted' && change.before)
    return `a form of this content is there, at ${address}; the other form stays at ${addressOf(change.before, saying)}`
  return address
}

function noteOnRemoved(entry: FormVersion, saying: Saying): string {
  const address = addressOf(entry, saying)
  return saying.isForgetting
    ? `dropped from ${saying.lockName}; its form, ${entry.id}, stays at ${address}`
    : `its form stays at ${address}; --forget drops it from ${saying.lockName}`
}

/** Where a form is, for people. */
const addressOf = ({ url }: FormVersion, { baseUrl }: Saying): string => absoluteUrl(baseUrl, url) ?? url
