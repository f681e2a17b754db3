import type { Files, Host } from '../host.ts'

/** The same host with its working folder elsewhere. */
export const within = (host: Host, folder: string): Host => ({
  ...host,
  files: filesWithin(host.files, folder),
})

function filesWithin(files: Files, folder: string): Files {
  const at = (path: string): string => files.resolve(folder, path)
  return {
    ...files,
    resolve: (...parts) => files.resolve(folder, ...parts),
    kind: (path) => files.kind(at(path)),
    stamp: (path) => files.stamp(at(path)),
    read: (path, limit) => files.read(at(path), limit),
    stream: (path) => files.stream(at(path)),
    list: (path) => files.list(at(path)),
    makeFolder: (path) => files.makeFolder(at(path)),
    create: (path, options) => files.create(at(path), options),
    remove: (path) => files.remove(at(path)),
    claim: (path, inFolder) => files.claim(at(path), at(inFolder)),
    access: (path) => files.access(at(path)),
  }
}
