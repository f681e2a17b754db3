import { createHash } from 'node:crypto'
import { fileFindings, firstFindings, readYamlValue, type FileFinding } from '../../authoring/authoring.ts'
import { Failure } from '../../failure/failure.ts'
import { isDisplayOnly, componentTypes } from '../../form/components.ts'
import { contrastSentence, lowContrasts } from '../../form/contrast.ts'
import type { Form } from '../../form/form.ts'
import { exampleContent, mainTypeNames, typeNames, type TypeName } from '../../form/schema.ts'
import {
  isFileHash,
  styleFaults,
  type Style,
  type StyleFile as StyleTokens,
} from '../../form/style-tokens.ts'
import { childOf, isObject, pathText, valueAt, type Path } from '../../form/value.ts'
import { previewForm } from '../../server/preview/preview.ts'
import { resolveStyle, styleFileFault, type StyleFileUse } from '../../server/server.ts'
import type { StyleFile } from '../../store/store.ts'
import type { Context } from '../command.ts'
import type { Host } from '../host.ts'
import { openPreview, previewFindings, type OpenPreview, type ReadPreview } from '../preview/open-preview.ts'

/** A style file: the style with the hashes of its files, these files, and all that is wrong. */
type ReadStyle = {
  readonly style: Style
  readonly files: readonly StyleFile[]
  readonly findings: readonly FileFinding[]
  /** The paths of its files. */
  readonly paths: readonly string[]
  readonly text: string
  /** Makes a finding on a member. */
  readonly place: (path: Path, message: string) => FileFinding
}

/** Reads a style file and the files that it names, which lie in its folder or below. */
export async function readStyle(path: string, { files }: Pick<Host, 'files'>): Promise<ReadStyle> {
  const bytes = await files.read(path)
  const yaml = readYamlValue(bytes)
  const place: ReadStyle['place'] = (at, message) => ({ path: at, message, ...yaml.place(at, 'value') })
  const faults = fileFindings(yaml, { whenEmpty: 'The file is empty.', problemsIn: styleFaults })
  const text = new TextDecoder().decode(bytes)
  if (faults.length > 0)
    return { style: resolveStyle({}), files: [], findings: faults, paths: [], place, text }
  // The validator has checked the shape.
  const tokens = yaml.value as StyleTokens
  const read = await readFiles(path, tokens, { files })
  return {
    style: resolveStyle(withHashes(tokens, read)),
    files: read.flatMap(({ file }) => file ?? []),
    findings: read.flatMap(({ at, fault }) => (fault === undefined ? [] : place(at, fault))),
    paths: read.map((one) => one.path),
    place,
    text,
  }
}

/** The same, or a Failure that names the first things that are wrong. */
export async function readWholeStyle(path: string, host: Pick<Host, 'files'>): Promise<ReadStyle> {
  const read = await readStyle(path, host)
  if (read.findings.length > 0)
    throw Failure.of('style-unusable', { path, problem: firstFindings(read.findings) })
  return read
}

const fileMembers: readonly (readonly [use: StyleFileUse, ...Path])[] = [
  ['font', 'font', 'file'],
  ['font', 'headingFont', 'file'],
  ['picture', 'background', 'image'],
  ['picture', 'layout', 'logo', 'image'],
]

/** A file that the member at `at` names: its content, or what is wrong with it. */
type NamedFile = {
  readonly at: Path
  readonly path: string
  readonly file?: StyleFile
  readonly fault?: string
}

async function readFiles(
  path: string,
  tokens: StyleTokens,
  { files }: Pick<Host, 'files'>,
): Promise<readonly NamedFile[]> {
  const read: NamedFile[] = []
  for (const [use, ...at] of fileMembers) {
    const name = valueAt(tokens, at)
    // What `service style show` prints: a file that the service has.
    if (typeof name !== 'string' || isFileHash(name)) continue
    const filePath = path.replace(/(?<![^/\\])[^/\\]*$/, '') + name
    try {
      const bytes = await files.read(filePath)
      const fault = styleFileFault(bytes, use)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      read.push(
        fault === undefined
          ? { at, path: filePath, file: { sha256, bytes } }
          : { at, path: filePath, fault: `${pathText(at)}: ${name} ${fault}` },
      )
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      read.push({ at, path: filePath, fault: `${pathText(at)}: ${error.message}` })
    }
  }
  return read
}

/** The tokens with the hash of each file in the place of its name. */
const withHashes = (tokens: unknown, read: readonly NamedFile[], at: Path = []): unknown =>
  isObject(tokens)
    ? Object.fromEntries(
        Object.keys(tokens).map((name) => [name, withHashes(childOf(tokens, name), read, [...at, name])]),
      )
    : (read.find((one) => pathText(one.at) === pathText(at))?.file?.sha256 ?? tokens)

const styleError = (finding: FileFinding): FileFinding & { severity: 'error'; code: string } => ({
  ...finding,
  severity: 'error',
  code: 'style',
})

/** Opens a style file for the preview of a form that has every component type. */
export function openStyle(file: string, { host }: Pick<Context, 'host'>): Promise<OpenPreview> {
  let names: readonly string[] = [file]
  const read = async (): Promise<ReadPreview> => {
    const { style, findings, files, paths, place, text } = await readStyle(file, host)
    names = [file, ...paths]
    const errors = findings.map(styleError)
    const warnings = lowContrasts(style).map((one) =>
      Object.assign(place(one.path, contrastSentence(one)), {
        severity: 'warning',
        code: 'contrast',
      } as const),
    )
    const isBroken = errors.length > 0
    return {
      file,
      isBroken,
      forms: isBroken ? [] : [previewForm(everyType, { place: 1, look: style })],
      styleFiles: new Map(files.map(({ sha256, bytes }) => [sha256, bytes])),
      findings: previewFindings(file, text, isBroken ? errors : warnings),
    }
  }
  return openPreview(() => names, read, host)
}

const stepOf = (name: string, types: readonly TypeName[]): Form['steps'][number] => ({
  name,
  components: [...types, ...(types.some((type) => !isDisplayOnly(type)) ? ['NextButton' as const] : [])].map(
    (type) => ({ type, content: { ...exampleContent(type) } }),
  ),
})

const asking = mainTypeNames.filter((type) => componentTypes[type].asks)

/** Every component type with its example, some on each step. */
const everyType: Form = {
  name: 'Every component',
  steps: [
    stepOf('Texts', ['Header', 'Statement', ...asking.slice(0, 5), 'Disclaimer']),
    stepOf('Numbers, times and people', asking.slice(5, 13)),
    stepOf('Choices', asking.slice(13)),
    stepOf('The end', typeNames.filter(isDisplayOnly)),
  ],
}
