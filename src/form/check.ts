import { mostOfACode, type Finding } from './finding.ts'
import { bodyLayer, formLayer, type Layer } from './layers.ts'
import { orderIn } from './order.ts'
import { sayPath, type Path } from './path.ts'
import { rules } from './rules/index.ts'
import { viewOf, type View, type Written } from './view.ts'

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
  const isGuess = guessesIn(view)
  return [...rules.values()]
    .flatMap((rule) => firstOf(rule.findings(view)))
    .map((finding) => ({ finding, rank: order.rankOf(finding.path) }))
    .toSorted((a, b) => order.compare(a.rank, b.rank))
    .map(({ finding }) =>
      finding.severity === 'error' && isGuess(finding.path) ? asWarning(finding) : finding,
    )
}

// The service may know the type, and take what it holds: then a guess of ours must not stop the form.
const asWarning = (finding: Finding): Finding => ({ ...finding, severity: 'warning' })

/** Tells which places are in contents that are checked as those of the type that was probably meant. */
function guessesIn({ parts, authorPath }: View): (path: Path) => boolean {
  const guessed = parts.filter(({ layer }) => layer.isGuessed === true)
  if (guessed.length === 0) return () => false
  const places = new Set(guessed.map(({ path }) => sayPath(authorPath(path))))
  return (path) => path.some((_, i) => places.has(sayPath(path.slice(0, i + 1))))
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
