import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import { writeText } from '../write-text.ts'
import { contactSpec, quickstartSettings } from './files.ts'

/** Makes the folder of a quickstart with its spec and settings; one that an earlier run made is left as it is. */
export async function prepareFolder(host: Host, folder: string): Promise<'new' | 'ours'> {
  const { files } = host
  const at = (name: string): string => `${folder}/${name}`
  const kind = await files.kind(folder)
  if (kind === 'file' || kind === 'other')
    throw Failure.of('file-unwritable', { path: folder, reason: 'it is a file, not a folder' })
  const names = kind === 'missing' ? [] : await files.list(folder)
  if (
    names.includes('formctl.yaml') &&
    names.includes('contact.yaml') &&
    (await isOurs(host, at('formctl.yaml')))
  )
    return 'ours'
  if (names.length > 0) throw Failure.of('folder-in-use', { path: folder })
  await files.makeFolder(folder)
  await writeText(files, at('formctl.yaml'), quickstartSettings)
  await writeText(files, at('contact.yaml'), contactSpec)
  return 'new'
}

const isOurs = async (host: Host, path: string): Promise<boolean> =>
  new TextDecoder()
    .decode(await host.files.read(path))
    .startsWith(quickstartSettings.slice(0, quickstartSettings.indexOf('\n')))
