import { maxPerCode, type Finding } from './finding.ts'
import { bodyLayer, formLayer } from './repair/layers.ts'
import { typeNames } from './schema.ts'
import { memoized, type Path, childOf, isObject, type JsonObject } from './value.ts'
import { rules } from './rules/rules.ts'
import { exceedsContract } from './rules/unsupported.ts'
import { viewOf, type Target, type ViewOptions, type WrittenText } from './rules/rule.ts'

/** Checks a form of any shape, with its text and its service where they are known; findings come in the order of the form. */
export const check = (
  form: unknown,
  { written = unknown, target }: { readonly written?: WrittenText; readonly target?: Target } = {},
): readonly Finding[] => findingsIn(form, { layer: formLayer, written, target })

/** Whether a finding is an error only where the component types of the service are known. */
export const dependsOnService = ({ code }: Pick<Finding, 'code'>): boolean =>
  rules.get(code)?.isErrorWhenTypesKnown === true

/** Whether a form uses what only some services take, which announce it. */
export const needsExtensions = (form: unknown): boolean =>
  exceedsContract(viewOf(form, { layer: formLayer, written: unknown, target: undefined }))

/** Checks a body of generate (contract, Endpoint 1), which must name its source form. */
export const checkGenerateBody = (body: unknown): readonly Finding[] =>
  findingsIn(body, { layer: bodyLayer, written: unknown, target: { address: '', types: typeNames } })

const unknown: WrittenText = () => undefined

function findingsIn(form: unknown, options: ViewOptions): readonly Finding[] {
  const view = viewOf(form, options)
  const rankOf = ranksIn(form)
  return (
    [...rules.values()]
      // One more than the limit, so that the caller can see that there are more.
      .flatMap((rule) =>
        Iterator.from(rule.findings(view))
          .take(maxPerCode + 1)
          .toArray(),
      )
      .map((finding) => ({ finding, rank: rankOf(finding.path) }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank))
      .map(({ finding }) => finding)
  )
}

/** The place of a path in the order of a form: one number for each part. */
type Rank = readonly number[]

/** Ranks paths by the order of keys in the form: an object before its members, a missing key before present ones. */
function ranksIn(form: unknown): (path: Path) => Rank {
  const ranksOfKeys = memoized((owner: JsonObject) => new Map(Object.keys(owner).map((key, i) => [key, i])))
  const rankIn = (owner: unknown, part: string | number): number => {
    if (Array.isArray(owner)) return Number(part)
    if (!isObject(owner)) return -1
    return ranksOfKeys(owner).get(String(part)) ?? -1
  }
  return (path) => {
    let at = form
    return path.map((part) => {
      const rank = rankIn(at, part)
      at = childOf(at, part)
      return rank
    })
  }
}

function compareRanks(a: Rank, b: Rank): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export { rules } from './rules/rules.ts'
export type { Target } from './rules/rule.ts'
