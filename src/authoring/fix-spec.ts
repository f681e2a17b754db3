import type { Fix } from '../form/finding.ts'
import { listed, shortened } from '../form/words.ts'
import { checkSpec } from './check-spec.ts'
import { judge, type Policy } from './judge.ts'
import type { Variables } from './variables/variables.ts'
import { applyEdits, type Edit, type PlacedFinding } from './yaml/lines.ts'
import { readYaml } from './yaml/yaml.ts'

/** A fixed spec, and the findings that were fixed, each at its place at that moment. */
type FixedSpec = { readonly bytes: Uint8Array; readonly fixed: readonly MendedFinding[] }

export type MendedFinding = PlacedFinding & { readonly done: string }

/** Applies the certain fixes of a spec to its text; everything else stays as it is. Silenced findings are not fixed. */
export function fixSpec(
  bytes: Uint8Array,
  { variables, policy }: { readonly variables: Variables; readonly policy: Policy },
): FixedSpec {
  const fixed: MendedFinding[] = []
  let now = bytes
  // A fix may bring up further findings: a corrected type has keys of its own.
  for (let round = 0; round < maxRounds; round++) {
    const text = new TextDecoder().decode(now)
    const findings = judge(checkSpec(now, variables).findings, text, policy)
    const { edits, mended } = choose(findings, text)
    if (edits.length === 0) break
    const next = encode(applyEdits(text, edits), now)
    // A file never gets worse, even if a fix has a defect.
    if (brokenness(next) > brokenness(now)) break
    fixed.push(...mended)
    now = next
  }
  return { bytes: now, fixed }
}

// Two or three rounds are usual.
const maxRounds = 20

/** Chooses edits that do not overlap, in the order of the text. */
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
    mended.push({ ...finding, done: describeFix(fix, edits, text) })
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

function brokenness(bytes: Uint8Array): number {
  const { fault, documents, broken } = readYaml(bytes)
  const faults = documents.flatMap((document) => document.faults)
  return faults.filter(({ severity }) => severity === 'error').length + broken.length + (fault ? 1 : 0)
}

/** What a fix did, for people: "wrote `steps` for `setps`". */
function describeFix(fix: Fix, edits: readonly Edit[], before: string): string {
  const written = edits.find(({ text }) => text !== '')
  const own = String(fix.path.at(-1) ?? '')
  if (fix.kind === 'move') return `moved ${shown(own)}${fix.to === own ? '' : ` to ${shown(fix.to)}`}`
  if (fix.kind === 'remove' || written === undefined) return `removed ${shown(own)}`
  const wrote = `wrote ${shown(written.text)} for ${shown(before.slice(written.start, written.end))}`
  const gone = fix.kind === 'rename-key' ? (fix.without ?? []) : []
  return gone.length === 0 ? wrote : `${wrote} and removed ${listed(gone.map(shown))}`
}

// As it stands in the file, with its quotes.
const shown = (text: string): string => `\`${shortened(text)}\``
