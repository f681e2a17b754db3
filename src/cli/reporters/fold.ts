import { sayPath } from '../../form/path.ts'
import type { PlacedFinding } from '../../spec/placed.ts'

/** A finding, and the later ones that a reader needs to see no more of than their places. */
export type Fold = { readonly finding: PlacedFinding; readonly more: readonly PlacedFinding[] }

/** Findings with those folded that say the same; in order of the first of each. */
export function fold(findings: readonly PlacedFinding[]): readonly Fold[] {
  // Hardly any is an entry of an array, and to tell what the others are like costs more than to find them.
  const alike = groupsOf(findings.filter(isEntry), likeness)
  // Two that differ in a word are both shown: each help says its own word.
  const many = new Map(
    [...alike]
      .filter(([, group]) => group.length > 2)
      .flatMap(([name, group]) => group.map((one) => [one, name])),
  )
  const groups = groupsOf(findings, (finding) => many.get(finding) ?? sameness(finding))
  return [...groups.values()].flatMap(([finding, ...more]) =>
    finding === undefined ? [] : { finding, more },
  )
}

const isEntry = ({ path }: PlacedFinding): boolean => typeof path.at(-1) === 'number'

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
  `${severity}\n${code}\n${message}\n${help}`

/** Entries of one array say the same when only words in quotes and numbers differ: thirty years without quotes. */
function likeness(finding: PlacedFinding): string {
  const { severity, code, path, message, help = '' } = finding
  return [severity, code, sayPath(path.slice(0, -1)), ...[message, help].map(form)].join('\n')
}

const form = (sentence: string): string => sentence.replaceAll(/"[^"]*"|\d+/g, '…')
