import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../../failure.ts'
import { syncFolder } from '../../make-folders.ts'
import { partOf, sweepParts } from '../../part-file.ts'
import { codeOf } from '../../reason.ts'
import type { PendingFile } from '../host.ts'
import { targetOf, unwritable, type Beginning, type FileTarget } from './file-target.ts'
import {
  beginPart,
  closePart,
  endPages,
  settlePart,
  sharedOf,
  writeOn,
  type PartWriting,
} from './part-writing.ts'
import { readAgain } from './node-seekable.ts'
import { readAhead } from './read-ahead.ts'

/** Begins a file beside its final place, under a name that nobody reads. */
export async function beginFile(beginning: Beginning): Promise<PendingFile> {
  const target = await targetOf(beginning)
  const temporary = partOf(target.full)
  const handle = await beginning.parts.open(temporary, target.mode).catch((error: unknown) => {
    throw unwritable(beginning, error)
  })
  const part = beginPart(temporary, handle, beginning.large)
  const writing: Writing = { ...beginning, ...target, ...part }
  const discard = async (): Promise<void> => {
    beginning.forget()
    await closePart(writing).catch(() => undefined)
    await rm(writing.temporary, { force: true })
  }
  const guarded = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      await discard()
      throw error instanceof Failure ? error : unwritable(beginning, error)
    }
  }
  await sweepParts(dirname(target.full))
  return {
    place: temporary,
    write: (chunk) => guarded(writeOn(writing, chunk)),
    shared: sharedOf(writing, guarded),
    rewrite: (from, remake) => guarded(rewrite(writing, from, remake)),
    settle: () => guarded(settlePart(writing)),
    read: () => readAhead(writing.handle, 0),
    commit: () => guarded(commit(writing)),
    discard,
  }
}

type Writing = Omit<Beginning, 'large'> & FileTarget & PartWriting

/** Writes into a file of its own, which takes the place of what was written before. */
async function rewrite(writing: Writing, from: number, remake: Remake): Promise<void> {
  const { handle, temporary, full, mode, parts, past, large } = writing
  const other = partOf(full)
  const opened = await parts.open(other, mode)
  // It is known how large it becomes.
  const next = beginPart(other, opened, writing.end < large ? large : 0)
  try {
    await endPages(writing)
    const source = readAgain(handle, writing.end)
    const target = sharedOf(next, (work) => work)
    await remake(source.from(from), (chunk) => writeOn(next, chunk), { source, target })
    // What was read is right only where the system could keep it.
    await writing.syncing
  } catch (error) {
    await closePart(next).catch(() => undefined)
    await rm(other, { force: true })
    throw error
  }
  Object.assign(writing, next)
  await past.close()
  await handle.close()
  await rm(temporary, { force: true })
}

type Remake = Parameters<PendingFile['rewrite']>[1]

async function commit(writing: Writing): Promise<void> {
  const { temporary, full, replace, forget, parts } = writing
  if (!writing.isSettled) await settlePart(writing)
  await closePart(writing)
  if (replace) await rename(temporary, full)
  else await linkInto(writing)
  forget()
  parts.named(temporary)
  await syncFolder(dirname(full))
}

// A hard link, unlike a rename, fails when another program made the file meanwhile.
async function linkInto({ temporary, full, path }: Writing): Promise<void> {
  try {
    await link(temporary, full)
    await rm(temporary)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw Failure.of('file-exists', { path })
    // Some file systems have no hard links.
    await rename(temporary, full)
  }
}
