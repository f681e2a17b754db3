import { parseDocument, type Document } from 'yaml'
import type { Host } from '../host.ts'
import type { ConfigProblem } from './config-problems.ts'

/** Where a settings file is, what people call it, and the folder that its own relative paths start from. */
export type ConfigPlace = { readonly path: string; readonly name: string; readonly folder: string }

/** A settings file as YAML: its document for changes, its value, and its bytes. */
export type ReadConfig = {
  readonly document: Document
  readonly value: unknown
  readonly bytes: Uint8Array
}

type ProblemsIn = (value: unknown) => Promise<readonly ConfigProblem[]>

/** A settings file that is YAML without errors, and in which nothing is wrong by the word of who asks. */
export async function readConfig(
  { files }: Pick<Host, 'files'>,
  place: ConfigPlace,
  { problemsIn, isPrivate }: { readonly problemsIn: ProblemsIn; readonly isPrivate: boolean },
): Promise<ReadConfig> {
  const bytes = await files.read(place.path)
  const document: Document = parseDocument(new TextDecoder().decode(bytes), { prettyErrors: false })
  const value = document.errors.length > 0 ? undefined : valueOf(document)
  const isWhole = value !== undefined
  if (isWhole && (await problemsIn(value)).length === 0) return { document, value, bytes }
  const { configFailure } = await import('./config-faults.ts')
  throw await configFailure(place, { bytes, problemsIn, isPrivate, ...(isWhole ? { value } : {}) })
}

/** The plain value; undefined where aliases stand in the way. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    return undefined
  }
}
