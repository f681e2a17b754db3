import { Failure } from '../../failure/failure.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Host } from '../host.ts'
import { plain } from '../terminal/plain.ts'

export type KnownForm = {
  readonly id: string
  readonly name: string
  readonly baseUrl?: string
  /** As the service gave it. */
  readonly url?: string
  /** The whole path of the spec that it was generated from. */
  readonly file?: string
}

const most = 300

type Remembering = Pick<Host, 'files' | 'stateFolder'>

/** The forms that earlier runs remembered, newest first; none when the file cannot be read. */
export async function knownForms({ files, stateFolder }: Remembering): Promise<readonly KnownForm[]> {
  try {
    const text = new TextDecoder().decode(await files.read(files.resolve(stateFolder, 'known-forms')))
    const lines = text.split('\n').map((line) => line.split('\t'))
    return lines.flatMap(([id = '', name = '', baseUrl = '', url = '', file = '']) =>
      isOffered.test(id) ? { id, name, baseUrl, url, file } : [],
    )
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

/** Remembers forms for completion. A file that cannot be written is ignored. */
export async function rememberForms(host: Remembering, forms: readonly KnownForm[]): Promise<void> {
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
    if (!(error instanceof Failure)) throw error
  }
}

// Excludes everything that has a meaning in a shell.
const isOffered = /^[A-Za-z0-9_-]{1,64}$/
