import { mostOfACode, type Finding } from './finding.ts'
import { bodyLayer, formLayer, type Layer } from './layers.ts'
import { orderIn } from './order.ts'
import { rules } from './rules/index.ts'
import { viewOf, type Written } from './view.ts'

/** Everything wrong with a form, in the form's own order. The form may have any shape at all. */
export const check = (form: unknown, written: Written = unknown): readonly Finding[] =>
  findingsIn(form, { layer: formLayer, written })

/** Everything wrong with a body of generate (contract, Endpoint 1), which names its source form too. */
export const checkGenerateBody = (body: unknown): readonly Finding[] =>
  findingsIn(body, { layer: bodyLayer, written: unknown })

const unknown: Written = () => undefined

function findingsIn(form: unknown, options: { layer: Layer; written: Written }): readonly Finding[] {
  const view = viewOf(form, options)
  const order = orderIn(form)
  return [...rules.values()]
    .flatMap((rule) => firstOf(rule.findings(view)))
    .map((finding) => ({ finding, rank: order.rankOf(finding.path) }))
    .toSorted((a, b) => order.compare(a.rank, b.rank))
    .map(({ finding }) => finding)
}

// One more than the most, so that whoever asks can see that there are more.
function firstOf(findings: Iterable<Finding>): readonly Finding[] {
  const first: Finding[] = []
  for (const finding of findings) {
    first.push(finding)
    if (first.length > mostOfACode) break
  }
  return first
}
