import { maxPerCode, type Finding } from './finding.ts'
import { bodyLayer, formLayer } from './repair/layers.ts'
import { typeNames } from './schema.ts'
import { type Path, childOf, isObject, type JsonObject } from './value.ts'
import { rules } from './rules/rules.ts'
import { exceedsContract } from './rules/unsupported.ts'
import { viewOf, type Target, type Viewing, type Written } from './rules/form-view.ts'

/** Checks a form of any shape; findings come in the order of the form. */
export const check = (form: unknown, { written = unknown, target }: Knowledge = {}): readonly Finding[] =>
  findingsIn(form, { layer: formLayer, written, target })

/** What is known beside a form: its text, and the service that it is for. */
type Knowledge = { readonly written?: Written; readonly target?: Target }

/** Whether a finding is an error only where the service is known. */
export const dependsOnService = ({ code }: Pick<Finding, 'code'>): boolean =>
  rules.get(code)?.isErrorOfKnown === true

/** Whether a form uses what only some services take, which announce it. */
export const needsExtensions = (form: unknown): boolean =>
  exceedsContract(viewOf(form, { layer: formLayer, written: unknown, target: undefined }))

/** Checks a body of generate (contract, Endpoint 1), which must name its source form. */
export const checkGenerateBody = (body: unknown): readonly Finding[] =>
  findingsIn(body, { layer: bodyLayer, written: unknown, target: { address: '', types: typeNames } })

const unknown: Written = () => undefined

function findingsIn(form: unknown, options: Viewing): readonly Finding[] {
  const view = viewOf(form, options)
  const order = orderIn(form)
  return [...rules.values()]
    .flatMap((rule) => firstOf(rule.findings(view)))
    .map((finding) => ({ finding, rank: order.rankOf(finding.path) }))
    .toSorted((a, b) => order.compare(a.rank, b.rank))
    .map(({ finding }) => finding)
}

// One more than the limit, so that the caller can see that there are more.
function firstOf(findings: Iterable<Finding>): readonly Finding[] {
  const first: Finding[] = []
  for (const finding of findings) {
    first.push(finding)
    if (first.length > maxPerCode) break
  }
  return first
}

/** The place of a path in the order of a form: one number for each part. */
type Rank = readonly number[]

/** Orders paths as the form holds its keys: an object before its members, a missing key before present ones. */
function orderIn(form: unknown): {
  readonly rankOf: (path: Path) => Rank
  readonly compare: (a: Rank, b: Rank) => number
} {
  const ranksOfKeys = new Map<JsonObject, ReadonlyMap<string, number>>()
  const rankIn = (owner: unknown, part: string | number): number => {
    if (Array.isArray(owner)) return Number(part)
    if (!isObject(owner)) return -1
    const known = ranksOfKeys.get(owner) ?? new Map(Object.keys(owner).map((key, i) => [key, i]))
    ranksOfKeys.set(owner, known)
    return known.get(String(part)) ?? -1
  }
  const rankOf = (path: Path): Rank => {
    let at = form
    return path.map((part) => {
      const rank = rankIn(at, part)
      at = childOf(at, part)
      return rank
    })
  }
  return { rankOf, compare }
}

function compare(a: Rank, b: Rank): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export { rules } from './rules/rules.ts'
export type { Target } from './rules/form-view.ts'
