/** How a plan of `forms apply` is shown: to people, as rows for programs, and as Markdown. */
import { markdown } from '../../authoring/reports.ts'
import { count } from '../../failure/failure.ts'
import {
  differenceLines,
  formDifferences,
  isToCreate,
  originText,
  unpackedForm,
  type ApplyPlan,
  type Difference,
  type FormChange,
  type FormVersion,
  type Origin,
} from '../../publish/publish.ts'
import { isForPeople, type Context } from '../command.ts'
import { absoluteUrl } from '../settings/base-url.ts'
import { fitLines } from '../terminal/display-width.ts'
import { plain } from '../terminal/plain.ts'

export type PlanView = {
  readonly plan: ApplyPlan
  readonly profile: string
  /** The name of the lock file for messages. */
  readonly lockName: string
  /** For an embedded service, with the absolute path of its folder. */
  readonly baseUrl: string
  /** The base URL of its pages. */
  readonly pages: string
}

/** Prints a plan, one row per form; people get what changes, and the number of the others. */
export async function printPlan(view: PlanView, context: Context): Promise<void> {
  const { terminal, host } = context
  if (isForPeople(context)) await terminal.print(`${fitLines(planText(view), host.stdout.columns)}\n`)
  else {
    await terminal.list(
      ['state', 'spec', 'name', 'note'],
      linesOf(view).map(({ state, origin, name, note }) => [state, origin, name, note]),
    )
    // The rows are for programs; what they have no room for is for people.
    const { isMerged, formerUrl } = view.plan
    if (isMerged || formerUrl !== undefined || linesOf(view).some(({ changes }) => changes.length > 0))
      await terminal.info(planText(view))
  }
}

/** Whether a plan has more to say than that nothing is to be done. */
export const hasNews = (view: PlanView): boolean => view.plan.toDo > 0 || shownLines(view).length > 0

/** A plan in lines; unchanged forms are only counted. */
export const planText = (view: PlanView): string =>
  [`${headOf(view)}:`, ...bodyOf(view).map((line) => `  ${line}`)].join('\n')

/** A plan as Markdown: its lines stand in a block that none of them can end. */
export function planMarkdown(view: PlanView): string {
  const lines = bodyOf(view)
  const backticks = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length + 1)
  const fence = '`'.repeat(Math.max(3, ...backticks))
  return [`### ${markdown(headOf(view))}`, '', `${fence}text`, ...lines, fence, '', ''].join('\n')
}

/** The service of a plan. */
function headOf({ plan, baseUrl, profile }: PlanView): string {
  const { environmentId } = plan.target
  const of = [
    ...(environmentId === '' ? [] : [`environment ${environmentId}`]),
    ...(profile === 'default' ? [] : [`profile ${profile}`]),
  ]
  return plain(`The plan for ${[baseUrl, ...of].join(', ')}`)
}

function bodyOf(view: PlanView): readonly string[] {
  const { plan, lockName } = view
  const lines = shownLines(view)
  const width = Math.max(...lines.map(({ state }) => state.length))
  const texts = lines.flatMap(({ state, origin, name, note, changes }) =>
    [
      `${state.padEnd(width)}  ${name === '' ? origin : `${origin} "${name}"`}${note === '' ? '' : `: ${note}`}`,
    ].concat(changes.map((change) => `  ${change}`)),
  )
  const unchanged = linesOf(view).filter(({ isNews }) => !isNews).length
  return [
    ...(plan.formerUrl === undefined
      ? []
      : [`The address was ${plan.formerUrl}; ${lockName} gets the new one, and the forms stay.`]),
    ...(plan.isMerged ? [`${lockName} holds a merge: the entries of both sides are kept.`] : []),
    ...texts,
    ...(unchanged === 0 ? [] : [`${count(unchanged, 'form')} unchanged`]),
  ].map(plain)
}

/** What changed in a form against the one that its spec has in the lock file; nothing where that does not keep what was sent. */
export function differencesOf(change: FormChange): readonly Difference[] {
  const before = change.kind === 'changed' || change.kind === 'reverted' ? change.before : undefined
  const sent = before && unpackedForm(before)
  return sent ? formDifferences(sent, change.form.body) : []
}

type PlanLine = Readonly<Record<'state' | 'origin' | 'name' | 'note', string>> & {
  /** False for an unchanged form, which the text only counts. */
  readonly isNews: boolean
  readonly changes: readonly string[]
}

const linesOf = (view: PlanView): readonly PlanLine[] => [
  ...view.plan.changes.map((change) => ({
    state: change.kind,
    isNews: change.kind !== 'unchanged' || isClosed(change, view),
    origin: originText(change.form.origin),
    name: change.form.body.name,
    note: noteOn(change, view),
    changes: differenceLines(differencesOf(change)),
  })),
  ...view.plan.closing.map((form) => ({
    state: 'closed',
    isNews: true,
    origin: originText(form.origin),
    name: '',
    note: `its former form at ${addressOf(form, view)}`,
    changes: [],
  })),
  ...view.plan.removed.map((entry) => ({
    state: 'removed',
    isNews: true,
    origin: originText(entry),
    name: '',
    note: view.plan.isForgetting
      ? `dropped from ${view.lockName}; its form, ${entry.id}, stays at ${addressOf(entry, view)}`
      : `its form stays at ${addressOf(entry, view)}; --forget drops it from ${view.lockName}`,
    changes: [],
  })),
]

const shownLines = (view: PlanView): readonly PlanLine[] => linesOf(view).filter(({ isNews }) => isNews)

/** Whether the form of a spec is there and takes no more answers. */
export const isClosed = (change: FormChange, { plan }: Pick<PlanView, 'plan'>): boolean =>
  !isToCreate(change) && plan.closed.has(change.entry.id)

function noteOn(change: FormChange, view: PlanView): string {
  if (isToCreate(change)) {
    const [before] = change.history
    if (before && change.kind === 'gone')
      return `the service no longer has its form ${before.id}; a new one is made`
    if (!before) return ''
    const isClosing = view.plan.closing.some(({ id }) => id === before.id)
    return `a new form is made${isClosing ? '' : `; the old form stays at ${addressOf(before, view)}`}`
  }
  const address = addressOf(change.entry, view)
  const closedNote = isClosed(change, view) ? '; it was closed: --recreate makes a new one' : ''
  return `${whereOf(change, address, view)}${closedNote}`
}

function whereOf({ kind, before, form }: KeptForm, address: string, view: PlanView): string {
  if (kind === 'moved' && before) return `was ${originText(before)}; its form stays at ${address}`
  if (kind === 'found') return `its form is there, at ${address}; ${view.lockName} did not have it`
  if (kind !== 'reverted' || !before) return address
  const isNewest = form.body.address === undefined || view.plan.closing.some(({ id }) => id === before.id)
  const lasting = isNewest ? '' : `, and ${form.body.address} leads there until --close-replaced closes it`
  return `a form of this content is there, at ${address}; the other form stays at ${addressOf(before, view)}${lasting}`
}

type KeptForm = Extract<FormChange, { readonly entry: unknown }>

/** The spec of a form, and its id and address, as members of what `--output json` prints. */
export const originIn = ({ spec, document, row }: Origin): object => ({ spec, document, row })
export const versionIn = ({ id, url }: Pick<FormVersion, 'id' | 'url'>, pages: string): object => ({
  id,
  url,
  absoluteUrl: absoluteUrl(pages, url),
})

export const addressOf = ({ url }: FormVersion, { pages }: PlanView): string => absoluteUrl(pages, url) ?? url
