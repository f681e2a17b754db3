import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathText } from '../../../src/form/value.ts'
import { fixSpec } from '../../../src/authoring/fix-spec.ts'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import type { PlacedFinding } from '../../../src/authoring/yaml/lines.ts'
import { noVariables } from '../../../src/authoring/variables/variables.ts'
import { brokenSpec } from '../../support/broken-specs.ts'
import { laidOut, misspelt, validForm, type Changed } from '../../support/spec-corpus.ts'
import { isLong } from '../../support/is-long.ts'

const numRuns = isLong ? 3000 : 50
const manyRuns = isLong ? 10_000 : 150
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fixed = (text: string): string => {
  const policy = { severities: new Map(), isStrict: false, isToBeSent: false }
  return new TextDecoder().decode(fixSpec(bytesOf(text), { variables: noVariables, policy }).bytes)
}

test('a valid form has no findings in any layout', () => {
  fc.assert(
    fc.property(validForm, fc.nat(), (form, seed) => {
      const { forms, findings } = checkSpec(bytesOf(laidOut(form, seed)))
      expect(findings).toEqual([])
      expect(forms.map(({ value }) => value)).toEqual([form])
    }),
    { numRuns, seed: 20 },
  )
})

test('after the fixes nothing is left that has one, what was not broken is as it was, and what is whole is the spec before', () => {
  let [whole, broken] = [0, 0]
  fc.assert(
    fc.property(validForm, fc.nat(), fc.nat(), (form, layout, seed) => {
      const spec = laidOut(form, layout)
      const changed = misspelt(spec, seed)
      const mended = fixed(changed.text)
      const { findings } = checkSpec(bytesOf(mended))
      expect(findings.filter(({ fix, edits }) => fix ?? edits)).toEqual([])
      expect(keepsTheRest(spec, changed, mended)).toBe(true)
      if (changed.changes.length === 0) return
      broken++
      if (findings.length > 0) return
      whole++
      expect(mended).toBe(spec)
    }),
    { numRuns, seed: 20 },
  )
  // Most slips can be mended; a test that mended none would prove nothing.
  expect(whole).toBeGreaterThan(broken / 4)
})

test('of a spec broken in any way, --fix mends what it says it can, makes nothing worse, and keeps comments and lines', () => {
  let mendable = 0
  fc.assert(
    fc.property(brokenSpec, (text) => {
      const policy = { severities: new Map(), isStrict: false, isToBeSent: false }
      const before = checkSpec(bytesOf(text)).findings
      const { bytes, fixed: done } = fixSpec(bytesOf(text), { variables: noVariables, policy })
      const after = checkSpec(bytes).findings
      expect(after.filter(({ fix, edits }) => fix ?? edits)).toEqual([])
      if (done.length === 0) return
      mendable++
      const mended = new TextDecoder().decode(bytes)
      // A comment inside of what is removed goes with it.
      const isRemoving = done.some(({ fix }) => fix?.kind === 'remove' || (fix && 'without' in fix))
      const kept = commentsIn(mended)
      expect(isRemoving ? kept.length <= commentsIn(text).length : kept).toEqual(
        isRemoving ? true : commentsIn(text),
      )
      const known = new Set(text.split('\n'))
      const edits = done.reduce((sum, finding) => sum + (finding.edits?.length ?? 0), 0)
      expect(mended.split('\n').filter((line) => !known.has(line)).length).toBeLessThanOrEqual(edits)
      // What stood under a wrong key, or in a component of a wrong type, could not be judged before.
      const owners = done.map(({ path }) => pathText(path.slice(0, -1)))
      const said = new Set(before.map(nameOf))
      const isNew = (finding: PlacedFinding): boolean =>
        finding.isRefused &&
        !said.has(nameOf(finding)) &&
        !owners.some((owner) => pathText(finding.path).startsWith(owner))
      expect(after.filter(isNew)).toEqual([])
    }),
    { numRuns: manyRuns, seed: 20 },
  )
  expect(mendable).toBeGreaterThan(manyRuns / 20)
})

// Where a line is removed, others that a sentence names have moved.
const nameOf = ({ code, message }: { code: string; message: string }): string =>
  `${code} ${message.replaceAll(/\d+/g, '…')}`
const commentsIn = (text: string): readonly string[] => text.match(/# a comment: .*$/gm) ?? []

/** Whether every stretch that was not broken stands in the mended text, in order, from its beginning to its end. */
function keepsTheRest(spec: string, { changes }: Changed, mended: string): boolean {
  let [from, at] = [0, 0]
  for (const { from: start, to } of changes) {
    const kept = spec.slice(from, start)
    const found = from === 0 ? (mended.startsWith(kept) ? 0 : -1) : mended.indexOf(kept, at)
    if (found === -1) return false
    at = found + kept.length
    from = to
  }
  const rest = spec.slice(from)
  return mended.endsWith(rest) && mended.length - rest.length >= at
}
