import { Failure, type ExitStatus } from '../../failure/failure.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { defineCommand, flag, text, type Context } from '../command.ts'
import { findForm, idOfName, lastingPath } from '../forms/find-form.ts'
import { lockPlace } from '../forms/known-forms.ts'
import { printServeHint } from '../forms/publishing.ts'
import { untilStopped } from '../host.ts'
import { openInBrowser } from '../preview/open-in-browser.ts'
import { absoluteUrl, pagesAt } from '../settings/base-url.ts'

export const command = defineCommand({
  description:
    'Prints the address of a form, the one that stays where its spec has one, and opens it in the browser on a terminal. There it also serves the form of a data folder until Ctrl-C, unless formctl serve does. Finds forms in formctl.lock.json, else among those that were printed on this machine. Needs no key, and calls a service only for the name or the lasting address of a form.',
  args: [{ name: '<spec>', summary: 'the spec, or the id, name or address of the form' }],
  options: {
    row: text('--row <key>', 'the key of the row, where a table makes the forms of the spec'),
    print: flag('--print', 'print the address, and open and serve nothing'),
  },
  handlesSignals: true,
  examples: {
    'formctl forms open forms/contact.yaml': 'prints the address of the form, and opens it',
    'formctl forms open clx1 --print': 'only its address',
  },
  async run({ args: [word = ''], options }, context) {
    const { host, terminal, globals } = context
    const found = await findForm(await idOfName(word, context), context, options.row)
    const { baseUrl, id, of } = found
    const lasting = await lastingPath(found, context)
    const url = lasting ?? found.url
    const { folder: start } = await lockPlace(context)
    const dir = embeddedFolder(baseUrl)
    const folder = dir !== undefined && host.files.resolve(start, dir)
    const pages = await pagesAt(folder ? `embedded:${folder}` : baseUrl, context)
    const address = absoluteUrl(pages, url)
    if (folder) await expectForm(folder, id, context)
    if (globals.output === 'json') {
      await terminal.printJson({
        schema_version: 1,
        ...of,
        baseUrl,
        id,
        url,
        absoluteUrl: address,
        isLasting: lasting !== undefined,
      })
      return 0
    }
    const isToOpen = host.stdout.isTerminal && !options.print
    if (folder && address === null && isToOpen) return serveForm(folder, url, context)
    await terminal.print(`${terminal.plain(address ?? url)}\n`)
    if (address === null) await printServeHint(pages, context)
    else if (isToOpen) await openOnTerminal(address, context)
    return 0
  },
})

/** Fails with `form-unknown` unless a data folder holds the form. */
async function expectForm(folder: string, formId: string, { host }: Context): Promise<void> {
  const { openExistingDataFolder } = await import('../settings/open-data-folder.ts')
  const { deps, close } = await openExistingDataFolder(host, folder)
  try {
    const form = await deps.store.forms.get(formId)
    if (!form || form.deletedAt !== undefined) throw Failure.of('form-unknown', { formId })
  } finally {
    await close()
  }
}

/** Serves a data folder until Ctrl-C, for the page at a path. */
async function serveForm(folder: string, path: string, context: Context): Promise<ExitStatus> {
  const { host, terminal } = context
  const { claimed, openExistingDataFolder, serveFolder } = await import('../settings/open-data-folder.ts')
  const data = await claimed(await openExistingDataFolder(host, folder, { writes: true }), host, folder)
  const service = await serveFolder(data)
  try {
    const address = `${service.url}${path}`
    await terminal.print(`${terminal.plain(address)}\n`)
    await terminal.info(`Serving ${terminal.plain(folder)} until Ctrl-C.`)
    await openOnTerminal(address, context)
    return await untilStopped(host.signal)
  } finally {
    await service.close()
  }
}

/** Opens the address with a shell command. It comes from the lock file of a project, so it must not contain shell syntax. */
async function openOnTerminal(address: string, context: Context): Promise<void> {
  if (!/^https?:\/\/[\w.:[\]-]+(?:[/~][\w./~-]*)?$/.test(address))
    throw Failure.of('address-unsafe', { address })
  await openInBrowser(address, context)
}
