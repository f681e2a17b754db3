import { nearest } from '../../form/words.ts'

const most = 3

/** Names like one: the same but for capital letters and, where there is none, those that it is a part of, and one that is only a slip away. */
export function similar(name: string, known: readonly string[]): readonly string[] {
  const plain = name.toLowerCase()
  const same = known.filter((other) => other.toLowerCase() === plain)
  if (same.length > 0) return [...new Set(same)].slice(0, most)
  const containing = known
    .filter((other) => plain !== '' && other.toLowerCase().includes(plain))
    .toSorted((a, b) => a.length - b.length)
  const slip = nearest(name, known)
  return [...new Set([...containing, ...(slip ? [slip.word] : [])])].slice(0, most)
}

/** Names without those that mean nothing but what one before them means. */
export function apart(
  names: readonly string[],
  meant: (name: string) => readonly unknown[] | undefined,
): readonly string[] {
  const isSame = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
    a.length === b.length && a.every((one, i) => one === b[i])
  return names.filter((name, i) => !names.slice(0, i).some((before) => isSame(meant(before), meant(name))))
}
