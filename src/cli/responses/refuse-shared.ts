import { Failure } from '../../failure.ts'
import type { Files } from '../host.ts'

/** Files by the options that name them, without the dashes. */
export type NamedFiles = readonly (readonly [flag: string, path: string | undefined])[]

/** Refuses to write two things under one name, or one over what is read, also by way of links. */
export async function refuseShared(
  files: Files,
  { reads, writes }: { readonly reads: NamedFiles; readonly writes: NamedFiles },
): Promise<void> {
  const taken = new Map<string, { readonly flag: string; readonly isRead: boolean }>()
  const isRead = new Set(reads)
  for (const named of [...reads, ...writes]) {
    const [flag, path] = named
    if (path === undefined || path === '-') continue
    const stamp = await files.stamp(path)
    const marks = [files.resolve(path), ...(stamp === undefined ? [] : [stamp])]
    const first = isRead.has(named) ? undefined : marks.map((mark) => taken.get(mark)).find(Boolean)
    if (first)
      throw Failure.of('usage', {
        problem: `--${flag} names the file of --${first.flag}${first.isRead ? ', which is read and would be overwritten' : ''}. Name another.`,
      })
    for (const mark of marks) taken.set(mark, { flag, isRead: isRead.has(named) })
  }
}
