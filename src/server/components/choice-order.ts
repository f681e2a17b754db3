import type { Content } from '../../form/schema.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import type { Drawing } from './page-component.ts'

/** Whether each person sees the options in an order of their own. */
export const isShuffled = (content: Content): boolean => contentText(content, 'order') === 'random'

/** The options under a key as one person sees them; the order stays for one response. */
export function orderedOptions({ content, step, name }: Drawing, key: string): readonly string[] {
  const options = optionsOf(content, key)
  if (!isShuffled(content)) return options
  return options
    .map((option, i) => ({ option, rank: mixed(`${step.seed} ${name()} ${i}`) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** A number that depends on every character: FNV-1a, whose bits are then mixed once more. */
function mixed(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
