import { Failure } from '../../failure/failure.ts'
import type { Host } from '../host.ts'
import { plain } from '../terminal/plain.ts'

/** A form that completion offers. */
export type KnownForm = { readonly id: string; readonly name: string }

// A shell reads them at every TAB.
const most = 300

/**
 * Writes forms for completion, the newest first, to a file that shells read themselves. Completion is a convenience: a
 * file that cannot be written is ignored.
 */
export async function rememberForms(
  { files, stateFolder }: Host,
  forms: readonly KnownForm[],
): Promise<void> {
  const path = files.resolve(stateFolder, 'known-forms')
  try {
    const before = (await files.kind(path)) === 'file' ? new TextDecoder().decode(await files.read(path)) : ''
    const lines = new Map(before.split('\n').map((line) => [line.replace(/\t.*/, ''), line]))
    const newest = forms.filter(({ id }) => isOffered.test(id))
    const noted = new Map(newest.map(({ id, name }) => [id, `${id}\t${plain(name).slice(0, 60)}`]))
    const kept = [...lines].filter(([id]) => isOffered.test(id) && !noted.has(id)).map(([, line]) => line)
    const text = [...noted.values(), ...kept].slice(0, most).join('\n')
    if (text === '' || `${text}\n` === before) return
    await files.makeFolder(stateFolder, 0o700)
    const file = await files.create(path, { replace: true, mode: 0o600 })
    await file.write(`${text}\n`)
    await file.commit()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

// Nothing that a shell could take for more than a word.
const isOffered = /^[A-Za-z0-9_-]{1,64}$/
