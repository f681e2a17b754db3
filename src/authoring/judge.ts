import type { Severity } from '../form/finding.ts'
import { nearest } from '../form/words.ts'
import { codes, maySet } from './codes.ts'
import { cutBehind, placed, textFault } from './faults.ts'
import { limits } from './limits.ts'
import { byPlace, linesOf, type Lines, type PlacedFinding } from './yaml/lines.ts'
import { commentsIn } from './yaml/parse.ts'

export type SetSeverity = Severity | 'off'

export type Policy = {
  readonly severities: ReadonlyMap<string, SetSeverity>
  readonly isStrict: boolean
  /** Whether the forms are about to be sent. Then what the service refuses stays an error, whatever is set. */
  readonly isToBeSent: boolean
}

/** Applies the project's policy and the ignore comments of a text to its findings; adds findings about comments without effect. */
export function judge(
  findings: readonly PlacedFinding[],
  text: string,
  policy: Policy,
): readonly PlacedFinding[] {
  const ignores = ignoresIn(text)
  if (ignores.length === 0) return withSeverities(findings, policy)
  const ignoresByPlace = new Map(ignores.map((ignore) => [nameOf(ignore), ignore]))
  const used = new Set<Ignore>()
  const left = findings.flatMap((finding) => {
    const ignore = maySet(finding.code) ? ignoresByPlace.get(nameOf(finding)) : undefined
    if (ignore === undefined) return [finding]
    used.add(ignore)
    return policy.isToBeSent && isRefusedError(finding) ? [withHelp(finding, 'It is silenced')] : []
  })
  const mayHide = hiddenBy(findings)
  const idle = ignores.filter((ignore) => !used.has(ignore) && !(maySet(ignore.code) && mayHide(ignore)))
  const near = nearestCodes()
  const lines = linesOf(text)
  const reported = idle.slice(0, limits.findings).map((ignore) => idleIgnore(ignore, lines, near))
  const last = reported.at(-1)
  const cut = last && idle.length > reported.length ? [cutBehind(last)] : []
  return withSeverities([...left, ...reported, ...cut].toSorted(byPlace), policy)
}

/** Whether a fault of the text may hide the finding that a comment silences. */
function hiddenBy(findings: readonly PlacedFinding[]): (ignore: Ignore) => boolean {
  const faults = findings.filter(({ code, severity }) => severity === 'error' && !maySet(code))
  // In a broken structure, the other findings are unknown.
  if (faults.some(({ code, path }) => !localErrors.has(code) || path.includes('<<'))) return () => true
  const lines = new Set(faults.map(({ line }) => line))
  return ({ line }) => line !== undefined && lines.has(line)
}

// Errors that concern one place; the rest of the form is checked in spite of them.
const localErrors = new Set([
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

const withSeverities = (findings: readonly PlacedFinding[], policy: Policy): readonly PlacedFinding[] =>
  findings.flatMap((finding) => {
    const { severity } = finding
    const set = policy.severities.get(finding.code) ?? severity
    if (set !== severity && set !== 'error' && policy.isToBeSent && isRefusedError(finding))
      return [withHelp(finding, 'formctl.yaml makes less of it')]
    if (set === 'off') return []
    const final = set === 'warning' && policy.isStrict ? 'error' : set
    return [final === severity ? finding : { ...finding, severity: final }]
  })

function idleIgnore(
  { code, start, end }: Ignore,
  lines: Lines,
  nearTo: (code: string) => string | undefined,
): PlacedFinding {
  const why = code === '' ? 'nameless' : !codes.has(code) ? 'unknown' : maySet(code) ? 'unused' : 'fixed'
  const near = why === 'unknown' ? nearTo(code) : undefined
  return placed(textFault('unused-ignore', { code, why, near }, [start, end]), lines)
}

/** Suggests codes for the first hundred wrong ones; nobody reads more. */
function nearestCodes(): (code: string) => string | undefined {
  const settable = [...codes.keys()].filter(maySet)
  const known = new Map<string, string | undefined>()
  return (code) => {
    if (!known.has(code) && known.size < 100) known.set(code, nearest(code, settable)?.word)
    return known.get(code)
  }
}

/** One code of a comment `# formctl-ignore <code>, <code>`, its offsets, and the line that it silences. */
type Ignore = {
  readonly code: string
  /** The offsets of the code, or of the whole comment if it names none. */
  readonly start: number
  readonly end: number
  /** The line that it silences, from 1; undefined if nothing follows the comment. */
  readonly line: number | undefined
}

/** The ignore comments of a text. At the end of a line one silences that line; alone on a line, the next. */
export function ignoresIn(text: string): readonly Ignore[] {
  // Hardly any file has one, and finding comments means lexing the file again.
  if (!text.includes(word)) return []
  const lines = linesOf(text)
  const next = nextLines(text, lines)
  return commentsIn(text).flatMap(({ text: comment, offset }) => {
    const named = namedIn(comment)
    if (named === undefined) return []
    const { line } = lines.rangeOf(offset, offset)
    const isAlone = lines.line(line).trimStart().startsWith('#')
    const meant = isAlone ? next(offset) : line
    return named.map(({ code, at }) => ({
      code,
      start: offset + at,
      end: offset + at + (code === '' ? comment.trimEnd().length : code.length),
      line: meant,
    }))
  })
}

const word = 'formctl-ignore'

/** The codes of an ignore comment, or one empty code; undefined for any other comment. */
function namedIn(comment: string): readonly { readonly code: string; readonly at: number }[] | undefined {
  const head = /^#+[ \t]*formctl-ignore(?![\w-]):?/.exec(comment)?.[0]
  if (head === undefined) return undefined
  // After two dashes stands the author's reason.
  const [listed = ''] = comment.slice(head.length).split(/(?:^|\s)--(?=\s|$)/, 1)
  const named = Array.from(listed.matchAll(/[^\s,]+/g), ({ 0: code, index }) => ({
    code,
    at: head.length + index,
  }))
  return named.length === 0 ? [{ code: '', at: 0 }] : named
}

/** Finds the next line with content, for offsets in ascending order. */
function nextLines(text: string, lines: ReturnType<typeof linesOf>): (offset: number) => number | undefined {
  let at = -1
  return (offset) => {
    // All comments of a block mean the same line; searching again for each would be quadratic.
    if (at < offset) {
      const next = /\n[ \t]*(?![ \t\r\n#])[^\n]/g
      next.lastIndex = offset
      at = next.exec(text)?.index ?? Infinity
    }
    return at === Infinity ? undefined : lines.rangeOf(at + 1, at + 1).line
  }
}
