/** What is known of forms beside their responses: names, pages, colours. Whatever cannot be read stays unknown. */
import { announces, listForms } from '../../client/client.ts'
import { ignoreFailure } from '../../failure/failure.ts'
import type { Reading } from '../../responses/responses.ts'
import type { Outline } from '../../stats/stats.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { readForm, specReader, specsOfForms } from '../forms/specs-of-forms.ts'
import { withCaller } from '../settings/connect.ts'

/** By the ids of forms. */
export type FormFacts = {
  readonly names: ReadonlyMap<string, string>
  readonly outlines: ReadonlyMap<string, Outline>
  /** Accent colours, as `#rrggbb`. */
  readonly accents: ReadonlyMap<string, string>
}

/**
 * A name is that of the service's list, else that of the spec, else that of an earlier run; pages are those of the service
 * in a folder, else those of the spec that the lock file or an earlier run names.
 */
export async function factsOf(
  formIds: readonly string[],
  origin: Reading<unknown>['origin'],
  context: Context,
): Promise<FormFacts> {
  const names = new Map<string, string>()
  const outlines = new Map<string, Outline>()
  const accents = new Map<string, string>()
  if (formIds.length === 0) return { names, outlines, accents }
  const note = (id: string, form: unknown): void => {
    const { name, outline } = readForm(form)
    if (name !== undefined && !names.has(id)) names.set(id, name)
    if (outline && !outlines.has(id)) outlines.set(id, outline)
  }
  const known = (await knownForms(context.host)).filter(({ id }) => formIds.includes(id))
  if (origin.kind === 'service') {
    for (const { id, name } of (await listed(context)) ?? []) names.set(id, name)
    const folder = embeddedFolder(origin.baseUrl)
    const kept = folder === undefined ? [] : await keptForms(folder, formIds, context)
    for (const form of kept ?? []) {
      note(form.id, form)
      accents.set(form.id, form.style.colors.accent)
    }
  }
  const specs = await specsOfForms(context)
  const read = specReader(context)
  for (const id of formIds) {
    const spec = specs.get(id)
    if (spec && !(names.has(id) && outlines.has(id))) note(id, await read(spec))
  }
  for (const { id, name } of known) if (name !== '' && !names.has(id)) names.set(id, name)
  return { names, outlines, accents }
}

/** The longest wait for names. */
const mostSeconds = 5

const listed = (context: Context) =>
  withCaller(context, async ({ access, patience }) => {
    const caller = { access, patience: { ...patience, seconds: mostSeconds } }
    return (await announces(caller, 'forms-list')) ? listForms(caller) : []
  }).catch(ignoreFailure)

/** The forms as a service in a folder keeps them. */
async function keptForms(folder: string, formIds: readonly string[], { host }: Context) {
  const { openExistingDataFolder } = await import('../settings/open-data-folder.ts')
  const opened = await openExistingDataFolder(host, folder).catch(ignoreFailure)
  try {
    if (opened === undefined) return []
    const { forms: kept } = opened.world.store
    const forms = await Promise.all(formIds.map((id) => kept.get(id)))
    return forms.filter((form) => form !== undefined)
  } finally {
    await opened?.close()
  }
}
