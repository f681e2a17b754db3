import type { ExitStatus } from '../../failure/failure.ts'
import { listen, type ListeningApp } from '../../server/server.ts'
import { countsText, previewApp, type Preview, type PreviewSource } from '../../server/preview/preview.ts'
import { flag, number, type Context, type Given } from '../command.ts'
import { untilStopped } from '../host.ts'
import { ports } from '../option-values.ts'
import { logTo } from '../settings/open-data-folder.ts'
import { openInBrowser } from './open-in-browser.ts'
import type { OpenPreview } from './open-preview.ts'

export const previewOptions = {
  watch: flag('--watch', 'reload the page when the file changes'),
  open: flag('--open', 'open the page in the browser'),
  port: number('--port <n>', 'the port to listen on (default: any free one)', { range: ports }),
}

/** Serves a preview until a signal comes. */
export async function servePreview(
  preview: OpenPreview,
  options: Given<typeof previewOptions>,
  context: Context,
): Promise<ExitStatus> {
  const { host } = context
  const source: PreviewSource = options.watch ? preview : { current: preview.current }
  const app = previewApp(source, {
    now: () => host.now().toISOString(),
    randomBytes: host.randomBytes,
    secret: host.randomBytes(32),
    log: logTo(host),
  })
  const listening = await listen(app, { host: '127.0.0.1', port: options.port ?? 0 })
  try {
    const first = await preview.current()
    await printReady(listening, first, context)
    if (options.open) await openInBrowser(listening.url, context)
    return await (options.watch ? follow(preview, first.version, context) : untilStopped(host.signal))
  } finally {
    await listening.close()
  }
}

async function printReady({ url }: ListeningApp, preview: Preview, context: Context): Promise<void> {
  const { terminal, globals } = context
  const { file, forms, findings } = preview
  await terminal.info(`Showing ${file} at ${terminal.err.bold(url)} (Ctrl-C stops it).`)
  await printState(preview, context)
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

async function printState({ file, findings }: Preview, { terminal }: Context): Promise<void> {
  const problems = `${countsText(findings)}; the page shows ${findings.length === 1 ? 'it' : 'them'}`
  await terminal.info(`${file}: ${findings.length === 0 ? 'no problems found' : problems}.`)
}

/** Watches the file until Ctrl-C, and reports its findings after each change since a version. */
async function follow(preview: OpenPreview, since: number, context: Context): Promise<ExitStatus> {
  const { signal } = context.host
  let printed = Promise.resolve()
  preview.onChange((changed) => {
    printed = printed.then(() => printState(changed, context))
  })
  await preview.watch(since, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await printed
  return untilStopped(context.host.signal)
}
