import { Failure, misuse } from '../../failure/failure.ts'
import type { Files } from '../../files/file-system.ts'
import type { ExportPlan } from '../../export/files/export-files.ts'
import type { Context, Globals } from '../command.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'

/**
 * Whether a file may be replaced: with --force, or by confirmation. Called before any work, so that a path that cannot be
 * written, or an existing file that may not be replaced, fails at once.
 */
export async function mayReplace(path: string, isForced: boolean, context: Context): Promise<boolean> {
  const { files } = context.host
  await refuseNoFolder(path, files)
  const kind = await files.kind(path)
  if (kind === 'folder') throw Failure.of('file-unwritable', { path, reason: 'it is a folder' })
  if (/[/\\]$/.test(path))
    throw Failure.of('file-unwritable', { path, reason: 'its name ends like that of a folder' })
  if (kind === 'other')
    throw Failure.of('file-unwritable', { path, reason: 'it is a device or a pipe, not a file' })
  if (isForced || kind !== 'file') return isForced
  const message = `${path} exists already. Replace it?`
  if (mayAsk(context) && (await confirm(context, { message, flag: '--force', fallback: false }))) return true
  throw Failure.of('file-exists', { path })
}

/** Refuses a file whose folder is not there. */
export async function refuseNoFolder(path: string, files: Files): Promise<void> {
  if ((await files.kind(files.resolve(path, '..'))) !== 'missing') return
  // The shell does not expand --out=~/answers.csv.
  const home = path.startsWith('~') ? '; the shell expands ~ only at the start of a word, so write $HOME' : ''
  throw Failure.of('file-unwritable', { path, reason: `its folder does not exist${home}` })
}

/** The name of an option without its dashes, and the file it names, if it is given. */
export type NamedFile = readonly [flag: string, path: string | undefined]

type NamedFiles = {
  readonly reads: readonly NamedFile[]
  readonly writes: readonly NamedFile[]
  /** Files that exist only during the run. */
  readonly notes?: readonly NamedFile[]
}

/** Refuses a run that would write two outputs to one file, or over an input, whatever path or link names it. */
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
    if (first !== undefined) throw misuse(`--${flag} names the file ${first}. Name another.`)
    for (const mark of marks) taken.set(mark, `of --${flag}`)
  }
}

/** Refuses an export whose outputs would overwrite an input or each other, before anything is read. */
export async function refuseUnfit(
  plan: ExportPlan,
  paths: readonly string[],
  files: Files,
  globals: Pick<Globals, 'apiKeyFile'> = {},
): Promise<void> {
  const { manifest, table, columnsFile, codebook } = plan
  const reads: readonly NamedFile[] = [
    ...sourceFiles(plan, { globals }),
    ['redact-key-file', table.redactKeyFile],
  ]
  const writes: readonly NamedFile[] = [
    ...paths.map((path) => ['out', path] as const),
    ['manifest', manifest],
    ['columns-file', columnsFile],
    ['codebook', codebook],
  ]
  const notes: readonly NamedFile[] = [['columns-file', columnsFile && `${columnsFile}.next`]]
  await refuseShared({ reads, writes, notes }, files)
  if (columnsFile !== undefined) await refuseNoFolder(columnsFile, files)
}

/** Reports a file that cannot be examined as one that cannot be written. */
function unwritable(error: unknown): never {
  throw Failure.is(error, 'file-unreadable') ? Failure.of('file-unwritable', error.args) : error
}

/** The input files of a command that reads responses. */
export const sourceFiles = (
  { source }: Pick<ResponsesQuery, 'source'>,
  { globals }: { readonly globals: Pick<Globals, 'apiKeyFile'> },
): readonly NamedFile[] => [
  ['from', source.kind === 'saved' ? source.path : undefined],
  ['api-key-file', globals.apiKeyFile],
]

/** Identifies a file: its path, and its stamp, which all links to it share. */
async function marksOf(path: string | undefined, files: Files): Promise<readonly string[]> {
  if (path === undefined || path === '-') return []
  const stamp = (await files.kind(path)) === 'file' ? await files.stamp(path) : undefined
  return [files.resolve(path), ...(stamp === undefined ? [] : [stamp])]
}
