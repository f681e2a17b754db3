import { Failure } from '../../failure/failure.ts'
import { nearest, capital } from '../../form/words.ts'
import { sayPath, childOf } from '../../form/value.ts'
import { readYamlValue, type PlacedFinding, type YamlValue } from '../../authoring/authoring.ts'
import { codes, maySet } from '../../authoring/codes.ts'
import type { ConfigProblem } from './config-problems.ts'
import type { ConfigPlace } from './settings.ts'

/** A settings file with faults. */
type Faulty = {
  readonly bytes: Uint8Array
  /** Finds what is wrong with the settings; the value may have any shape. */
  readonly problemsIn: (value: unknown) => Promise<readonly ConfigProblem[]>
  /** The value, where the YAML is whole. */
  readonly value?: unknown
  /** Whether every value in it is hidden where its lines are shown. */
  readonly isPrivate: boolean
}

/** The failure for a settings file, with each fault at its place. Repeats nothing that may be a key. */
export async function configFailure({ name }: ConfigPlace, faulty: Faulty): Promise<Failure> {
  const file = readYamlValue(faulty.bytes)
  const ofYaml = yamlFindings(file)
  const taken = new Set(ofYaml.map(({ path }) => sayPath(path)))
  // A fault of the YAML makes the setting at that place wrong, too. One finding is enough.
  const own = (await settingFindings(file, faulty)).filter(({ path }) => !taken.has(sayPath(path)))
  const findings = [...ofYaml, ...own].toSorted((a, b) => a.line - b.line || a.column - b.column)
  const problem =
    findings.length === 0
      ? 'it is not YAML, or holds too many aliases. Write the values out.'
      : findings.map(sentenceOf).join(' ')
  const report = { text: masked(new TextDecoder().decode(faulty.bytes), faulty), findings }
  return Failure.of('config-invalid', { path: name, problem, report })
}

const sentenceOf = ({ line, message, help }: PlacedFinding): string =>
  `line ${line}: ${message}${help === undefined ? '' : ` ${help}`}`

/** The faults of the YAML, without the author's own words: one of them may be a key. */
function yamlFindings({ errors, second }: YamlValue): readonly PlacedFinding[] {
  return [...errors.map(inOurWords), ...(second ? [{ ...secondDocument, ...second }] : [])]
}

function inOurWords({ help, ...finding }: PlacedFinding): PlacedFinding {
  const message = withoutQuotes(finding.message)
  if (help === undefined) return { ...finding, message }
  // A settings file has no lists, so no dash was forgotten.
  const told = finding.code === 'yaml-duplicate-key' ? 'Remove one of them.' : withoutQuotes(help)
  return { ...finding, message, help: told }
}

const settingFault = {
  code: 'config-invalid',
  severity: 'error',
  isRefused: false,
  at: 'key',
  path: [],
} as const

const secondDocument = {
  ...settingFault,
  message: 'A second document begins here.',
  help: 'Remove the line "---" and what follows it.',
}

async function settingFindings(file: YamlValue, { problemsIn, value }: Faulty): Promise<PlacedFinding[]> {
  if (file.isEmpty || !file.isWhole) return []
  const problems = await problemsIn(value ?? file.value ?? {})
  const findings = problems.map(({ path, sentence, at = 'key' }): PlacedFinding => {
    const [, message = sentence, help] = /^(.+?[.]) (.*)$/s.exec(sentence) ?? []
    const told = {
      ...settingFault,
      at,
      path,
      message: startsWithName(path, message),
      ...(help ? { help } : {}),
    }
    return Object.assign(told, file.place(path, at))
  })
  return [...file.credible(findings)]
}

// The name of a setting stays as it is written.
const startsWithName = ([...path]: ConfigProblem['path'], message: string): string =>
  message.startsWith(String(path.at(-1) ?? '\n')) ? message : capital(message)

/** The text of a settings file with stars in place of whatever may be a key; no length changes. */
function masked(text: string, { isPrivate }: { readonly isPrivate: boolean }): string {
  let hidden: number | undefined
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S|$/)
      // A deeper indented line belongs to the key above it.
      if (hidden !== undefined && indent > hidden) return stars(line)
      hidden = undefined
      const named = /api[-_]?key/i.exec(line)
      if (named) hidden = indent
      if (!named && !isPrivate) return line.replaceAll(long, stars)
      const name = /^[\s-]*[\w.-]{1,30}:(?=\s|$)/.exec(line)?.[0] ?? ''
      return name + stars(line.slice(name.length))
    })
    .join('\n')
}

const stars = (text: string): string => text.replaceAll(/\S/g, '*')

// Shorter than any key, and longer than a severity or a word that was misspelt.
const long = /[^\s"'{}[\],:]{16,}/g

/** A sentence about YAML without the author's own words: one of them may be a key. */
const withoutQuotes = (sentence: string): string =>
  sentence
    .replace(/(is missing before ).*/s, '$1what follows.')
    .replaceAll(/"([^"]*)"/g, (whole, inside: string) => (inside.length < 3 ? whole : '"…"'))
    .replaceAll(/[&*!%@\\]\S{2,}/g, '…')

/** The rules of a settings file whose code does not exist or cannot be set. */
export const ruleProblems = (value: unknown): readonly ConfigProblem[] =>
  Object.keys(Object(childOf(value, 'rules'))).flatMap((code) => {
    const sentence = ruleProblem(code)
    return sentence === undefined ? [] : [{ path: ['rules', code], sentence }]
  })

function ruleProblem(code: string): string | undefined {
  if (maySet(code)) return undefined
  if (codes.has(code))
    return `"${code}" is always an error. There is no form before it is mended: remove the line.`
  const name = code.length > 30 ? 'of that length' : `"${code}"`
  const near = nearest(code, [...codes.keys()].filter(maySet))
  return `there is no code ${name}. ${near ? `Did you mean ${near.word}?` : 'formctl explain lists them.'}`
}
