import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayPath, type Path } from '../../src/form/path.ts'
import { rules } from '../../src/form/rules/index.ts'
import { isKeyed } from '../../src/form/value.ts'
import { codes } from '../../src/spec/codes.ts'
import { fixSpec } from '../../src/spec/fix-spec.ts'
import { parseSpec } from '../../src/spec/parse-spec.ts'
import { noVariables } from '../../src/spec/variables.ts'
import { mutate, mutation } from '../support/mutations.ts'
import { laidOut, validForm } from '../support/spec-corpus.ts'
import { startTestService, textOf, type TestService } from '../support/test-service.ts'
import { generateCall } from './ground.ts'

const isFull = process.env['FORMCTL_REQUIRE_ALL'] === '1'
const numRuns = isFull ? 10_000 : 300

let it: TestService
beforeAll(async () => void (it = await startTestService()))
afterAll(() => it.close())

type Answer = { readonly status: number; readonly paths: readonly string[] }

/** What the service says to the request that a spec of this value becomes. */
async function ask(value: unknown): Promise<Answer> {
  const body = isKeyed(value) ? { sourceFormId: it.ours.sourceFormId, ...value } : value
  const reply = await it.service(generateCall(body, it.ours))
  const { errors = [] }: { errors?: readonly { readonly path: Path }[] } = JSON.parse(await textOf(reply))
  return { status: reply.status, paths: errors.map(({ path }) => sayPath(path)) }
}

const slip = fc.record({
  at: fc.nat(),
  drop: fc.nat(2),
  put: fc.constantFrom('', '', ' ', '-', ':', '"', 'x', '[', '\n', '#'),
})

/** A valid form, broken as a value up to four times, in any layout; now and then its text is broken as well. */
const spec = fc
  .tuple(validForm, fc.array(mutation, { maxLength: 4 }), fc.nat(), fc.option(slip, { freq: 1 }))
  .map(([form, mutations, seed, slipped]) => {
    const text = laidOut(mutations.reduce<unknown>(mutate, form), seed)
    if (slipped === null) return text
    const at = slipped.at % text.length
    return text.slice(0, at) + slipped.put + text.slice(at + slipped.drop)
  })

const policy = { severities: new Map(), isStrict: false, isToBeSent: false }

test('the service refuses just the specs in which the lint finds what it refuses, at the same places, before and after --fix', async ({
  annotate,
}) => {
  const seen = new Map<string, number>()
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
  const agree = async (bytes: Uint8Array): Promise<void> => {
    const { forms, findings } = parseSpec(bytes)
    const refused = findings.filter(({ isRefused }) => isRefused)
    // What no YAML can say has no request.
    if (refused.some(({ code }) => codes.get(code)?.isOfText) || forms.length !== 1)
      return count('not a form')
    for (const { code } of refused) count(code)
    count(refused.length > 0 ? 'refused' : 'accepted')
    const paths = refused.map(({ path }) => sayPath(path)).toSorted()
    const answer = await ask(forms[0]?.value)
    expect({ ...answer, paths: answer.paths.toSorted() }).toEqual({
      status: refused.length > 0 ? 400 : 200,
      paths,
    })
  }
  await fc.assert(
    fc.asyncProperty(spec, async (text) => {
      const bytes = new TextEncoder().encode(text)
      await agree(bytes)
      const { bytes: after, fixed } = fixSpec(bytes, { variables: noVariables, policy })
      if (fixed.length === 0) return
      count('mended by --fix')
      expect(parseSpec(after).findings.filter(({ fix }) => fix)).toEqual([])
      await agree(after)
    }),
    { numRuns, seed: 20 },
  )
  // A corpus without either kind, or without a kind of fault, would prove less than it seems to.
  expect(Math.min(seen.get('refused') ?? 0, seen.get('accepted') ?? 0)).toBeGreaterThan(numRuns / 10)
  const missed = [...rules.values()].filter(({ code, isRefused }) => isRefused && !seen.has(code))
  expect(isFull ? missed.map(({ code }) => code) : []).toEqual([])
  await annotate(Array.from(seen, ([what, n]) => `${what}: ${n}`).join(', '))
}, 600_000)
