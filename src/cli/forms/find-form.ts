import { noRow } from '../../authoring/authoring.ts'
import { askForms } from '../../client/client.ts'
import { Failure, ignoreFailure, misuse } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import {
  findLockedForms,
  originText,
  specAndName,
  unpackedForm,
  type LockedForm,
} from '../../publish/publish.ts'
import { embeddedFolder, formPath } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { knownForms, lockPlace, newestFirst, rememberForms } from './known-forms.ts'
import { destinationOf } from '../settings/base-url.ts'
import { isSpec, withoutAddress } from '../option-values.ts'
import { resolveTarget, withCaller, type OpenConnection } from '../settings/connect.ts'
export type FoundForm = {
  readonly baseUrl: string
  readonly id: string
  readonly url: string
  /** What the lock file says of it. */
  readonly of?: Partial<LockedForm>
  /** The word of its address that stays, where it is the present form of the spec that was asked for. */
  readonly address?: string | undefined
}

const maxNamed = 5

/**
 * The one form of a spec at the service of the settings, or the form of an id: by the lock file, by what was printed
 * before, or by its id in the folder of the settings. Fails with `usage` where a spec has several.
 */
export async function findForm(word: string, context: Context, row?: string): Promise<FoundForm> {
  const all = await findForms(word, context)
  const [first, ...others] = row === undefined ? all : all.filter(({ of }) => of?.row === row)
  const rows = all.flatMap(({ of }) => of?.row ?? [])
  if (row !== undefined && !first) throw misuse(noRow(word, row, rows))
  if (!first) throw new Error(`nothing was found for ${word}`)
  if (others.length === 0) return first
  const found = [first, ...others]
  const named = found
    .slice(0, maxNamed)
    .map(({ id, of }) => (of?.spec ? `${id} (${originText({ ...of, spec: of.spec })})` : id))
  const rest = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : ''
  throw misuse(
    `${word} has ${found.length} forms. Give ${first.of?.row === undefined ? '' : 'its row with --row, or '}the id of one: ${named.join(', ')}${rest}.`,
  )
}

async function findForms(word: string, context: Context): Promise<readonly FoundForm[]> {
  const { files } = context.host
  const service = (): ReturnType<typeof configuredService> => configuredService(context)
  try {
    const found = await findLockedForms(files, await lockPlace(context), { word, service })
    return found.map(({ entry: { spec, document, row, baseUrl, environmentId }, form }) => {
      const { id, url } = form
      const of = { spec, document, row, environmentId }
      return { baseUrl, id, url, of, address: isSpec(word) ? unpackedForm(form)?.address : undefined }
    })
  } catch (error) {
    if (!Failure.is(error, 'form-not-applied')) throw error
    const known = (await knownForms(context.host)).flatMap(({ id, file, url, baseUrl }) =>
      url && baseUrl ? [{ id, url, baseUrl, isOfFile: file === files.resolve(word) }] : [],
    )
    const byId = known.find(({ id }) => id === word)
    if (byId) return [byId]
    const ofFile = known.filter(({ isOfFile }) => isOfFile)
    const baseUrl = (await service())?.baseUrl ?? ofFile[0]?.baseUrl ?? ''
    const ofService = ofFile.filter((form) => form.baseUrl === baseUrl)
    if (ofService.length > 0) return ofService
    // That a spec does not exist is the better reason.
    if (isSpec(word) && error.args.elsewhere === undefined) await files.read(specAndName(word).file)
    if (!embeddedFolder(baseUrl) || isSpec(word)) throw error
    return [{ baseUrl, id: word, url: formPath(word) }]
  }
}

/**
 * The path that stays, where the form has one: as the service lists it, or with its environment, which leads there in any case.
 */
export async function lastingPath(
  { id, of, address }: FoundForm,
  context: Context,
): Promise<string | undefined> {
  if (address === undefined) return undefined
  const listed = (await listedForms(context)).find((form) => form.id === id)
  return listed?.address ?? `/f/${encodeURIComponent(of?.environmentId ?? '')}/${encodeURIComponent(address)}`
}

/** The service of the settings, as far as they name it. */
export async function configuredService(
  context: Context,
): Promise<{ readonly baseUrl: string; readonly environmentId?: string } | undefined> {
  const { baseUrl, environment } = await context.settings()
  if (!baseUrl) return undefined
  const destination = destinationOf(baseUrl)
  const target =
    destination.kind === 'http'
      ? { baseUrl: destination.url, environmentId: environment?.value }
      : await resolveTarget(context)
  return { baseUrl: target.baseUrl, environmentId: target.environmentId || undefined }
}

/**
 * The forms that the service lists; none where it announces no list, fails, or takes longer than five seconds. `open`: an open
 * connection; without it, one is opened for this alone.
 */
export async function listedForms(context: Context, open?: OpenConnection): Promise<readonly FormSummary[]> {
  const answer = open ? open().then(askForms) : withCaller(context, askForms)
  return (await answer.catch(ignoreFailure))?.forms ?? []
}

/** The path of an address that stays, as `/f/feedback`; undefined for any other word. */
function lastingIn(word: string): string | undefined {
  const path = /^(?:https?:\/\/|\/f\/)/i.test(word) ? (URL.parse(word, 'http://host')?.pathname ?? '') : ''
  const at = path.indexOf('/f/')
  return at === -1 ? undefined : path.slice(at, path.endsWith('/') ? -1 : undefined)
}

/**
 * The id of the form that a word names by its name or address, as in `--form "Customer survey"`; any other word unchanged. Fails with `usage`
 * where several forms have the name. The service is asked only for a word that is no id, or that is the name of a known form.
 */
export async function idOfName(given: string, context: Context): Promise<string> {
  const word = withoutAddress(given)
  const lasting = lastingIn(word)
  const known = (await knownForms(context.host)).filter(({ id, name }) => id === word || name === word)
  if (isSpec(word) || known.some(({ id }) => id === word)) return word
  if (/^[\w-]+$/.test(word) && known.length === 0) return word
  const { baseUrl = '', environmentId = '' } = (await configuredService(context)) ?? {}
  const short = lasting?.replace(`/f/${environmentId}/`, '/f/')
  const all = newestFirst(await listedForms(context))
  const at = all.filter(({ address }) => lasting && (address === lasting || address === short))
  // Of the forms at an address, it leads to the newest that is open.
  const leading = at.find(({ closedAt }) => !closedAt) ?? at[0]
  const named = leading ? [leading] : all.filter(({ name }) => name === word)
  const listed = named.map(({ id, name, url }) => ({ id, name, url, baseUrl }))
  await rememberForms(context.host, listed)
  const [form, ...others] = listed.length > 0 ? listed : known
  if (form && others.length > 0)
    throw misuse(
      `${listed.length || known.length} forms are called "${word}". Give the id of one: ${[form, ...others].map(({ id }) => id).join(', ')}; or the spec, for all its forms.`,
    )
  return form?.id ?? word
}
