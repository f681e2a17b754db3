/** What specs say about the forms that were made from them. Whatever cannot be read stays unknown. */
import { resolve } from 'node:path'
import { ignoreFailure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { lockPlace } from './lock-place.ts'

export type SpecOfForm = {
  readonly path: string
  readonly document: number
  /** The hash of the content that the form was made from, which may have changed since; absent: not in the lock file. */
  readonly content?: string
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
    const { spec, document = 1 } = entry
    for (const { id, content, name } of versionsOf(entry))
      specs.set(id, { path: resolve(place.folder, spec), document, content, name })
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
  const known = new Map<string, ReturnType<typeof read>>()
  return async ({ path, document }) => {
    const forms = known.get(path) ?? read(path)
    known.set(path, forms)
    return (await forms)[document - 1]?.value
  }
}
