import { Failure } from '../../failure.ts'
import { findApplied } from '../apply/find-applied.ts'
import { readLock, lockPlace, type LockPlace } from '../apply/lock-file.ts'
import { versionsOf } from '../apply/locked-forms.ts'
import { defineCommand, flag, type Context } from '../command.ts'
import { absoluteUrl, embeddedFolder } from '../form-url.ts'
import type { LockedForm } from '../generated/lock.ts'
import { openInBrowser } from '../preview/open-in-browser.ts'

export const command = defineCommand({
  words: 'forms open',
  summary: 'open a form that forms apply made',
  description:
    'Looks up in formctl.lock.json where the form of a spec is, prints its address and, at a terminal, opens it in the browser. No key is needed, and no service is called.',
  args: [{ name: '<spec>', summary: 'the spec, or the id of the form' }],
  options: { print: flag('--print', 'print the address and open nothing') },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl forms open forms/contact.yaml', shows: 'the address of the form, and opens it' },
    { command: 'formctl forms open clx1 --print', shows: 'only its address' },
  ],
  async run({ args: [word = ''], options }, context) {
    const { host, terminal, globals } = context
    const place = await lockPlace(context)
    const found = await findApplied(word, { place, entries: await readLock(host, place) }, context)
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
