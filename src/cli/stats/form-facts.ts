/** What is known of forms beside their responses: names, pages, colours. Whatever cannot be read stays unknown. */
import { resolve } from 'node:path'
import { announces, listForms } from '../../client/client.ts'
import { ignoreFailure } from '../../failure/failure.ts'
import { componentTypes, optionsOf } from '../../form/components.ts'
import { canonicalContent, isTypeName } from '../../form/schema.ts'
import { isKeyed, type Keyed } from '../../form/value.ts'
import { readLock } from '../../publish/publish.ts'
import type { Reading } from '../../responses/responses.ts'
import type { Outline } from '../../stats/stats.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { lockPlace } from '../forms/publishing.ts'
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
  const { files } = context.host
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
  const specs = (await lockedSpecs(formIds, context).catch(ignoreFailure)) ?? new Map()
  for (const { id, file } of known) if (file && !specs.has(id)) specs.set(id, { path: file, document: 1 })
  for (const [id, { path, document }] of specs) {
    if (names.has(id) && outlines.has(id)) continue
    const { checkSpec } = await import('../../authoring/authoring.ts')
    const bytes = await files.read(path).catch(ignoreFailure)
    if (bytes) note(id, checkSpec(bytes).forms[document - 1]?.value)
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

type Spec = { readonly path: string; readonly document: number }

/** The specs that the lock file has for forms, present or former ones of a spec. */
async function lockedSpecs(formIds: readonly string[], context: Context): Promise<Map<string, Spec>> {
  const place = await lockPlace(context)
  const wanted = new Set(formIds)
  const specs = new Map<string, Spec>()
  for (const { spec, document = 1, id, history = [] } of await readLock(context.host.files, place))
    for (const version of [id, ...history.map((former) => former.id)])
      if (wanted.has(version)) specs.set(version, { path: resolve(place.folder, spec), document })
  return specs
}

/** The name and the pages of a form, as a spec or a service has it; a name with variables is none. */
function readForm(form: unknown): { readonly name?: string; readonly outline?: Outline } {
  if (!isKeyed(form)) return {}
  const { name, steps } = form
  return {
    ...(typeof name === 'string' && name.trim() !== '' && !name.includes('${') && { name }),
    ...(Array.isArray(steps) && { outline: { pages: steps.filter((step) => isKeyed(step)).map(pageOf) } }),
  }
}

function pageOf({ name, components }: Keyed): Outline['pages'][number] {
  const all: readonly unknown[] = Array.isArray(components) ? components : []
  const asked = all.flatMap((component): Outline['pages'][number]['questions'] => {
    const { type, content } = isKeyed(component) ? component : {}
    if (typeof type !== 'string' || !isKeyed(content)) return []
    if (!isTypeName(type)) return [{ type, headline: textOf(content['question']), options: [] }]
    const { headline, answer } = componentTypes[type]
    const own = canonicalContent(type, content)
    const options = ['options', 'choices'].flatMap((key) => optionsOf(own, key))
    return answer ? [{ type, headline: headline(own), options }] : []
  })
  return { name: textOf(name), questions: asked }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
