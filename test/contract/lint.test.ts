import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathText, type Path, isObject } from '../../src/form/value.ts'
import { rules } from '../../src/form/rules/rules.ts'
import { codes } from '../../src/authoring/codes.ts'
import { fixSpec } from '../../src/authoring/fix-spec.ts'
import { checkSpec, type SpecForm } from '../../src/authoring/check-spec.ts'
import type { PlacedFinding, Range } from '../../src/authoring/yaml/lines.ts'
import { noVariables } from '../../src/authoring/variables/variables.ts'
import { brokenSpec } from '../support/broken-specs.ts'
import { sharedTestService, textOf } from '../support/test-service.ts'
import { generateCall } from './ground.ts'
import { isLong } from '../support/is-long.ts'

const isFull = isLong
const numRuns = isFull ? 10_000 : 150

const server = await sharedTestService()

type Answer = { readonly status: number; readonly paths: readonly Path[] }

/** What the service says to the request that a spec of this value becomes. */
async function ask(value: unknown): Promise<Answer> {
  const body = isObject(value) ? { sourceFormId: server.ours.sourceFormId, ...value } : value
  const reply = await server.service(generateCall(body, server.ours))
  const { errors = [] }: { errors?: readonly { readonly path: Path }[] } = JSON.parse(await textOf(reply))
  return { status: reply.status, paths: errors.map(({ path }) => path) }
}

/** What an alias repeats is said once by the lint, where it is written, and at each use by the service. */
function samePlaces({ place }: SpecForm, refused: readonly PlacedFinding[], paths: readonly Path[]): boolean {
  const startOf = ({ line, column }: Range): string => `${line}:${column}`
  const found = new Set(refused.map(startOf))
  const answered = paths.map((path) => [startOf(place(path, 'key')), startOf(place(path, 'value'))])
  const all = new Set(answered.flat())
  return answered.every((either) => either.some((one) => found.has(one))) && found.isSubsetOf(all)
}

const policy = { severities: new Map(), isStrict: false, isToBeSent: false }

test('the service refuses just the specs in which the lint finds what it refuses, at the same places, before and after --fix', async ({
  annotate,
}) => {
  const seen = new Map<string, number>()
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
  const agree = async (text: string, kind: (what: string) => string): Promise<void> => {
    const { forms, findings } = checkSpec(new TextEncoder().encode(text))
    const refused = findings.filter(({ isRefused }) => isRefused)
    const [form, second] = forms
    // What no YAML can say has no request.
    if (refused.some(({ code }) => codes.get(code)?.isOfText) || !form || second)
      return count(kind('no form at all'))
    for (const { code } of refused) count(code)
    count(kind(refused.length > 0 ? 'refused' : findings.length > 0 ? 'only warned of' : 'clean'))
    const { status, paths } = await ask(form.value)
    expect(status).toBe(refused.length > 0 ? 400 : 200)
    // Past two hundred, the service counts the rest.
    if (paths.length > 200) return
    const isAliased = /[*]\w/.test(text)
    const [said, answered] = [refused.map(({ path }) => pathText(path)), paths.map(pathText)]
    const isSame = isAliased && samePlaces(form, refused, paths)
    expect(isSame ? said : answered.toSorted()).toEqual(isSame ? said : said.toSorted())
  }
  await fc.assert(
    fc.asyncProperty(brokenSpec, async (text) => {
      await agree(text, (what) => what)
      const { bytes, fixed } = fixSpec(new TextEncoder().encode(text), { variables: noVariables, policy })
      if (fixed.length > 0) await agree(new TextDecoder().decode(bytes), (what) => `after --fix ${what}`)
    }),
    { numRuns, seed: 20 },
  )
  const share = (what: string): number => (seen.get(what) ?? 0) / numRuns
  await annotate(Array.from(seen, ([what, n]) => `${what}: ${n}`).join(', '))
  // A corpus without one of the kinds, or without a kind of fault, would prove less than it seems to.
  expect(share('refused')).toBeGreaterThan(0.25)
  expect(share('only warned of')).toBeGreaterThan(0.03)
  expect(share('clean')).toBeGreaterThan(0.05)
  const missed = [...rules.values()].filter(({ code, isRefused }) => isRefused && !seen.has(code))
  expect(isFull ? missed.map(({ code }) => code) : []).toEqual([])
})
