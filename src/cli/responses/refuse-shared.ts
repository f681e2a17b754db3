import { Failure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import type { Files } from '../host.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'

/** A file by the option that names it, without its dashes; without a path, none is. */
export type NamedFile = readonly [flag: string, path: string | undefined]

type NamedFiles = {
  readonly reads: readonly NamedFile[]
  readonly writes: readonly NamedFile[]
  /** Those that are there only while it runs. */
  readonly notes?: readonly NamedFile[]
}

/** Refuses a run that would write two things into one file, or one over what it reads, by whatever path or link. */
export async function refuseShared({ reads, writes, notes = [] }: NamedFiles, files: Files): Promise<void> {
  const taken = new Map<string, string>()
  for (const [flag, path] of reads)
    for (const mark of await marksOf(path, files))
      taken.set(mark, `of --${flag}, which is read and would be overwritten`)
  for (const [flag, path] of notes)
    for (const mark of await marksOf(path, files)) taken.set(mark, `where --${flag} notes what it will hold`)
  for (const [flag, path] of writes) {
    const marks = await marksOf(path, files).catch(unwritable)
    const first = marks.map((mark) => taken.get(mark)).find((other) => other !== undefined)
    if (first !== undefined)
      throw Failure.of('usage', { problem: `--${flag} names the file ${first}. Name another.` })
    for (const mark of marks) taken.set(mark, `of --${flag}`)
  }
}

/** What cannot be looked at cannot be written, which is what is asked of it. */
function unwritable(error: unknown): never {
  throw Failure.is(error, 'file-unreadable') ? Failure.of('file-unwritable', error.args) : error
}

/** The files that are read wherever responses are, where there are any. */
export const sourceFiles = (
  { source }: Pick<ResponsesQuery, 'source'>,
  { globals }: Context,
): readonly NamedFile[] => [
  ['from', source.kind === 'saved' ? source.path : undefined],
  ['api-key-file', globals.apiKeyFile],
]

/** By what a file is known: its path, and what only this file is, which links to it are, too. */
async function marksOf(path: string | undefined, files: Files): Promise<readonly string[]> {
  if (path === undefined || path === '-') return []
  const stamp = (await files.kind(path)) === 'file' ? await files.stamp(path) : undefined
  return [files.resolve(path), ...(stamp === undefined ? [] : [stamp])]
}
