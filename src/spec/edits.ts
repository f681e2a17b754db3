import { isAlias, isMap, isScalar, type Node, type Scalar } from 'yaml'
import type { Fix } from '../form/finding.ts'
import { plainOrQuoted, quoted } from './quoting.ts'
import { spanOf, type Spot } from './place.ts'
import type { Edit } from './placed.ts'
import { removalOf } from './removal.ts'

/** A document's text, and what leads from paths to it. */
export type EditSource = { readonly text: string; readonly find: (path: Fix['path']) => Spot }

/** What a fix changes in the text, all else left as it is; undefined where the way it is written has no place for it. */
export function editsOf(fix: Fix, source: EditSource): readonly Edit[] | undefined {
  const spot = source.find(fix.path)
  if (!spot.isWhole || !spot.isOwn) return undefined
  if (fix.kind === 'remove') return all([removal(fix.path, source)])
  if (fix.kind === 'replace-value') return all([replacement(spot.node, fix.to, source)])
  const owner = fix.path.slice(0, -1)
  const gone = (fix.without ?? []).map((key) => removal([...owner, key], source))
  return all([renaming(spot, fix.to), ...gone])
}

/** The edits in the order of the text; undefined where one is missing or two touch the same. */
function all(edits: readonly (Edit | undefined)[]): readonly Edit[] | undefined {
  const [only] = edits
  if (edits.length === 1) return only && [only]
  const known = edits.filter((edit) => edit !== undefined).toSorted((a, b) => a.start - b.start)
  const isApart = known.every((edit, i) => edit.start >= (known[i - 1]?.end ?? 0))
  return isApart && known.length === edits.length ? known : undefined
}

function renaming({ key }: Spot, to: string): Edit | undefined {
  if (!isScalar(key) || !isBare(key)) return undefined
  const [start, end] = spanOf(key)
  return { start, end, text: inStyleOf(key, to) }
}

function replacement(
  node: Node | null,
  to: string | number | boolean,
  { text }: EditSource,
): Edit | undefined {
  if (node === null) return undefined
  const [start, end] = spanOf(node)
  // An alias is replaced itself; what it stands for is left to the others that use it.
  if (isAlias(node)) return { start, end, text: typeof to === 'string' ? plainOrQuoted(to) : String(to) }
  if (!isScalar(node) || !isBare(node) || start === end) return undefined
  if (text.slice(start, end).includes('\n')) return undefined
  return { start, end, text: typeof to === 'string' ? inStyleOf(node, to) : String(to) }
}

/** Whether nothing stands before it that speaks of it: an anchor that others use, a tag that asks for a type. */
const isBare = (node: Scalar): boolean =>
  node.anchor === undefined && node.tag === undefined && /^(PLAIN|QUOTE)/.test(node.type ?? '')

const inStyleOf = ({ type }: Scalar, text: string): string =>
  type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
    ? quoted(text, type === 'QUOTE_SINGLE' ? "'" : '"')
    : plainOrQuoted(text)

function removal(path: Fix['path'], { text, find }: EditSource): Edit | undefined {
  const [{ node: owner }, spot] = [find(path.slice(0, -1)), find(path)]
  if (!spot.isWhole || !spot.isOwn || !isMap(owner)) return undefined
  const at = owner.items.findIndex(({ key }) => key === spot.key)
  return at === -1 ? undefined : removalOf(owner, at, text)
}
