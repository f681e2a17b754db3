import { Failure } from '../../failure/failure.ts'
import { findLockedForm, type LockedForm, type LockPlace } from '../../publish/publish.ts'
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
    const service = (): ReturnType<typeof settledTarget> => settledTarget(context)
    const { entry, form } = await findLockedForm(host.files, place, { word, service })
    const { id, url } = form
    const address = absoluteUrl(entry.baseUrl, url)
    if (globals.output === 'json') {
      const { spec, document, row, baseUrl, environmentId } = entry
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
    if (address === null) await sayFolder(entry, place, context)
    else if (!options.print && host.stdout.isTerminal) await openPlain(address, context)
    return 0
  },
})

async function sayFolder(
  { baseUrl }: LockedForm,
  { folder }: LockPlace,
  { host, terminal }: Context,
): Promise<void> {
  const data = host.files.resolve(folder, embeddedFolder(baseUrl) ?? '')
  await terminal.say(`To fill it in, run formctl serve --data ${terminal.plain(data)}.`)
}

/** Opens the address with a shell command. It comes from the lock file of a project, so it must not contain shell syntax. */
async function openPlain(address: string, context: Context): Promise<void> {
  if (!/^https?:\/\/[\w.:[\]-]+[\w./~-]*$/.test(address)) throw Failure.of('address-unsafe', { address })
  await openInBrowser(address, context)
}
