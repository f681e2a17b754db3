import type { Finding } from './finding.ts'
import { bodyLayer, formLayer, type Layer } from './layers.ts'
import { orderIn } from './order.ts'
import { rules } from './rules/index.ts'
import { viewOf } from './view.ts'

/** Everything wrong with a form, in the form's own order. The form may have any shape at all. */
export const check = (form: unknown): readonly Finding[] => findingsIn(form, formLayer)

/** Everything wrong with a body of generate (contract, Endpoint 1), which names its source form too. */
export const checkGenerateBody = (body: unknown): readonly Finding[] => findingsIn(body, bodyLayer)

function findingsIn(form: unknown, layer: Layer): readonly Finding[] {
  const view = viewOf(form, layer)
  const order = orderIn(form)
  return [...rules.values()]
    .flatMap((rule) => Array.from(rule.findings(view)))
    .map((finding) => ({ finding, rank: order.rankOf(finding.path) }))
    .toSorted((a, b) => order.compare(a.rank, b.rank))
    .map(({ finding }) => finding)
}
