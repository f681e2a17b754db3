import type { Host } from '../host.ts'
import type { Paint, Terminal, TerminalOptions } from './terminal.ts'

/** The terminal of a host: one writer a stream, coloured or not. */
export function makeTerminal(host: Host, options: TerminalOptions): Terminal {
  const warn = (line: string): Promise<void> => host.stderr.write(`${line}\n`)
  return {
    say: async (line) => (options.isQuiet ? undefined : warn(line)),
    warn,
    print: (text) => host.stdout.write(text),
    printJson: (value) => host.stdout.write(`${JSON.stringify(value)}\n`),
    table: (head, rows) => host.stdout.write([head, ...rows].map((row) => `${row.join('\t')}\n`).join('')),
    plain: (text) => text,
    out: bare,
    err: bare,
  }
}

const same = (text: string): string => text
const bare: Paint = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same }
