import { asFailure, Failure, ignoreFailure } from '../../failure/failure.ts'
import { writeFile } from '../../files/file-system.ts'
import type { FormSummary } from '../../form/form.ts'
import type { Host } from '../host.ts'
import { plain } from '../terminal/plain.ts'
import { resolve } from 'node:path'
import type { Context } from '../command.ts'
import type { LockPlace } from '../../publish/publish.ts'
import { lockFileName } from '../../publish/lock-entries.ts'
import { foldersUp } from '../settings/config-file.ts'
import { projectFileName } from '../settings/settings.ts'
import { remembered } from '../../form/value.ts'

type KnownForm = {
  readonly id: string
  readonly name: string
  readonly baseUrl?: string
  /** As the service gave it. */
  readonly url?: string
  /** The whole path of the spec that it was generated from. */
  readonly file?: string
}

const most = 300

type StateHost = Pick<Host, 'files' | 'stateFolder'>

/** The forms that earlier runs remembered, newest first; none when the file cannot be read. */
export async function knownForms({ files, stateFolder }: StateHost): Promise<readonly KnownForm[]> {
  try {
    const text = new TextDecoder().decode(await files.read(files.resolve(stateFolder, 'known-forms')))
    const lines = text.split('\n').map((line) => line.split('\t'))
    return lines.flatMap(([id = '', name = '', baseUrl = '', url = '', file = '']) =>
      isOffered.test(id) ? { id, name, baseUrl, url, file } : [],
    )
  } catch (error) {
    asFailure(error)
    return []
  }
}

/** Remembers forms for completion. A file that cannot be written is ignored. */
export async function rememberForms(host: StateHost, forms: readonly KnownForm[]): Promise<void> {
  const { files, stateFolder } = host
  const newest = forms.filter(({ id }) => isOffered.test(id))
  if (newest.length === 0) return
  const known = new Map((await knownForms(host)).map((form) => [form.id, form]))
  const merged = newest.map((form) => ({ ...known.get(form.id), ...form }))
  for (const { id } of newest) known.delete(id)
  // The forms of a file are those of its last run; older ones keep their ids.
  const withoutFile = (old: KnownForm): KnownForm =>
    newest.some(({ file, baseUrl }) => file !== undefined && file === old.file && baseUrl === old.baseUrl)
      ? { ...old, file: '' }
      : old
  const lines = [...merged, ...[...known.values()].map(withoutFile)]
    .slice(0, most)
    .map(({ id, name, baseUrl = '', url = '', file = '' }) =>
      [id, plain(name).slice(0, 60), baseUrl, url, file].map(plain).join('\t').concat('\n'),
    )
  try {
    await files.makeFolder(stateFolder, 0o700)
    const path = files.resolve(stateFolder, 'known-forms')
    await writeFile(files, path, { content: lines.join(''), mode: 0o600 })
  } catch (error) {
    asFailure(error)
  }
}

/** Forms in the order of their creation, the newest first; of equals, the later one in the list. */
export const newestFirst = <Form extends Pick<FormSummary, 'createdAt'>>(
  forms: readonly Form[],
): readonly Form[] =>
  forms.toReversed().toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))

// Excludes everything that has a meaning in a shell.
const isOffered = /^[A-Za-z0-9_-]{1,64}$/

/** What specs say about the forms that were made from them. Whatever cannot be read stays unknown. */

export type SpecOfForm = {
  readonly path: string
  readonly document: number
  readonly row?: string | undefined
  /** Whether a newer form has taken its place. */
  readonly isFormer?: boolean
  /** The hash of the content that the form was made from, which may have changed since; absent: not in the lock file. */
  readonly content?: string
  /** The hash of what the spec asked then; absent: not in the lock file. */
  readonly template?: string | undefined
  /** The name of the form when it was created. */
  readonly name?: string | undefined
}

/** The specs of forms by the lock file, which has present and former forms of a spec, else by what earlier runs printed. */
export async function specsOfForms(context: Context): Promise<ReadonlyMap<string, SpecOfForm>> {
  const { files } = context.host
  const specs = new Map<string, SpecOfForm>()
  for (const { id, file } of await knownForms(context.host))
    if (file) specs.set(id, { path: file, document: 1 })
  const place = await lockPlace(context).catch(ignoreFailure)
  // Most runs have no lock file, and reading one loads all of publish.
  if (!place || (await files.kind(place.path).catch(ignoreFailure)) === 'missing') return specs
  const { readLock, versionsOf } = await import('../../publish/publish.ts')
  for (const entry of (await readLock(files, place).catch(ignoreFailure)) ?? []) {
    const { spec, document = 1, row } = entry
    const path = resolve(place.folder, spec)
    for (const { id, content, template, name } of versionsOf(entry))
      specs.set(id, { path, document, row, isFormer: id !== entry.id, content, template, name })
  }
  return specs
}

/** Makes a function that reads the form of a spec, each file once; undefined for one that cannot be read. */
export function specReader({ host: { files } }: Context): (spec: SpecOfForm) => Promise<unknown> {
  const read = async (path: string): Promise<readonly { readonly value: unknown }[]> => {
    const { checkSpec } = await import('../../authoring/authoring.ts')
    const bytes = await files.read(path).catch(ignoreFailure)
    return bytes ? checkSpec(bytes).forms : []
  }
  const formsIn = remembered(read)
  return async ({ path, document }) => (await formsIn(path))[document - 1]?.value
}

/** The lock file of this run: beside the project file; without one, the nearest that is there, else in the working folder. */
export async function lockPlace({
  host: { files },
  settings,
}: Pick<Context, 'host' | 'settings'>): Promise<LockPlace> {
  const { projectFile } = await settings()
  const project = projectFile.isThere ? files.resolve(projectFile.path, '..') : undefined
  const placeIn = ({ folder, up }: { folder: string; up: string }): LockPlace => ({
    path: files.resolve(folder, lockFileName),
    name: `${up}${lockFileName}`,
    folder,
  })
  for (const at of foldersUp(files)) {
    const place = placeIn(at)
    if (at.folder === project) return place
    const access = await files.access(place.path).catch(ignoreFailure)
    if (!access) continue
    const { name: path } = place
    if (project !== undefined) {
      const ours = projectFile.path.replace(projectFileName, lockFileName)
      const problem = `the project is that of ${projectFile.path}, whose lock file is ${ours}. Move the entries there, with their paths from that folder, and remove it.`
      throw Failure.of('lock-file-unusable', { path, problem })
    }
    if (at.up !== '' && !access.isTrusted)
      throw Failure.of('lock-file-unusable', { path, problem: 'it belongs to another user.' })
    return place
  }
  return placeIn({ folder: files.resolve('.'), up: '' })
}
