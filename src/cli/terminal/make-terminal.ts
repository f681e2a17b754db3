import type { Host, Output } from '../host.ts'
import { isCi } from './ask.ts'
import { fitLines } from './display-width.ts'
import { formsOf, withoutKeys, withoutSecrets } from './key-mask.ts'
import { plain, plainJson, tabbedLines } from './plain.ts'
import { noPaint, type Terminal, type TerminalOptions, type ColorChoice, type Paint } from './terminal.ts'

/** The terminal of a host: one writer a stream, coloured or not. */
export async function makeTerminal(host: Host, options: TerminalOptions): Promise<Terminal> {
  const { stdout, stderr } = host
  const [isOutColored, isErrColored] = [stdout, stderr].map(({ isTerminal }) =>
    hasColor({ choice: options.color, env: host.env, isTerminal, platform: host.platform }),
  )
  const colors = isOutColored || isErrColored ? await makeColors(drawNumber(host)) : noColors
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

const drawNumber = ({ randomBytes }: Host): string => Buffer.from(randomBytes(16)).toString('hex')

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

/**
 * Colours that nobody else can set: `paint` puts marks around a text that hold a number drawn for this run, and the
 * writer turns just those into escape sequences. A sequence that came from outside is none of ours, whatever it says.
 */
type Colors = {
  readonly paint: Paint
  /** The text with its colours, and all else as it is. */
  readonly colored: (text: string) => string
  /** The text with its colours and line breaks, and all else that could steer a terminal made visible. */
  readonly visible: (text: string) => string
}

const same = (text: string): string => text

const noColors: Colors = {
  paint: noPaint,
  colored: same,
  visible: (text) => text.split('\n').map(plain).join('\n'),
}

/** For a stream with colours; `drawn` is the number, as text that a regular expression takes as it is. */
async function makeColors(drawn: string): Promise<Colors> {
  const real = await sixteenColors()
  const mark = `\u001b${drawn}[`
  const marked = (style: keyof Paint): Paint[keyof Paint] => {
    const [open = '', close = ''] = real[style]('|').replaceAll('\u001b[', mark).split('|')
    return (text) => `${open}${text}${close}`
  }
  const ours = new RegExp(String.raw`(\n|\u001b${drawn}\[\d{1,2}m)`)
  const unmarked = (text: string): string => text.replace(mark, '\u001b[')
  const shown = (text: string, show: (part: string) => string): string =>
    text
      .split(ours)
      .map((part, i) => (i % 2 === 0 ? show(part) : unmarked(part)))
      .join('')
  return {
    paint: {
      bold: marked('bold'),
      dim: marked('dim'),
      red: marked('red'),
      yellow: marked('yellow'),
      green: marked('green'),
      cyan: marked('cyan'),
    },
    colored: (text) => shown(text, same),
    visible: (text) => shown(text, plain),
  }
}

/** The sixteen colours that the person's own theme sets, as escape sequences. Loaded only where something is coloured. */
async function sixteenColors(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  // Level 1. By itself chalk would ask the process.
  return new Chalk({ level: 1 })
}

type ColorQuestion = {
  readonly choice: ColorChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  readonly platform: string
}

/** One rule about colour: its condition, in words and in code, and its decision. */
type ColorRule = {
  readonly when: string
  readonly holds: (question: ColorQuestion) => boolean
  readonly isColored: boolean
}

/** The rules about colour, for each stream; the first that holds decides. `CI` does not matter. */
export const colorRules: readonly ColorRule[] = [
  { when: '`--color always`', holds: ({ choice }) => choice === 'always', isColored: true },
  { when: '`--color never`', holds: ({ choice }) => choice === 'never', isColored: false },
  {
    when: '`FORCE_COLOR` is `0` or `false`',
    holds: ({ env }) => /^(0|false)$/i.test(env['FORCE_COLOR'] ?? ''),
    isColored: false,
  },
  { when: '`FORCE_COLOR` is set to anything else', holds: isSet('FORCE_COLOR'), isColored: true },
  { when: '`NO_COLOR` is set to anything', holds: isSet('NO_COLOR'), isColored: false },
  {
    when: '`CLICOLOR_FORCE` is set to anything but `0`',
    holds: (question) => isSet('CLICOLOR_FORCE')(question) && question.env['CLICOLOR_FORCE'] !== '0',
    isColored: true,
  },
  { when: 'the stream is a pipe or a file', holds: ({ isTerminal }) => !isTerminal, isColored: false },
  { when: '`TERM` is `dumb`', holds: ({ env }) => env['TERM'] === 'dumb', isColored: false },
  {
    // Windows sets no TERM, and its consoles have colour; elsewhere a terminal without a name has none.
    when: '`TERM` is not set, but on Windows',
    holds: ({ env, platform }) => !env['TERM'] && platform !== 'win32',
    isColored: false,
  },
  { when: 'otherwise', holds: () => true, isColored: true },
]

export const hasColor = (question: ColorQuestion): boolean =>
  colorRules.find(({ holds }) => holds(question))?.isColored ?? false

// An empty variable is as good as none.
function isSet(name: string): ColorRule['holds'] {
  return ({ env }) => Boolean(env[name])
}
