import { Failure, misuse } from '../../failure/failure.ts'
import {
  isAt,
  originText,
  pathFrom,
  readLock,
  targetFrom,
  versionsOf,
  type LockedForm,
  type LockPlace,
} from '../../publish/publish.ts'
import { defineCommand, flag, type Context } from '../command.ts'
import { absoluteUrl, embeddedFolder } from '../settings/base-url.ts'
import { lockPlace } from '../forms/publishing.ts'
import { openInBrowser } from '../preview/open-in-browser.ts'
import { settledTarget } from '../settings/connect.ts'

export const command = defineCommand({
  description:
    'Finds the form of a spec in formctl.lock.json, prints its address and, on a terminal, opens it in the browser. Needs no key and calls no service.',
  args: [{ name: '<spec>', summary: 'the spec, or the id of the form' }],
  options: { print: flag('--print', 'print the address without opening it') },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl forms open forms/contact.yaml', shows: 'the address of the form, and opens it' },
    { command: 'formctl forms open clx1 --print', shows: 'only its address' },
  ],
  async run({ args: [word = ''], options }, context) {
    const { host, terminal, globals } = context
    const place = await lockPlace(context)
    const found = await findEntry(word, place, context)
    const { id, url } = versionsOf(found).find((version) => version.id === word) ?? found
    const address = absoluteUrl(found.baseUrl, url)
    if (globals.output === 'json') {
      const { spec, document, row, baseUrl, environmentId } = found
      const of = { spec, ...(document && { document }), ...(row !== undefined && { row }) }
      await terminal.printJson({
        schema_version: 1,
        ...of,
        baseUrl,
        environmentId,
        id,
        url,
        absoluteUrl: address,
      })
      return 0
    }
    await terminal.print(`${terminal.plain(address ?? url)}\n`)
    if (address === null) await sayFolder(found, place, context)
    else if (!options.print && host.stdout.isTerminal) await openPlain(address, context)
    return 0
  },
})

/** The entry of a spec, or of an id, also of an older form; of several services, that of the settings. */
async function findEntry(word: string, place: LockPlace, context: Context): Promise<LockedForm> {
  const { files } = context.host
  const entries = await readLock(files, place)
  const byId = entries.filter((entry) => versionsOf(entry).some(({ id }) => id === word))
  const spec = pathFrom(place, files.resolve(word))
  const found = byId.length > 0 ? byId : entries.filter((entry) => entry.spec === spec)
  const here = found.length > 1 ? await ofSettings(found, place, context) : found
  const [first, second] = here
  if (!first) throw Failure.of('form-not-applied', { word, path: place.name })
  if (!second) return first
  const ids = here.map((entry) => `${entry.id} (${originText(entry)})`)
  throw misuse(`${word} has ${here.length} forms. Give the id of one: ${ids.join(', ')}.`)
}

async function ofSettings(
  found: readonly LockedForm[],
  place: LockPlace,
  context: Context,
): Promise<readonly LockedForm[]> {
  const target = targetFrom(place, await settledTarget(context))
  return found.filter((entry) => isAt(entry, target))
}

async function sayFolder(
  { baseUrl }: LockedForm,
  { folder }: LockPlace,
  { host, terminal }: Context,
): Promise<void> {
  const data = host.files.resolve(folder, embeddedFolder(baseUrl) ?? '')
  await terminal.say(`To fill it in, run formctl serve --data ${terminal.plain(data)}.`)
}

/** The lock file comes with a project, and a shell opens the browser: nothing of it may be a command. */
async function openPlain(address: string, context: Context): Promise<void> {
  if (!/^https?:\/\/[\w.:[\]-]+[\w./~-]*$/.test(address)) throw Failure.of('address-unsafe', { address })
  await openInBrowser(address, context)
}
