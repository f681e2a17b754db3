import { misuse, type ExitStatus } from '../../failure/failure.ts'
import { listen, type ListeningApp } from '../../server/server.ts'
import {
  countsText,
  previewApp,
  looks,
  type Preview,
  type PreviewSource,
} from '../../server/preview/preview.ts'
import { choice, defineCommand, flag, number, type Context } from '../command.ts'
import { logTo } from '../settings/open-data-folder.ts'
import { targetInSettings } from '../forms/known-target.ts'
import { openSpec, type OpenSpec } from '../preview/open-spec.ts'
import { warnOfUnusedIn } from '../preview/read-preview.ts'
import { portOf } from '../option-values.ts'
import { openInBrowser } from '../preview/open-in-browser.ts'
import { untilSignal, untilStopped } from '../host/until-signal.ts'
import { variableOptions } from '../forms/variable-options.ts'

const options = {
  watch: flag('--watch', 'reload the page when the file changes'),
  open: flag('--open', 'open the page in the browser'),
  look: choice('--look <look>', looks, 'the look of the form (default: light)'),
  port: number('--port <n>', 'the port to listen on (default: any free one)'),
  ...variableOptions,
}

export const command = defineCommand({
  description:
    'Serves the pages of a spec on this machine until Ctrl-C, as a service would show them. Nothing is published and no answer is kept. Each visit reads the file again; with --watch the page reloads by itself. For a broken spec the page shows the findings.',
  args: [{ name: '<file>', summary: 'the spec' }],
  options,
  outputs: ['table', 'json'],
  endsItself: true,
  examples: [
    { command: 'formctl forms preview survey.yaml', shows: 'the address of its page' },
    { command: 'formctl forms preview survey.yaml --watch --open', shows: 'the page, as it changes' },
    {
      command: 'formctl forms preview survey.yaml --var company=Acme',
      shows: 'the page with a variable filled in',
    },
  ],
  async run({ args: [file = ''], options: given }, context) {
    const { host } = context
    if (file === '-') throw misuse(noStdin)
    const target = await targetInSettings(context)
    const previewed = { file, look: given.look ?? 'light', variables: given, target }
    const spec = await openSpec(previewed, context)
    await untilSignal(host.signal, warnOfUnusedIn(previewed, context))
    const source: PreviewSource = given.watch ? spec : { current: spec.current }
    const app = previewApp(source, {
      now: () => host.now().toISOString(),
      randomBytes: host.randomBytes,
      secret: host.randomBytes(32),
      log: logTo(host),
    })
    const listening = await listen(app, { host: '127.0.0.1', port: portOf(given.port ?? 0) })
    try {
      const preview = await spec.current()
      await sayReady(listening, preview, context)
      if (given.open) await openInBrowser(listening.url, context)
      return await (given.watch ? follow(spec, preview.version, context) : untilStopped(context.host.signal))
    } finally {
      await listening.close()
    }
  },
})

const noStdin =
  'A preview reads its file again and again, which the standard input does not allow: name a file.'

async function sayReady({ url }: ListeningApp, preview: Preview, context: Context): Promise<void> {
  const { terminal, globals } = context
  const { file, forms, findings } = preview
  await terminal.say(`Showing ${file} at ${terminal.err.bold(url)} (Ctrl-C stops it).`)
  await sayState(preview, context)
  if (globals.output !== 'json') return
  const counts = { errors: 0, warnings: 0, notes: 0 }
  for (const { severity } of findings) counts[`${severity}s`]++
  await terminal.printJson({
    schema_version: 1,
    url,
    file,
    forms: forms.map(({ id, name }) => ({ name, url: `${url}/s/${id}` })),
    ...counts,
  })
}

async function sayState({ file, findings }: Preview, { terminal }: Context): Promise<void> {
  const found = `${countsText(findings)}; the page shows ${findings.length === 1 ? 'it' : 'them'}`
  await terminal.say(`${file}: ${findings.length === 0 ? 'no problems found' : found}.`)
}

/** Watches the file until Ctrl-C, and reports its findings after each change since a version. */
async function follow(spec: OpenSpec, since: number, context: Context): Promise<ExitStatus> {
  const { signal } = context.host
  let said = Promise.resolve()
  spec.onChange((preview) => {
    said = said.then(() => sayState(preview, context))
  })
  await spec.watch(since, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await said
  return untilStopped(context.host.signal)
}
