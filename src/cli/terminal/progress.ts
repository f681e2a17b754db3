import { count } from '../../failure/failure.ts'
import type { Context } from '../command.ts'

export type Progress = { readonly refresh: () => void; readonly end: () => void }

const firstAfter = 1000
const drawnEvery = 250
const linesEvery = 10_000

/** Shows progress a second after `start`, or after this call: on a terminal in a line that is rewritten, elsewhere in a new line every ten seconds. */
export function showProgress(
  { host, terminal }: Context,
  lineAt: (now: number, began: number) => string,
  start?: number,
): Progress {
  let began = start
  let lastSaid = 0
  const tick = (): void => {
    const now = host.now().getTime()
    began ??= now - drawnEvery
    if (now - began < firstAfter) return
    if (!terminal.showProgress && lastSaid > 0 && now - lastSaid < linesEvery) return
    lastSaid = now
    const line = lineAt(now, began)
    if (terminal.showProgress) terminal.showProgress(line)
    else void terminal.info(line)
  }
  const stop = host.every(drawnEvery, tick)
  return {
    // At once, if a line was shown before.
    refresh: () => {
      if (lastSaid === 0) return
      lastSaid = 0
      tick()
    },
    end: () => {
      stop()
      terminal.showProgress?.('')
    },
  }
}

/** The line about forms that are being created, such as `Creating 3 forms …, 1 done, 4 s`. */
export const creatingLine =
  (creating: number, done = (): number => 0) =>
  (now: number, began: number): string => {
    const sofar = done() === 0 ? '' : `${done()} done, `
    return `Creating ${count(creating, 'form')} …, ${sofar}${Math.floor((now - began) / 1000)} s`
  }
