import { sayPath } from '../../form/path.ts'
import type { PlacedFinding } from '../../spec/placed.ts'

/** A finding, and the later ones that a reader needs to see no more of than their places. */
export type Fold = { readonly finding: PlacedFinding; readonly more: readonly PlacedFinding[] }

/** Findings with those folded that say the same; in order of the first of each. */
export function fold(findings: readonly PlacedFinding[]): readonly Fold[] {
  const alike = groupsOf(findings, likeness)
  // Two that differ in a word are both shown: each help says its own word.
  const nameOf = (finding: PlacedFinding): string => {
    const name = likeness(finding)
    return (alike.get(name)?.length ?? 0) > 2 ? name : sameness(finding)
  }
  return [...groupsOf(findings, nameOf).values()].flatMap(([finding, ...more]) =>
    finding === undefined ? [] : { finding, more },
  )
}

function groupsOf(
  findings: readonly PlacedFinding[],
  nameOf: (finding: PlacedFinding) => string,
): ReadonlyMap<string, readonly PlacedFinding[]> {
  const groups = new Map<string, PlacedFinding[]>()
  for (const finding of findings) {
    const name = nameOf(finding)
    const group = groups.get(name)
    if (group) group.push(finding)
    else groups.set(name, [finding])
  }
  return groups
}

const sameness = ({ severity, code, message, help = '' }: PlacedFinding): string =>
  [severity, code, message, help].join('\n')

/** Entries of one array say the same when only words in quotes and numbers differ: thirty years without quotes. */
function likeness(finding: PlacedFinding): string {
  const { severity, code, path, message, help = '' } = finding
  if (typeof path.at(-1) !== 'number') return sameness(finding)
  return [severity, code, sayPath(path.slice(0, -1)), ...[message, help].map(form)].join('\n')
}

const form = (sentence: string): string => sentence.replaceAll(/"[^"]*"|\d+/g, '…')
