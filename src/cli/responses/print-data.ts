import type { Sink } from '../../table/bytes.ts'
import type { Output } from '../host.ts'
import { plain } from '../terminal/plain.ts'

/** A sink for data on stdout: unchanged in a pipe; on a terminal control and bidi characters are made visible. */
export const printerOf = (stdout: Output): Sink => (stdout.isTerminal ? visibly(stdout) : stdout.write)

function visibly(stdout: Output): Sink {
  const decoder = new TextDecoder()
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true })
    return stdout.write(
      text
        .split(/(\r?\n|\t)/)
        .map((part, i) => (i % 2 === 0 ? plain(part) : part))
        .join(''),
    )
  }
}
