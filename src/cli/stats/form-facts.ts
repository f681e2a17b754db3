/** What is known of forms beside their responses: names, pages, colours. Whatever cannot be read stays unknown. */
import { ignoreFailure } from '../../failure/failure.ts'
import type { Reading } from '../../responses/responses.ts'
import type { Outline } from '../../stats/stats.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { specReader, specsOfForms } from '../forms/specs-of-forms.ts'

/** By the ids of forms. */
export type FormFacts = {
  readonly names: ReadonlyMap<string, string>
  /** What their specs are called, with … for variables; their own names where no spec is known. */
  readonly questionnaires: ReadonlyMap<string, string>
  readonly outlines: ReadonlyMap<string, Outline>
  /** Accent colours, as `#rrggbb`. */
  readonly accents: ReadonlyMap<string, string>
}

/**
 * A name is that of the service's list, else that of the lock file, else that of the spec, else that of an earlier run; pages are
 * those of the service in a folder, else those of the spec that the lock file or an earlier run names.
 */
export async function factsOf(
  formIds: readonly string[],
  origin: Reading<unknown>['origin'],
  context: Context,
): Promise<FormFacts> {
  const names = new Map<string, string>()
  const questionnaires = new Map<string, string>()
  const outlines = new Map<string, Outline>()
  const accents = new Map<string, string>()
  if (formIds.length === 0) return { names, questionnaires, outlines, accents }
  const noteName = (id: string, name: string | undefined): void => {
    if (name !== undefined && name !== '' && !names.has(id)) names.set(id, name)
  }
  const known = (await knownForms(context.host)).filter(({ id }) => formIds.includes(id))
  if (origin.kind === 'service') {
    const { listedForms } = await import('../forms/find-form.ts')
    for (const { id, name } of await listedForms(context)) noteName(id, name)
    const folder = embeddedFolder(origin.baseUrl)
    const kept = folder === undefined ? [] : await keptForms(folder, formIds, context)
    for (const form of kept ?? []) {
      const { name, outline } = await outlineOf(form)
      noteName(form.id, name)
      if (outline) outlines.set(form.id, outline)
      accents.set(form.id, form.style.colors.accent)
    }
  }
  const specs = await specsOfForms(context)
  const read = specReader(context)
  for (const id of formIds) {
    const spec = specs.get(id)
    noteName(id, spec?.name)
    if (!spec || (formIds.length === 1 && names.has(id) && outlines.has(id))) continue
    const { name, outline } = await outlineOf(await read(spec))
    if (!name?.includes('${')) noteName(id, name)
    if (name) questionnaires.set(id, name.replaceAll(/\$\{[^{}]*\}/g, '…'))
    if (outline && !outlines.has(id)) outlines.set(id, outline)
  }
  for (const { id, name } of known) noteName(id, name)
  return { names, questionnaires: new Map([...names, ...questionnaires]), outlines, accents }
}

/** Loaded late: it needs all component types, and most counts know no spec. */
const outlineOf = async (form: unknown) => (await import('../forms/form-outline.ts')).readForm(form)

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
