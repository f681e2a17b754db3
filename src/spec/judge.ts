import type { Severity } from '../form/finding.ts'
import { nearest } from '../form/nearest.ts'
import { cutBehind } from './cut.ts'
import { codes, maySet } from './codes.ts'
import { ignoresIn, type Ignore } from './ignores.ts'
import { limits } from './limits.ts'
import { linesOf, type Lines } from './lines.ts'
import { placed } from './open-document.ts'
import type { PlacedFinding } from './placed.ts'
import { textFault } from './text-fault.ts'

/** What a project makes of a code: a severity, or nothing to be said. */
export type SetSeverity = Severity | 'off'

/** How findings are weighed. */
export type Policy = {
  readonly severities: ReadonlyMap<string, SetSeverity>
  /** Whether warnings are errors. */
  readonly isStrict: boolean
  /** Whether the forms are about to be sent: then what the service refuses is an error, whatever was asked. */
  readonly isToBeSent: boolean
}

/** The findings of a text, as the project and the comments in the text want them, and what is wrong with such comments. */
export function judge(
  findings: readonly PlacedFinding[],
  text: string,
  policy: Policy,
): readonly PlacedFinding[] {
  const ignores = ignoresIn(text)
  if (ignores.length === 0) return weighed(findings, policy)
  const byPlace = new Map(ignores.map((ignore) => [nameOf(ignore), ignore]))
  const used = new Set<Ignore>()
  const left = findings.flatMap((finding) => {
    const ignore = maySet(finding.code) ? byPlace.get(nameOf(finding)) : undefined
    if (ignore === undefined) return [finding]
    used.add(ignore)
    return policy.isToBeSent && isRefusedError(finding) ? [withHelp(finding, 'It is silenced')] : []
  })
  const mayHide = hiding(findings)
  const idle = ignores.filter((ignore) => !used.has(ignore) && !(maySet(ignore.code) && mayHide(ignore)))
  const near = nearestCodes()
  const lines = linesOf(text)
  const told = idle.slice(0, limits.findings).map((ignore) => idleIgnore(ignore, { lines, near }))
  const last = told.at(-1)
  const cut = last && idle.length > told.length ? [cutBehind(last)] : []
  return weighed(
    [...left, ...told, ...cut].toSorted((a, b) => a.line - b.line || a.column - b.column),
    policy,
  )
}

/** Tells whether a fault of the text may keep what a comment speaks of from being found. */
function hiding(findings: readonly PlacedFinding[]): (ignore: Ignore) => boolean {
  const faults = findings.filter(({ code, severity }) => severity === 'error' && !maySet(code))
  // Where the structure is broken, nobody knows what there would have been to silence.
  if (faults.some(({ code, path }) => !ofOnePlace.has(code) || path.includes('<<'))) return () => true
  const lines = new Set(faults.map(({ line }) => line))
  return ({ line }) => line !== undefined && lines.has(line)
}

// The form around them is checked all the same.
const ofOnePlace = new Set([
  'missing-variable',
  'variable-syntax',
  'variable-value',
  'yaml-start',
  'yaml-escape',
  'yaml-duplicate-key',
  'yaml-alias',
])

const nameOf = ({ code, line }: Pick<Ignore, 'code' | 'line'>): string => `${line} ${code}`

const isRefusedError = ({ severity, isRefused }: PlacedFinding): boolean => severity === 'error' && isRefused

const withHelp = (finding: PlacedFinding, but: string): PlacedFinding => ({
  ...finding,
  help: [finding.help, `${but}, but the service refuses it.`].filter((part) => part !== undefined).join(' '),
})

const weighed = (findings: readonly PlacedFinding[], policy: Policy): readonly PlacedFinding[] =>
  findings.flatMap((finding) => {
    const { severity } = finding
    const set = policy.severities.get(finding.code) ?? severity
    if (set !== severity && set !== 'error' && policy.isToBeSent && isRefusedError(finding))
      return [withHelp(finding, 'formctl.yaml makes less of it')]
    if (set === 'off') return []
    const final = set === 'warning' && policy.isStrict ? 'error' : set
    return [final === severity ? finding : { ...finding, severity: final }]
  })

type Explaining = { readonly lines: Lines; readonly near: (code: string) => string | undefined }

function idleIgnore({ code, start, end }: Ignore, { lines, near: nearTo }: Explaining): PlacedFinding {
  const why = code === '' ? 'nameless' : !codes.has(code) ? 'unknown' : maySet(code) ? 'unused' : 'fixed'
  const near = why === 'unknown' ? nearTo(code) : undefined
  return placed(textFault('unused-ignore', { code, why, near }, [start, end]), lines)
}

/** Suggests codes; the cost grows with the comments, and past a hundred nobody reads on. */
function nearestCodes(): (code: string) => string | undefined {
  const settable = [...codes.keys()].filter(maySet)
  const known = new Map<string, string | undefined>()
  return (code) => {
    if (!known.has(code) && known.size < 100) known.set(code, nearest(code, settable)?.word)
    return known.get(code)
  }
}
