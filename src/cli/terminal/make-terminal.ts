import { Chalk, type ChalkInstance } from 'chalk'
import type { Host, Output } from '../host.ts'
import { isCi } from './ask.ts'
import { fitLines } from './display-width.ts'
import { formsOf, withoutKeys, withoutSecrets } from './key-mask.ts'
import { plain, plainJson, tabbedLines } from './plain.ts'
import {
  nameOf,
  type Column,
  type Terminal,
  type TerminalOptions,
  type ColorChoice,
  type Paint,
} from './terminal.ts'

/** The terminal of a host: writes to stdout and stderr, each with or without colour. */
export function makeTerminal(host: Host, options: TerminalOptions): Terminal {
  const { stdout, stderr } = host
  const drawn = Buffer.from(host.randomBytes(16)).toString('hex')
  const colorsOf = ({ isTerminal }: Output): Colors => {
    const asked = { choice: options.color, env: host.env, isTerminal, platform: host.platform }
    return makeColors(new Chalk({ level: hasColor(asked) ? 1 : 0 }), drawn)
  }
  const [out, err] = [colorsOf(stdout), colorsOf(stderr)]
  const hidden: string[] = []
  // If stderr is closed or its disk is full, the work goes on.
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined)
  const lastLine = makeLastLine(host, { ...options, write })
  const isFramed = stdout.isTerminal || options.isTable === true
  const masked = (text: string): string => withoutKeys(text, hidden)
  const fit = (text: string): string => (stderr.isTerminal ? fitLines(text, stderr.columns) : text)
  const sayAsItIs = (line: string): Promise<void> => write(`${lastLine.clear()}${fit(err.visible(line))}\n`)
  const warn = (line: string): Promise<void> => sayAsItIs(masked(line))
  const writeOut = (text: string): Promise<void> => stdout.write(withoutSecrets(text, hidden))
  const print = (text: string): Promise<void> =>
    writeOut(stdout.isTerminal ? out.visible(text) : out.colored(text))
  return {
    rewrite: lastLine.show && ((line) => lastLine.show?.(masked(line))),
    info: async (line) => (options.isQuiet ? undefined : warn(line)),
    warn,
    writeUnmasked: sayAsItIs,
    masked,
    print,
    printJson: (value) => writeOut(`${stdout.isTerminal ? plainJson(value) : JSON.stringify(value)}\n`),
    // Through a module of ours: the bundler gives no named exports to a CommonJS package that is imported dynamically.
    printYaml: async (value) => print((await import('./yaml-text.ts')).yamlText(value)),
    table: async (head, rows) =>
      writeLines(
        writeOut,
        await tableLines({ columns: stdout.columns, isFramed }, out.paint.bold, { head, rows }),
        out.colored,
      ),
    hide: (secret) => void hidden.push(...formsOf(secret)),
    plain,
    out: out.paint,
    err: err.paint,
    colored: err.colored,
  }
}

type Rows = { readonly head: readonly Column[]; readonly rows: Iterable<readonly string[]> }

/** Frames are loaded only where they are shown. */
async function tableLines(
  { isFramed, columns }: Pick<Output, 'columns'> & { readonly isFramed: boolean },
  paintHead: (text: string) => string,
  { head, rows }: Rows,
): Promise<Iterable<string>> {
  if (!isFramed) return tabbedLines(head.map(nameOf), rows)
  const { framedLines } = await import('./framed-table.ts')
  return framedLines(head, [...rows], { columns, paintHead })
}

/** Writes lines in large chunks, and awaits each for backpressure. */
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

/** A progress line that is overwritten in place. */
type LastLine = {
  /** The text that clears it before another line is written; empty if it is not shown. */
  readonly clear: () => string
  readonly show: Terminal['rewrite']
}

type Writing = { readonly isQuiet: boolean; readonly write: (text: string) => Promise<void> }

/** The progress line on stderr; `show` is undefined if stderr cannot overwrite a line. */
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
    // A line as wide as the terminal would wrap, and its first part could not be cleared.
    if (clearing !== '' || isShown) void write(`${clearing}${plain(line).slice(0, stderr.columns - 1)}`)
  }
  const canShow = stderr.isTerminal && env['TERM'] !== 'dumb' && !isCi(env) && !isQuiet
  return { clear, show: canShow ? show : undefined }
}

/**
 * Colours that text from outside cannot set: `paint` puts marks with a random number around a text, and the writer turns only
 * those into escape sequences.
 */
type Colors = {
  readonly paint: Paint
  /** Turns marks into colours, and leaves the rest unchanged. */
  readonly colored: (text: string) => string
  /** Turns marks into colours, keeps line breaks, and makes all other control characters visible. */
  readonly visible: (text: string) => string
}

const same = (text: string): string => text

/** For a stream whose colours chalk draws, or leaves out; `drawn` is the random number in hexadecimal. */
function makeColors(chalk: ChalkInstance, drawn: string): Colors {
  const mark = `\u001b${drawn}[`
  const marked = (style: keyof Paint): Paint[keyof Paint] => {
    const [open = '', close = ''] = chalk[style]('|').replaceAll('\u001b[', mark).split('|')
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

type ColorQuestion = {
  readonly choice: ColorChoice
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  readonly platform: string
}

/** One rule about colour; `when` is its text in the README. */
type ColorRule = {
  readonly when: string
  readonly holds: (question: ColorQuestion) => boolean
  readonly isColored: boolean
}

/** The rules about colour for each stream; the first that applies decides. `CI` has no effect. */
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

// An empty variable counts as not set.
function isSet(name: string): ColorRule['holds'] {
  return ({ env }) => Boolean(env[name])
}
