import type { Host } from '../host.ts'
import { isCi } from './is-ci.ts'
import { plain } from './plain.ts'
import type { Terminal } from './terminal.ts'

/** The last line of a terminal, written anew in its place. */
export type LastLine = {
  /** What takes it away before something else is said: nothing when it is not there. */
  readonly clear: () => string
  readonly show: Terminal['rewrite']
}

type Writing = { readonly isQuiet: boolean; readonly write: (text: string) => Promise<void> }

/** The last line of stderr; where that is no terminal which can write a line anew, there is none. */
export function makeLastLine({ stderr, env }: Host, { isQuiet, write }: Writing): LastLine {
  let isShown = false
  const clear = (): string => {
    const clearing = isShown ? '\r\u001b[K' : ''
    isShown = false
    return clearing
  }
  const show = (line: string): void => {
    const clearing = clear()
    isShown = line !== ''
    // A line as wide as the terminal would break, and its first part could not be taken away.
    if (clearing !== '' || isShown) void write(`${clearing}${plain(line).slice(0, stderr.columns - 1)}`)
  }
  const canShow = stderr.isTerminal && env['TERM'] !== 'dumb' && !isCi(env) && !isQuiet
  return { clear, show: canShow ? show : undefined }
}
