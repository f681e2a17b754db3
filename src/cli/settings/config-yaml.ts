import { Document, parseDocument, stringify } from 'yaml'
import { Failure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import type { ValueProblem } from '../../form/shape-problems.ts'
import type { Host } from '../host.ts'
import { userFilePlace, type ConfigPlace } from './settings.ts'

/** Finds what is wrong with the settings of a file; the value may have any shape. */
export type ProblemsIn = (value: unknown) => Promise<readonly ValueProblem[]>

/** A settings file as YAML: its document for changes, its value, and its bytes. */
export type ReadConfig = {
  readonly document: Document
  readonly value: unknown
  readonly bytes: Uint8Array
}

/** Reads a settings file. Throws one Failure with all faults of the YAML and all problems that `problemsIn` finds. */
export async function readConfig(
  { files }: Pick<Host, 'files'>,
  place: ConfigPlace,
  problemsIn: ProblemsIn,
): Promise<ReadConfig> {
  const bytes = await files.read(place.path)
  const document: Document = parseDocument(new TextDecoder().decode(bytes), { prettyErrors: false })
  const value = document.errors.length > 0 ? undefined : valueOf(document)
  if (value !== undefined && (await problemsIn(value)).length === 0) return { document, value, bytes }
  const { configFailure } = await import('./config-faults.ts')
  throw await configFailure(place, bytes, problemsIn, value)
}

/** The plain value; undefined if aliases cannot be resolved. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    return undefined
  }
}

/** Changes the user's file, keeps its comments, and sets its mode to 0600. */
export async function changeUserFile(
  { host, uninterruptible }: Pick<Context, 'host' | 'uninterruptible'>,
  change: (document: Document) => void,
): Promise<void> {
  const place = userFilePlace(host)
  const access = await host.files.access(place.path)
  if (access?.isLink)
    throw Failure.of('file-unwritable', {
      path: place.name,
      reason: 'it is a symbolic link, and keys must be in a file of their own',
    })
  const document = access ? (await readConfig(host, place, async () => [])).document : newDocument()
  change(document)
  await host.files.makeFolder(place.folder, 0o700)
  // Replaced by renaming, so that nobody ever sees half a file or other permissions.
  const file = await host.files.create(place.path, { replace: true, mode: 0o600 })
  // Lines must not be folded: that would break a key.
  await file.write(document.toString({ lineWidth: 0 }))
  await uninterruptible(file.commit)
}

function newDocument(): Document {
  const document: Document = new Document({})
  document.commentBefore =
    ' Settings of formctl for you alone. The file may hold API keys: its mode stays 0600.'
  return document
}

export type ProjectSettings = {
  readonly project?: string
  readonly baseUrl: string
  readonly environmentId?: string
  readonly sourceFormId?: string
}

/** The text of a new project file. Each setting has a comment; a setting without a value is commented out. */
export function projectFileText(settings: ProjectSettings): string {
  const line = (name: string, value: string | undefined, example: string): string =>
    value === undefined ? `# ${name}: ${example}` : stringify({ [name]: value }, { lineWidth: 0 }).trimEnd()
  return `# Settings of formctl for this folder and those below it; meant to be committed.
# Never put a key here: formctl login stores yours. formctl status shows what is in force, and why.

# The name of the project.
${line('project', settings.project, 'acme-feedback')}

# Where the service is: https://…, or embedded:<dir> for one in a folder beside this file.
${line('base_url', settings.baseUrl, 'https://forms.example.com')}

# The environment, which is the site ID: in the dashboard under Settings, Overview.
${line('environment', settings.environmentId, '<site-id>')}

# The form whose look new forms inherit.
${line('source_form', settings.sourceFormId, '<form-id>')}

# The specs of the project: forms validate and forms apply without a file do them all.
# forms:
#   - forms
#   - path: survey.yaml
#     each: customers.csv

# How severe the findings of a code are: error, warning, note or off. formctl explain lists the codes.
# rules:
#   no-way-forward: off

# Other services, each by its name: formctl --profile staging …
# profiles:
#   staging:
#     base_url: https://staging.example.com
#     environment: <site-id>
`
}
