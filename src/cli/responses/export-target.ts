import type { Sink } from '../../export/format.ts'
import type { Host } from '../host.ts'
import { makeSpool } from './spool.ts'

/** Where an export goes: it is there only once it is whole. */
export type ExportTarget = {
  readonly write: Sink
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
  if (out !== undefined) return files.create(out, { replace })
  if (!mayRestart) return { write: stdout.write, commit: nothing, discard: nothing }
  const spool = makeSpool(files)
  return {
    write: spool.append,
    commit: async () => {
      for await (const block of spool.blocks()) await stdout.write(block)
    },
    discard: spool.close,
  }
}

const nothing = async (): Promise<void> => undefined
