import { nearest } from '../form/nearest.ts'

const most = 3

/** Names like one: the same in other letters, one that it is a part of, or one that is only a slip away. */
export function similar(name: string, known: readonly string[]): readonly string[] {
  const plain = name.toLowerCase()
  const containing = known
    .filter((other) => plain !== '' && other.toLowerCase().includes(plain))
    .toSorted((a, b) => a.length - b.length)
  const slip = nearest(name, known)
  return [...new Set([...containing, ...(slip ? [slip.word] : [])])].slice(0, most)
}
