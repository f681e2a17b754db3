import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childOf } from '../../form/value.ts'
import type { Context } from '../command.ts'
import { shellWord } from '../option-values.ts'
import { parsed, runCommand, wordsWith, type Outcome } from './run-command.ts'

/** Previews a spec: what `forms preview` prints, and a picture of a step of its first form where a browser is installed. */
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
    const json = parsed(readyOrEnded)
    const url = childOf(childOf(childOf(json, 'forms'), 0), 'url')
    return {
      json,
      picture: typeof url === 'string' ? await pictureOf(`${url}?step=${step}`, context) : undefined,
    }
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
