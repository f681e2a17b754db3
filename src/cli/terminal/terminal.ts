import { Chalk } from 'chalk'
import type { Failure } from '../../failure/failure.ts'
import type { Host, Output } from '../host.ts'
import { fitLines } from './display-width.ts'
import { encodingsOf, maskApiKeys, maskSecrets, plain, plainJson, tabbedLines } from './plain.ts'

/** The only writer to stdout and stderr. */
export type Terminal = {
  /** Writes a line to stderr, but not under --quiet. All control characters but line breaks and `err` colours are made visible. */
  readonly info: (line: string) => Promise<void>
  /** The same even under --quiet: for warnings and failures. */
  readonly warn: (line: string) => Promise<void>
  /** Writes a line with a new key unmasked; all other lines show only the end of a key. */
  readonly writeUnmasked: (line: string) => Promise<void>
  /** Masks keys in a text, for settings on stdout. */
  readonly mask: (text: string) => string
  /**
   * Overwrites the progress line on stderr; an empty text clears it. Undefined where that is impossible: without a terminal,
   * in CI, under --quiet.
   */
  readonly showProgress: ((line: string) => void) | undefined
  /** Writes data to stdout unchanged; on a terminal control characters but line breaks and `out` colours are made visible. */
  readonly print: (text: string) => Promise<void>
  readonly printJson: (value: unknown) => Promise<void>
  readonly printYaml: (value: unknown) => Promise<void>
  /** Writes rows to stdout: aligned on a terminal and under -o table, or as blocks where the columns do not fit; else tab-separated. Makes cells plain. */
  readonly list: (columns: readonly Column[], rows: Iterable<readonly string[]>) => Promise<void>
  /** Masks this API key in all later output. */
  readonly maskSecret: (secret: string) => void
  /** Text from outside, with every control, bidi and escape character made visible. */
  readonly plain: (text: string) => string
  readonly out: Paint
  readonly err: Paint
  /** Turns marks of `err` into colours, for the stream of the prompts, which this writer does not write to. */
  readonly colored: (text: string) => string
}

/**
 * A column of a table: its name, `{ text: name }` if its cells may be wrapped, or `{ below: name }` if they may go on lines
 * below their rows where not all columns fit. Ids, URLs and paths have to stay whole.
 */
export type Column = string | { readonly text: string } | { readonly below: string }

export function nameOf(column: Column): string {
  if (typeof column === 'string') return column
  return 'text' in column ? column.text : column.below
}

/** Marks text with a style; the writer turns marks into escape sequences, or removes them. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'magenta' | 'green' | 'cyan', typeof same>>

const same = (text: string): string => text

/** Without colours. */
export const noPaint: Paint = { bold: same, dim: same, red: same, magenta: same, green: same, cyan: same }

export type ColorChoice = 'auto' | 'always' | 'never'

export type TerminalOptions = {
  readonly color: ColorChoice
  readonly isQuiet: boolean
  /** Whether --output names tables, so that they are aligned in a pipe, too. */
  readonly isTable?: boolean
}

/** The terminal of a host: writes to stdout and stderr, each with or without colour. */
export function makeTerminal(host: Host, options: TerminalOptions): Terminal {
  const { stdout, stderr } = host
  // Made only for colours: the first random number takes 8 ms.
  let random: string | undefined
  const colorsOf = ({ isTerminal }: Output): Colors => {
    const question = { choice: options.color, env: host.env, isTerminal, platform: host.platform }
    if (!hasColor(question)) return noColors
    return makeColors((random ??= Buffer.from(host.randomBytes(16)).toString('hex')))
  }
  const [out, err] = [colorsOf(stdout), colorsOf(stderr)]
  const secrets: string[] = []
  // If stderr is closed or its disk is full, the work goes on.
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined)
  const progress = makeProgressLine(host, options.isQuiet, write)
  const isAligned = stdout.isTerminal || options.isTable === true
  const mask = (text: string): string => maskApiKeys(text, secrets)
  const fit = (text: string): string => (stderr.isTerminal ? fitLines(text, stderr.columns) : text)
  const writeUnmasked = (line: string): Promise<void> =>
    write(`${progress.clear()}${fit(err.visible(line))}\n`)
  const warn = (line: string): Promise<void> => writeUnmasked(mask(line))
  const writeOut = (text: string): Promise<void> => stdout.write(maskSecrets(text, secrets))
  const print = (text: string): Promise<void> =>
    writeOut(stdout.isTerminal ? out.visible(text) : out.colored(text))
  const list: Terminal['list'] = async (head, rows) => {
    // Loaded only where it is needed.
    const lines = isAligned
      ? (await import('./list-lines.ts')).listLines(head, [...rows], {
          columns: stdout.columns,
          paintHead: out.paint.dim,
        })
      : tabbedLines(head.map(nameOf), rows)
    // Large chunks, each awaited for backpressure.
    let text = ''
    for (const line of lines) {
      text += out.colored(line)
      if (text.length < 64 * 1024) continue
      await writeOut(text)
      text = ''
    }
    if (text !== '') await writeOut(text)
  }
  return {
    showProgress: progress.show && ((line) => progress.show?.(mask(line))),
    info: async (line) => (options.isQuiet ? undefined : warn(line)),
    warn,
    writeUnmasked,
    mask,
    print,
    printJson: (value) => writeOut(`${stdout.isTerminal ? plainJson(value) : JSON.stringify(value)}\n`),
    // Through a module of ours: the bundler gives no named exports to a CommonJS package that is imported dynamically.
    printYaml: async (value) => print((await import('./yaml-text.ts')).yamlText(value)),
    list,
    maskSecret: (secret) => void secrets.push(...encodingsOf(secret)),
    plain,
    out: out.paint,
    err: err.paint,
    colored: err.colored,
  }
}

/** A progress line on stderr that is overwritten in place. */
type ProgressLine = {
  /** The text that clears it before another line is written; empty if it is not shown. */
  readonly clear: () => string
  /** Undefined if stderr cannot overwrite a line. */
  readonly show: Terminal['showProgress']
}

function makeProgressLine(
  { stderr, env }: Host,
  isQuiet: boolean,
  write: (text: string) => Promise<void>,
): ProgressLine {
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

/** Whether this runs in CI: nobody can answer, and stderr is a log. */
export const isCi = (env: Readonly<Record<string, string | undefined>>): boolean =>
  /^(?!0$|false$)./i.test(env['CI'] ?? '')

type FailureLook = {
  readonly terminal: Terminal
  readonly isJson: boolean
  /** A sentence to put before that of the failure, for people. */
  readonly before?: string | undefined
}

/** A failure as a line for stderr: its code and a sentence, or one line of JSON where the output is for programs. */
export const failureLine = (
  { code, message, exit }: Failure,
  { terminal, isJson, before }: FailureLook,
): string =>
  isJson
    ? plainJson({ schema_version: 1, error: { code, message, exit } })
    : `${terminal.err.red(`error[${code}]`)}: ${terminal.plain(before ? `${before} ${message}` : message)}`

/** A warning as a line for stderr. The sentence may hold text from outside. */
export const warningLine = (sentence: string, { err }: Pick<Terminal, 'err'>): string =>
  `${err.magenta('warning')}: ${plain(sentence)}`

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

const noColors: Colors = {
  paint: noPaint,
  colored: same,
  visible: (text) => text.split('\n').map(plain).join('\n'),
}

const chalk = new Chalk({ level: 1 })

/** Colours with marks of this random number, in hexadecimal. */
function makeColors(random: string): Colors {
  const mark = `\u001b${random}[`
  const marked = (style: keyof Paint): Paint[keyof Paint] => {
    const [open = '', close = ''] = chalk[style]('|').replaceAll('\u001b[', mark).split('|')
    return (text) => `${open}${text}${close}`
  }
  const ours = new RegExp(String.raw`(\n|\u001b${random}\[\d{1,2}m)`)
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
      magenta: marked('magenta'),
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

/** One rule about colour; `when` is its text in `docs/settings.md`. */
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
    when: '`TERM` is not set, except on Windows',
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
