import type { Host, Output } from '../host.ts'
import { isCi } from './ask.ts'
import { hasColor, makeColors, noColors } from './colors.ts'
import { fitLines } from './display-width.ts'
import { formsOf, withoutKeys, withoutSecrets } from './key-mask.ts'
import { plain, plainJson, tabbedLines } from './plain.ts'
import type { Terminal, TerminalOptions } from './terminal.ts'

/** The terminal of a host: one writer a stream, coloured or not. */
export async function makeTerminal(host: Host, options: TerminalOptions): Promise<Terminal> {
  const { stdout, stderr } = host
  const [isOutColored, isErrColored] = [stdout, stderr].map(({ isTerminal }) =>
    hasColor({ choice: options.color, env: host.env, isTerminal, platform: host.platform }),
  )
  const colors = isOutColored || isErrColored ? await makeColors(drawn(host)) : noColors
  const [out, err] = [isOutColored ? colors : noColors, isErrColored ? colors : noColors]
  const hidden: string[] = []
  // With stderr closed or its disk full nobody hears us; the work itself goes on.
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined)
  const lastLine = makeLastLine(host, { ...options, write })
  const masked = (text: string): string => withoutKeys(text, hidden)
  const fit = (text: string): string => (stderr.isTerminal ? fitLines(text, stderr.columns) : text)
  const sayAsItIs = (line: string): Promise<void> => write(`${lastLine.clear()}${fit(err.visible(line))}\n`)
  const warn = (line: string): Promise<void> => sayAsItIs(masked(line))
  const writeOut = (text: string): Promise<void> => stdout.write(withoutSecrets(text, hidden))
  const print = (text: string): Promise<void> =>
    writeOut(stdout.isTerminal ? out.visible(text) : out.colored(text))
  return {
    rewrite: lastLine.show && ((line) => lastLine.show?.(masked(line))),
    say: async (line) => (options.isQuiet ? undefined : warn(line)),
    warn,
    sayNewKey: sayAsItIs,
    masked,
    print,
    printJson: (value) => writeOut(`${stdout.isTerminal ? plainJson(value) : JSON.stringify(value)}\n`),
    // By way of a module of ours: the bundler gives a CommonJS package that is imported late no names.
    printYaml: async (value) => print((await import('./yaml-text.ts')).yamlText(value)),
    table: async (head, rows) =>
      writeLines(writeOut, await tableLines(stdout, out.paint.bold, { head, rows }), out.colored),
    hide: (secret) => void hidden.push(...formsOf(secret)),
    plain,
    out: out.paint,
    err: err.paint,
    colored: err.colored,
  }
}

const drawn = ({ randomBytes }: Host): string => Buffer.from(randomBytes(16)).toString('hex')

type Rows = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** What draws frames is loaded for terminals alone. */
async function tableLines(
  { isTerminal, columns }: Output,
  paintHead: (text: string) => string,
  { head, rows }: Rows,
): Promise<Iterable<string>> {
  if (!isTerminal) return tabbedLines(head, rows)
  const { framedLines } = await import('./framed-table.ts')
  return framedLines(head, rows, { columns, paintHead })
}

/** Lines in few writes, each awaited, so that a slow reader slows us down. */
async function writeLines(
  write: (text: string) => Promise<void>,
  lines: Iterable<string>,
  colored: (line: string) => string,
): Promise<void> {
  let text = ''
  for (const line of lines) {
    text += colored(line)
    if (text.length < 64 * 1024) continue
    await write(text)
    text = ''
  }
  if (text !== '') await write(text)
}

/** The last line of a terminal, which is overwritten in its place. */
type LastLine = {
  /** The text that clears it before another line; empty when it is not shown. */
  readonly clear: () => string
  readonly show: Terminal['rewrite']
}

type Writing = { readonly isQuiet: boolean; readonly write: (text: string) => Promise<void> }

/** The last line of stderr; never shown where stderr is no terminal that can overwrite a line. */
function makeLastLine({ stderr, env }: Host, { isQuiet, write }: Writing): LastLine {
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
