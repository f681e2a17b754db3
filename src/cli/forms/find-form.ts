import { Failure, misuse } from '../../failure/failure.ts'
import { findLockedForms, originText, type LockedForm } from '../../publish/publish.ts'
import { embeddedFolder, formPath } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { knownForms } from '../completion/known-forms.ts'
import { destinationOf } from '../settings/base-url.ts'
import { isSpec } from '../option-values.ts'
import { resolveTarget } from '../settings/connect.ts'
import { lockPlace } from './publishing.ts'

export type FoundForm = {
  readonly baseUrl: string
  readonly id: string
  readonly url: string
  /** What the lock file says of it. */
  readonly of?: Partial<LockedForm>
}

/**
 * The one form of a spec at the service of the settings, or the form of an id: by the lock file, by what was printed
 * before, or by its id in the folder of the settings. Fails with `usage` where a spec has several.
 */
export async function findForm(word: string, context: Context): Promise<FoundForm> {
  const [first, ...others] = await formsOf(word, context)
  if (!first) throw new Error(`nothing was found for ${word}`)
  if (others.length === 0) return first
  const found = [first, ...others]
  const named = found
    .slice(0, mostNamed)
    .map(({ id, of }) => (of?.spec ? `${id} (${originText({ ...of, spec: of.spec })})` : id))
  const rest = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  throw misuse(`${word} has ${found.length} forms. Give the id of one: ${named.join(', ')}${rest}.`)
}

const mostNamed = 5

async function formsOf(word: string, context: Context): Promise<readonly FoundForm[]> {
  const { files } = context.host
  const service = (): ReturnType<typeof serviceOf> => serviceOf(context)
  try {
    const found = await findLockedForms(files, await lockPlace(context), { word, service })
    return found.map(({ entry: { spec, document, row, baseUrl, environmentId }, form: { id, url } }) => {
      const of = { spec, document, row, environmentId }
      return { baseUrl, id, url, of }
    })
  } catch (error) {
    if (!Failure.is(error, 'form-not-applied')) throw error
    const known = (await knownForms(context.host)).flatMap(({ id, file, url, baseUrl }) =>
      url && baseUrl ? [{ id, url, baseUrl, isOfFile: file === files.resolve(word) }] : [],
    )
    const byId = known.find(({ id }) => id === word)
    if (byId) return [byId]
    const ofFile = known.filter(({ isOfFile }) => isOfFile)
    const at = (await service())?.baseUrl ?? ofFile[0]?.baseUrl ?? ''
    const there = ofFile.filter(({ baseUrl }) => baseUrl === at)
    if (there.length > 0) return there
    // A spec that is not there is the better reason.
    if (isSpec(word) && error.args.elsewhere === undefined) await files.read(word)
    if (!embeddedFolder(at) || isSpec(word)) throw error
    return [{ baseUrl: at, id: word, url: formPath(word) }]
  }
}

/** The service of the settings, as far as they name it. */
export async function serviceOf(
  context: Context,
): Promise<{ readonly baseUrl: string; readonly environmentId?: string } | undefined> {
  const { baseUrl, environment } = await context.settings()
  if (!baseUrl) return undefined
  const destination = destinationOf(baseUrl)
  const target =
    destination.kind === 'http'
      ? { baseUrl: destination.url, environmentId: environment?.value }
      : await resolveTarget(context)
  return { baseUrl: target.baseUrl, ...(target.environmentId && { environmentId: target.environmentId }) }
}
