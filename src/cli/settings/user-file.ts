import { Document } from 'yaml'
import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { userFilePlace } from './user-file-place.ts'
import { readConfig } from './read-config.ts'

/** Changes the user's file and keeps its comments; afterwards it is open to the user alone. */
export async function changeUserFile(
  { host, carryThrough }: Pick<Context, 'host' | 'carryThrough'>,
  change: (document: Document) => void,
): Promise<void> {
  const place = userFilePlace(host)
  const access = await host.files.access(place.path)
  if (access?.isLink)
    throw Failure.of('file-unwritable', {
      path: place.name,
      reason: 'it is a symbolic link, and keys must stand in a file of their own',
    })
  const document = access
    ? (await readConfig(host, place, { problemsIn: async () => [], isPrivate: true })).document
    : newDocument()
  change(document)
  await host.files.makeFolder(place.folder, 0o700)
  // Written anew and renamed, so that no moment shows half a file or one with other permissions.
  const file = await host.files.create(place.path, { replace: true, mode: 0o600 })
  // Without a width nothing is folded: a key has no place where it may break.
  await file.write(document.toString({ lineWidth: 0 }))
  await carryThrough(file.commit)
}

function newDocument(): Document {
  const document: Document = new Document({})
  document.commentBefore =
    ' Settings of formctl for you alone. The file may hold API keys: its mode stays 0600.'
  return document
}
