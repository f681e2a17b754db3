import type { Host, Output } from '../../cli/host.ts'
import { plain } from '../../cli/terminal/plain.ts'
import { makeSpool } from './spool.ts'
import type { Rewrite, Sink } from '../../table/bytes.ts'

/** Where an export goes: it is there only once it is whole. */
export type ExportTarget = {
  readonly write: Sink
  /** Undefined where what was written cannot be taken back. */
  readonly rewrite: Rewrite | undefined
  /** Its path while it is being written; undefined of the standard output. */
  readonly file: string | undefined
  /** Makes it durable, where it has a name to be given. */
  readonly settle: () => Promise<void>
  /** What was written, once that was settled; absent of the standard output. */
  readonly read?: () => AsyncIterable<Uint8Array>
  readonly commit: () => Promise<void>
  readonly discard: () => Promise<void>
}

type Wanted = {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly replace: boolean
  /** Whether writing may begin anew, so that nothing may be printed before the end. */
  readonly mayRestart: boolean
}

/** A file, or the standard output. */
export async function openTarget(
  { files, stdout }: Host,
  { out, replace, mayRestart }: Wanted,
): Promise<ExportTarget> {
  if (out !== undefined) {
    const file = await files.create(out, { replace })
    return { ...file, file: file.place }
  }
  const print = printerOf(stdout)
  if (!mayRestart) return { ...nameless, write: print, commit: nothing, discard: nothing }
  const spool = makeSpool(files)
  return {
    ...nameless,
    write: spool.append,
    commit: async () => {
      for await (const block of spool.blocks()) await print(block)
    },
    discard: spool.close,
  }
}

/** Where data is printed: as it is in a pipe; on a terminal no answer can colour, move the cursor or turn its text. */
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

const nothing = async (): Promise<void> => undefined

const nameless = { file: undefined, rewrite: undefined, settle: nothing } as const
