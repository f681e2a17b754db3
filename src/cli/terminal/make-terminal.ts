import type { Host, Output } from '../host.ts'
import { hasColor } from './has-color.ts'
import { plain, plainJson, plainLine } from './plain.ts'
import { framedLines, tabbedLines } from './table.ts'
import type { Paint, Terminal, TerminalOptions } from './terminal.ts'

/** The terminal of a host: one writer a stream, coloured or not. */
export async function makeTerminal(host: Host, options: TerminalOptions): Promise<Terminal> {
  const { stdout, stderr } = host
  const [isOutColored, isErrColored] = [stdout, stderr].map(({ isTerminal }) =>
    hasColor({ choice: options.color, env: host.env, isTerminal, platform: host.platform }),
  )
  const colors = isOutColored || isErrColored ? await colorPaint() : bare
  const [out, err] = [isOutColored ? colors : bare, isErrColored ? colors : bare]
  const hidden: string[] = []
  const warn = (line: string): Promise<void> =>
    // With stderr closed or its disk full nobody hears us; the work itself goes on.
    stderr
      .write(`${plainLine(without(hidden, line), { isColored: isErrColored === true })}\n`)
      .catch(() => undefined)
  return {
    say: async (line) => (options.isQuiet ? undefined : warn(line)),
    warn,
    print: (text) => stdout.write(text),
    printJson: (value) => stdout.write(`${stdout.isTerminal ? plainJson(value) : JSON.stringify(value)}\n`),
    // By way of a module of ours: the bundler gives a CommonJS package that is imported late no names.
    printYaml: async (value) => stdout.write((await import('./yaml-text.ts')).yamlText(value)),
    table: (head, rows) =>
      writeLines(
        stdout,
        stdout.isTerminal
          ? framedLines(head, rows, { columns: stdout.columns, paintHead: out.bold })
          : tabbedLines(head, rows),
      ),
    // In JSON a key stands with its quotation marks and backslashes escaped.
    // What is shorter is no key, and may be a part of other words.
    hide: (secret) => void (secret.length >= 8 && hidden.push(secret, JSON.stringify(secret).slice(1, -1))),
    plain,
    out,
    err,
  }
}

const without = (secrets: readonly string[], line: string): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '[the key]'), line)

/** Lines in few writes, each awaited, so that a slow reader slows us down. */
async function writeLines(output: Output, lines: Iterable<string>): Promise<void> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 64 * 1024) continue
    await output.write(text)
    text = ''
  }
  if (text !== '') await output.write(text)
}

const same = (text: string): string => text
const bare: Paint = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same }

// Loaded only where something is coloured: a run in a pipe starts without it.
async function colorPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  // Level 1: the sixteen colours that the person's own theme sets. By itself chalk would ask the process.
  const chalk = new Chalk({ level: 1 })
  // One text each: chalk would join all that it is called with, and libraries call a style with more.
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    red: (text) => chalk.red(text),
    yellow: (text) => chalk.yellow(text),
    green: (text) => chalk.green(text),
    cyan: (text) => chalk.cyan(text),
  }
}
