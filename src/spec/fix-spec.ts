import { applyEdits } from './apply-edits.ts'
import { judge, type Policy } from './judge.ts'
import { openYaml } from './open-yaml.ts'
import { parseSpec } from './parse-spec.ts'
import type { Edit, PlacedFinding } from './placed.ts'
import { sayFix } from './say-fix.ts'
import type { Variables } from './variables.ts'

/** A text with all mended that a machine can mend, and what was mended: each finding where it stood by then. */
export type FixedSpec = { readonly bytes: Uint8Array; readonly fixed: readonly MendedFinding[] }

/** A finding that was mended, and what was done. */
export type MendedFinding = PlacedFinding & { readonly done: string }

/** Mends a spec in its text, all else left as it is. What is silenced or unsaid is left, too. */
export function fixSpec(
  bytes: Uint8Array,
  { variables, policy }: { readonly variables: Variables; readonly policy: Policy },
): FixedSpec {
  const fixed: MendedFinding[] = []
  let now = bytes
  // What one fix brings to light another may mend: a type put right has keys of its own.
  for (let round = 0; round < mostRounds; round++) {
    const text = new TextDecoder().decode(now)
    const findings = judge(parseSpec(now, variables).findings, text, policy)
    const { edits, mended } = choose(findings, text)
    if (edits.length === 0) break
    const next = encode(applyEdits(text, edits), now)
    // A file is never left worse than it was, whatever we have got wrong.
    if (brokenness(next) > brokenness(now)) break
    fixed.push(...mended)
    now = next
  }
  return { bytes: now, fixed }
}

// Each round mends all that it sees; two or three are usual.
const mostRounds = 20

/** The edits that do not touch each other, in the order of the text. */
function choose(
  findings: readonly PlacedFinding[],
  text: string,
): { readonly edits: readonly Edit[]; readonly mended: readonly MendedFinding[] } {
  const mended: MendedFinding[] = []
  const taken: Edit[] = []
  let end = 0
  const wanted = findings
    .filter(({ edits }) => edits !== undefined && edits.length > 0)
    .toSorted((a, b) => startOf(a) - startOf(b))
  for (const finding of wanted) {
    const { edits = [], fix } = finding
    if (startOf(finding) < end || fix === undefined) continue
    mended.push({ ...finding, done: sayFix(fix, edits, text) })
    taken.push(...edits)
    end = edits.at(-1)?.end ?? end
  }
  return { edits: taken, mended }
}

const startOf = ({ edits }: PlacedFinding): number => edits?.[0]?.start ?? 0

function encode(text: string, before: Uint8Array): Uint8Array {
  const hasMark = before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf
  return new TextEncoder().encode(hasMark ? `\uFEFF${text}` : text)
}

/** How many faults the YAML of a file has. */
function brokenness(bytes: Uint8Array): number {
  const { fault, documents, broken } = openYaml(bytes)
  const faults = documents.flatMap((document) => document.faults)
  return faults.filter(({ severity }) => severity === 'error').length + broken.length + (fault ? 1 : 0)
}
