import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { misuse } from '../../failure/failure.ts'
import { editorSchema, schemaText } from '../../form/guide.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Host } from '../host.ts'

export const schemaPlaces = ['shipped', 'beside', 'none'] as const

/** The schema that the first line of a new spec refers to. */
export type PlacedSchema = {
  /** Absent: no line. */
  readonly reference?: string
  /** The file to write the schema to, absolute. */
  readonly toWrite?: string
  /** Whether the line holds on this machine only. */
  readonly isLocal?: true
}

/** The name of a schema that is written beside a spec. */
const schemaName = 'spec.schema.json'

/** Finds the schema for a new spec; `file` is the absolute path of the spec, or undefined if it goes to stdout. */
export async function placeSchema(
  choice: (typeof schemaPlaces)[number] | undefined,
  file: string | undefined,
  { schemaFile, files }: Pick<Host, 'schemaFile' | 'files'>,
): Promise<PlacedSchema> {
  if (choice === 'none') return {}
  if (choice === 'beside' && file === undefined)
    throw misuse('A spec on the standard output has nothing beside it: leave out --schema beside.')
  const beside = file === undefined ? {} : { reference: schemaName, toWrite: join(dirname(file), schemaName) }
  if (choice === 'beside') return beside
  const isFile = async (path: string): Promise<boolean> => (await files.kind(path)) === 'file'
  if (schemaFile !== undefined && (await isFile(schemaFile))) {
    // Some package managers keep programs deep inside, under names that change with each version, and link to them here.
    const installed = join(projectOf(schemaFile), 'node_modules', 'formctl', 'schemas', schemaName)
    return shipped((await isFile(installed)) ? installed : schemaFile, file)
  }
  if (choice === 'shipped')
    throw misuse('This program comes without files, so no schema is shipped: use --schema beside.')
  return beside
}

/** The shipped schema, by a relative path if it is installed in the project of the spec: it is there for everyone. */
function shipped(schemaFile: string, file: string | undefined): PlacedSchema {
  const project = projectOf(schemaFile)
  const isUnder = (folder: string): boolean =>
    folder === project || folder.startsWith(project.endsWith(sep) ? project : project + sep)
  if (file !== undefined && isUnder(dirname(file))) {
    const path = relative(dirname(file), schemaFile).replaceAll(sep, '/')
    if (isPlain(path)) return { reference: path }
  }
  // The line ends at the first blank, so a path with one has to be a URL.
  const isUrl = !isPlain(schemaFile) || sep !== '/'
  return { reference: isUrl ? pathToFileURL(schemaFile).href : schemaFile, isLocal: true }
}

const isPlain = (path: string): boolean => !/[\s#%]/.test(path)

/** The project in whose node_modules the program is installed; else the program's own folder. */
function projectOf(schemaFile: string): string {
  const program = dirname(dirname(schemaFile))
  const at = program.indexOf(`${sep}node_modules${sep}`)
  return at === -1 ? program : program.slice(0, at)
}

/** Writes the schema beside a spec. Replaces an older schema of formctl, but another file only if forced. */
export async function writeSchema(
  path: string,
  { files }: Pick<Host, 'files'>,
  isForced: boolean,
): Promise<void> {
  const text = schemaText(editorSchema())
  const kind = await files.kind(path)
  const existing = kind === 'file' ? new TextDecoder().decode(await files.read(path)) : ''
  if (existing === text) return
  const isOurs = existing.includes(`"title": "${editorSchema().title}"`)
  await writeFile(files, path, { content: text, replace: isForced || isOurs })
}
