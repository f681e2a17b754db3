import { Failure } from '../../failure.ts'
import { sayPath } from '../../form/path.ts'
import { capital } from '../../form/words.ts'
import { credible, placed } from '../../spec/open-document.ts'
import { openYaml, type Opened } from '../../spec/open-yaml.ts'
import { finderOf, placerOf } from '../../spec/place.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import { masked, withoutQuotes } from './config-mask.ts'
import type { ConfigProblem } from './config-problems.ts'
import type { ConfigPlace } from './read-config.ts'

/** What a settings file says, and how it is looked at. */
type Faulty = {
  readonly bytes: Uint8Array
  /** What is wrong with the settings of a value, which may be of any shape. */
  readonly problemsIn: (value: unknown) => Promise<readonly ConfigProblem[]>
  /** The value, where the YAML is whole. */
  readonly value?: unknown
  /** Whether every value in it is hidden where its lines are shown. */
  readonly isPrivate: boolean
}

/** The failure of a settings file with all its faults, each at its place; nothing in it repeats what may be a key. */
export async function configFailure({ name }: ConfigPlace, faulty: Faulty): Promise<Failure> {
  const opened = openYaml(faulty.bytes)
  const ofYaml = yamlFindings(opened)
  const taken = new Set(ofYaml.map(({ path }) => sayPath(path)))
  // What the YAML has wrong at a place, the setting there has wrong only in consequence.
  const own = (await settingFindings(opened, faulty)).filter(({ path }) => !taken.has(sayPath(path)))
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

/** The faults of the YAML, as of a spec; their words are the library's own, not the author's. */
function yamlFindings({ fault, broken, documents, lines }: Opened): readonly PlacedFinding[] {
  const second = documents[1]?.root?.range?.[0]
  const faults = [...(fault ? [fault] : []), ...documents.slice(0, 1).flatMap((one) => one.faults)]
  const found = [...broken, ...faults.map((one) => placed(one, lines))].filter(
    ({ severity }) => severity === 'error',
  )
  return [
    ...found.map(inOurWords),
    ...(second === undefined ? [] : [{ ...secondDocument, ...lines.rangeOf(second, second + 1) }]),
  ]
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

async function settingFindings(opened: Opened, { problemsIn, value }: Faulty): Promise<PlacedFinding[]> {
  const [document] = opened.documents
  if (document === undefined || !document.isWhole) return []
  const { lines } = opened
  const place = placerOf(finderOf(document.root, document.reading), lines)
  const problems = await problemsIn(value ?? document.reading.value ?? {})
  const findings = problems.map(({ path, sentence, at = 'key' }): PlacedFinding => {
    const [, message = sentence, help] = /^(.+?[.]) (.*)$/s.exec(sentence) ?? []
    const told = {
      ...settingFault,
      at,
      path,
      message: startsWithName(path, message),
      ...(help ? { help } : {}),
    }
    return Object.assign(told, place(path, at))
  })
  return [...credible(document, findings, lines)]
}

// The name of a setting stays as it is written.
const startsWithName = ([...path]: ConfigProblem['path'], message: string): string =>
  message.startsWith(String(path.at(-1) ?? '\n')) ? message : capital(message)
