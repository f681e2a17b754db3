import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { misuse } from '../../failure/failure.ts'
import { childOf } from '../../form/value.ts'
import type { Context } from '../command.ts'
import { shellWord } from '../option-values.ts'
import { parsed, runCommand, wordsWith, type Outcome } from './run-command.ts'

/** A picture of a step of the first form of a spec, where a browser is installed; nothing of a spec with errors. */
export async function showSpec(file: string, step: number, context: Context): Promise<Outcome> {
  const { host } = context
  const stop = new AbortController()
  const ready = Promise.withResolvers<string>()
  const stdout = {
    isTerminal: false,
    columns: 80,
    write: async (text: string | Uint8Array) => ready.resolve(String(text)),
  }
  const argv = wordsWith(context.globals, ['forms', 'preview', '-o', 'json', '--', file])
  const ended = runCommand(argv, context, { stdout, signal: AbortSignal.any([host.signal, stop.signal]) })
  const readyOrEnded = await Promise.race([ready.promise, ended])
  if (typeof readyOrEnded !== 'string') return readyOrEnded
  try {
    const forms = childOf(parsed(readyOrEnded), 'forms')
    const form = childOf(forms, 0)
    if (form === undefined) return {}
    const pages = childOf(form, 'pages')
    if (!Array.isArray(pages) || step > pages.length)
      throw misuse(`There is no step ${step}: with the ending, the form has ${Object(pages).length}.`)
    const picture = await pictureOf(String(pages[step - 1]), context)
    const notes = [
      ...(picture ? [] : ['There is no picture: no browser was found, or it failed.']),
      ...(childOf(forms, 1) === undefined ? [] : ['The file has several forms; only the first is shown.']),
    ]
    return { picture, notes }
  } finally {
    stop.abort()
    await ended
  }
}

/** The names of browsers that take pictures from the command line. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** A page as PNG; undefined where no browser is found, or it fails. */
async function pictureOf(url: string, { host }: Context): Promise<Uint8Array | undefined> {
  const found = await host.capture(
    `for each in ${browsers.join(' ')}; do command -v $each && break; done`,
    10,
  )
  if (found.status !== 0 || found.output === '') return undefined
  const folder = await mkdtemp(join(tmpdir(), 'formctl-picture-'))
  try {
    const picture = join(folder, 'page.png')
    const words = [
      found.output,
      '--headless',
      '--hide-scrollbars',
      '--window-size=800,1100',
      // A spec may name pictures anywhere; whoever wrote it learns nothing of this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      `--user-data-dir=${folder}`,
      `--screenshot=${picture}`,
      url,
    ]
    // For root, browsers have no sandbox; the page is one of this program.
    await host.capture(`${words.map(shellWord).join(' ')} $([ "$(id -u)" = 0 ] && echo --no-sandbox)`, 30)
    return await readFile(picture)
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
