/**
 * Fails on a regular expression whose time can grow faster than the text it is tried on. Texts come from outside and can
 * be megabytes long, so that a quadratic one stops a server.
 * Usage: node .ci/linear-regexes.ts [folder]
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'vitest/node'

/** What is not linear, or is made while the program runs, and why it does no harm. One that is not needed fails, too. */
const exceptions: readonly { readonly file: string; readonly code: string; readonly reason: string }[] = [
  {
    file: 'src/failure/define.ts',
    code: String.raw`/\B(?=(\d{3})+$)/g`,
    reason: 'the digits of a number: at most 22',
  },
  {
    file: 'src/form/generated/validate-style.js',
    code: String.raw`new RegExp("^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\\\:\\u0000-\\u001f]+$", "u")`,
    reason: 'looks ahead once, at the beginning',
  },
  { file: 'src/form/types/pattern.ts', code: "RegExp(source, 'u')", reason: 'is never tried on a text' },
  {
    file: 'src/form/types/pattern.ts',
    code: "new RegExp(`^(?:${source})$`, 'u')",
    reason: 'is one character or class, tried on one character',
  },
  {
    file: 'src/server/preview/preview.ts',
    code: 'new RegExp(`${directive} [^;]*`)',
    reason: 'two names of directives, in a policy of our own',
  },
  {
    file: 'src/cli/terminal/terminal.ts',
    code: 'new RegExp(String.raw`(\\n|\\u001b${random}\\[\\d{1,2}m)`)',
    reason: 'a mark of one length',
  },
  {
    file: 'src/cli/terminal/plain.ts',
    code: "new RegExp(String.raw`(?=[${invisible}])(?!${kept.join('|')})[^]`, 'gu')",
    reason: 'looks at five characters at most',
  },
]

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

type Found = {
  readonly file: string
  readonly line: number
  readonly code: string
  /** Undefined where it is known only while the program runs. */
  readonly source: string | undefined
  readonly flags: string
}

const [root = 'src'] = process.argv.slice(2)
const files = globSync(posix.join(root, '**/*.{ts,js}'))
  // AssemblyScript has no regular expressions.
  .filter((file) => !file.endsWith('.d.ts') && !file.startsWith(join('src', 'engine', 'assembly')))
  .toSorted((a, b) => (a < b ? -1 : 1))

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** A node and all below it. */
function* nodesIn(node: unknown): Iterable<Node> {
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each)
  if (!isNode(node)) return
  yield node
  for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesIn(value)
}

type Module = { readonly text: string; readonly ast: unknown; readonly constants: ReadonlyMap<string, Node> }

const modules = new Map<string, Module>()

function moduleAt(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const ast: unknown = parseAst(text, { lang: file.endsWith('.js') ? 'js' : 'ts' }, file)
  const constants = new Map<string, Node>()
  for (const node of nodesIn(ast)) {
    if (node.type === 'VariableDeclarator' && isNode(node['init']))
      constants.set(nameOf(node['id']), node['init'])
    if (node.type === 'ImportDeclaration')
      for (const specifier of nodesIn(node['specifiers']))
        if (specifier.type === 'ImportSpecifier') constants.set(nameOf(specifier['local']), node)
  }
  const made = { text, ast, constants }
  modules.set(file, made)
  return made
}

const nameOf = (node: unknown): string =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''

/** The text of a constant expression; undefined where it is none. */
function textOf(node: unknown, file: string): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'Identifier') {
    const value = moduleAt(file).constants.get(nameOf(node))
    if (value?.type !== 'ImportDeclaration') return textOf(value, file)
    const from = textOf(value['source'], file)
    if (!from?.startsWith('.')) return undefined
    const other = posix.join(posix.dirname(file), from)
    return textOf(moduleAt(other).constants.get(nameOf(node)), other)
  }
  if (node.type === 'TaggedTemplateExpression') return templateText(node['quasi'], file, 'raw')
  return node.type === 'TemplateLiteral' ? templateText(node, file, 'cooked') : undefined
}

function templateText(node: unknown, file: string, kind: 'raw' | 'cooked'): string | undefined {
  if (!isNode(node)) return undefined
  const parts = [...nodesIn(node['quasis'])].map(
    ({ value }) => (value as Readonly<Record<'raw' | 'cooked', string>>)[kind],
  )
  const holes = (node['expressions'] as readonly unknown[]).map((hole) => textOf(hole, file))
  return holes.includes(undefined) ? undefined : parts.map((part, i) => part + (holes[i] ?? '')).join('')
}

function* regexesIn(file: string): Iterable<Found> {
  const { text, ast } = moduleAt(file)
  const place = ({ start, end }: Node): Pick<Found, 'file' | 'line' | 'code'> => ({
    file,
    line: text.slice(0, start).split('\n').length,
    code: text.slice(start, end),
  })
  for (const node of nodesIn(ast)) {
    if (node.type === 'Literal' && node['regex']) {
      const { pattern, flags } = node['regex'] as { readonly pattern: string; readonly flags: string }
      yield { ...place(node), source: pattern, flags }
    } else if (/^(New|Call)Expression$/.test(node.type) && nameOf(node['callee']) === 'RegExp') {
      const [pattern, flags] = node['arguments'] as readonly unknown[]
      yield { ...place(node), source: textOf(pattern, file), flags: textOf(flags, file) ?? '' }
    }
  }
}

/**
 * An expression of at least the same cost without assertions, which the theory behind the check has no place for; undefined
 * where one looks at a text of any length. `(?<!/)/+$` is linear because it begins once in a run: `(?:^|[^/])/+$` is, too.
 */
function withoutAssertions(source: string): string | undefined {
  let made = ''
  for (let at = 0; at < source.length;) {
    const [kind] = /^\(\?<?[=!]/.exec(source.slice(at)) ?? []
    const end = kind === undefined ? unitEnd(source, at) : groupEnd(source, at)
    const inner = kind === undefined ? '' : source.slice(at + kind.length, end - 1)
    if (kind === undefined) made += source.slice(at, end)
    else if (hasNoBound(inner)) return undefined
    else if (kind.endsWith('=')) made += `(?:${withoutAssertions(inner) ?? ''})`
    else if (kind === '(?<!' && unitEnd(inner, 0) === inner.length) made += `(?:^|${negated(inner)})`
    at = end
  }
  return made
}

/** Where a character, an escape or a class ends. */
function unitEnd(source: string, at: number): number {
  const [unit = ''] =
    /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^])/.exec(source.slice(at)) ?? []
  return at + unit.length
}

function groupEnd(source: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const end = unitEnd(source, at)
    if (end === at + 1) depth += source[at] === '(' ? 1 : source[at] === ')' ? -1 : 0
    at = end
  } while (depth > 0)
  return at
}

/** Whether it takes a text of any length. */
function hasNoBound(source: string): boolean {
  for (let at = 0; at < source.length; at = unitEnd(source, at))
    if (/^(?:[*+]|\{\d+,\})/.test(source.slice(at))) return true
  return false
}

const negated = (unit: string): string =>
  unit.startsWith('[^') ? `[${unit.slice(2)}` : unit.startsWith('[') ? `[^${unit.slice(1)}` : `[^${unit}]`

// Judging all takes a minute, so what was found linear is kept until `npm ci` empties the folder.
const cache = join('node_modules', '.cache', 'linear-regexes.json')
const linear = new Set<string>(existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : [])
const verdicts = new Map<string, Promise<string | undefined>>()

/** What is wrong with an expression; undefined: it is linear. */
function faultOf({ source, flags }: Found): Promise<string | undefined> {
  const key = `${source}/${flags}`
  const verdict = verdicts.get(key) ?? judge(source, flags)
  verdicts.set(key, verdict)
  return verdict
}

async function judge(source: string | undefined, flags: string): Promise<string | undefined> {
  if (source === undefined) return 'is made while the program runs'
  const plain = withoutAssertions(source)
  if (plain === undefined) return 'looks ahead or behind without a bound'
  const key = `${plain}/${flags}`
  if (linear.has(key)) return undefined
  const found = await check(plain, flags, { checker: 'automaton', timeout: 600_000 })
  if (found.status === 'safe') linear.add(key)
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `cannot be judged (${found.error.kind})`
  return `is not linear (${found.complexity.summary}), for example with ${found.attack.pattern.slice(0, 100)}`
}

const problems: string[] = []
const needed = new Set<unknown>()
for (const found of files.flatMap((file) => Array.from(regexesIn(file)))) {
  const fault = await faultOf(found)
  const exception = exceptions.find(({ file, code }) => file === found.file && code === found.code)
  if (fault !== undefined) needed.add(exception)
  if (fault !== undefined && !exception) problems.push(`${found.file}:${found.line}: ${found.code} ${fault}.`)
}
if (root === 'src')
  for (const exception of exceptions)
    if (!needed.has(exception))
      problems.push(`The exception for ${exception.code} in ${exception.file} is not needed.`)

mkdirSync(dirname(cache), { recursive: true })
writeFileSync(cache, JSON.stringify([...linear]))
for (const problem of problems) console.error(problem)
if (problems.length > 0)
  console.error(
    'Write each so that its time grows with its text, or name in .ci/linear-regexes.ts what bounds the text.',
  )
console.log(`${verdicts.size} regular expressions, ${problems.length} problems`)
// The checker stays ready for more.
process.exit(problems.length > 0 ? 1 : 0)
