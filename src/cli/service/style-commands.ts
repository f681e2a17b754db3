import { type FileFinding, fileFindings, firstFindings, readYamlValue } from '../../authoring/authoring.ts'
import { count, misuse, Failure } from '../../failure/failure.ts'
import { contrastSentence, contrastsOf, lowContrasts, type Contrast } from '../../form/contrast.ts'
import {
  type Style,
  filesOf,
  isFileHash,
  styleProblems,
  type StyleFile as StyleTokens,
} from '../../form/style-tokens.ts'
import { pathText, type Path, childOf, isObject, valueAt } from '../../form/value.ts'
import { type ServerDeps, resolveStyle, styleFileFault, type StyleFileUse } from '../../server/server.ts'
import { defineCommand, printResult, type Context } from '../command.ts'
import {
  previewOptions,
  servePreview,
  openPreview,
  previewFindings,
  type OpenPreview,
  type ReadPreview,
} from '../preview/open-preview.ts'
import { dataOptions, type DataOptions } from '../settings/open-data-folder.ts'
import { formNamed, inFolder, onFolder } from './on-folder.ts'
import { createHash } from 'node:crypto'
import { isDisplayOnly, componentTypes } from '../../form/components.ts'
import type { Form } from '../../form/form.ts'
import { exampleContent, mainTypeNames, typeNames, type TypeName } from '../../form/schema.ts'
import { previewForm } from '../../server/preview/preview.ts'
import type { StyleFile } from '../../store/store.ts'
import type { Host } from '../host.ts'

const formArgument = { name: '<form>', summary: 'the id of a form, as formctl service form list shows it' }
const fileArgument = { name: '<file>', summary: 'the style file' }

export const styleCommands = {
  'style show': onFolder(
    {
      description:
        'Prints the complete style of a form as YAML, as a start for a style file. A font or picture of its own is named by the SHA-256 of its bytes.',
      args: [formArgument],
      examples: {
        'formctl service style show clx…': 'its style',
        'formctl service style show clx… > style.yaml': 'writes it to a file',
      },
    },
    async (deps, { word: id = '' }, { terminal, globals }) => {
      const { style } = await formNamed(deps, id)
      await (globals.output === 'json'
        ? terminal.printJson({ schema_version: 1, form: id, style })
        : terminal.printYaml(style))
    },
  ),

  'style set': onFolder(
    {
      writes: true,
      description:
        'Gives a form the style of a file, with the fonts and pictures that it names. Forms that take their look from this one later get the new style; earlier ones keep theirs.',
      args: [formArgument, fileArgument],
      examples: {
        'formctl service style set clx… brand/style.yaml': 'a form in the look of the file',
      },
    },
    async (deps, { word: id = '', words: [, path = ''] }, { host, terminal, globals }) => {
      const { name, deletedAt } = await formNamed(deps, id)
      if (deletedAt !== undefined)
        throw misuse(
          `The form ${name} was deleted, so nobody would see the style: name another, as formctl service form list shows it.`,
        )
      const { style, files } = await readWholeStyle(path, host)
      await refuseUnknownFiles(
        deps,
        path,
        style,
        files.map(({ sha256 }) => sha256),
      )
      await deps.store.forms.restyle(id, style, files)
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, form: id, style })
      await terminal.info(`The form ${name} has the style of ${path}.`)
      const low = lowContrasts(style).length
      if (low > 0)
        await terminal.warn(
          `${count(low, 'pair')} of its colours ${low === 1 ? 'is' : 'are'} hard to tell apart: formctl service style check ${path} shows which.`,
        )
    },
  ),

  'style check': defineCommand({
    description:
      'Checks a style file, or the style of a form: whether each pair of colours has the contrast that WCAG 2.2 AA asks for, in the light and in the dark look. Prints one line for each problem, and exits with 1 if there is one.',
    args: [{ name: '<file-or-form>', summary: 'a style file (.yaml, .yml or .json), or the id of a form' }],
    options: dataOptions,
    examples: {
      'formctl service style check brand/style.yaml': 'what is hard to read, if anything',
    },
    async run({ args: [word = ''], options }, context) {
      const { findings, checked } = /\.(?:ya?ml|json)$/i.test(word)
        ? await checkFile(word, context)
        : await checkForm(word, options, context)
      if (context.globals.output === 'json' || findings.length > 0)
        await printResult(context, { findings }, [
          ['place', { text: 'what is wrong' }],
          ...findings.map((finding) => [placeOf(word, finding), finding.message]),
        ])
      if (findings.length === 0)
        await context.terminal.info(
          `${checked} pairs of colours in ${word} meet WCAG 2.2 AA: no problem was found.`,
        )
      return findings.length === 0 ? 0 : 1
    },
  }),

  'style preview': defineCommand({
    description:
      'Serves a form with every component type in the style of a file, on this machine until Ctrl-C. Each visit reads the file again; with --watch the page reloads by itself.',
    args: [fileArgument],
    options: previewOptions,
    handlesSignals: true,
    examples: {
      'formctl service style preview brand/style.yaml --watch --open': 'the page, as it changes',
    },
    run: async ({ args: [path = ''], options }, context) =>
      servePreview(await openStyle(path, context), options, context),
  }),
} as const

/** Refuses a style that names a file by a hash that is neither sent nor stored. */
async function refuseUnknownFiles(
  { store }: ServerDeps,
  path: string,
  style: Style,
  sent: readonly string[],
): Promise<void> {
  const { fonts, pictures } = filesOf(style)
  for (const sha256 of [...fonts, ...pictures])
    if (!sent.includes(sha256) && !(await store.styleFiles.get(sha256)))
      throw misuse(`${path} names the file ${sha256}, which this service does not have: name it by its path.`)
}

/** The findings of a style, and how many pairs of colours were checked. */
type StyleCheck = { readonly findings: readonly CheckFinding[]; readonly checked: number }

/** The style of a form has no lines. */
type CheckFinding = Pick<FileFinding, 'path' | 'message'> & Partial<FileFinding> & Partial<Contrast>

async function checkFile(path: string, { host }: Context): Promise<StyleCheck> {
  const { style, findings, place } = await readStyle(path, host)
  return findings.length > 0 ? { findings, checked: 0 } : check(style, place)
}

const checkForm = (id: string, options: DataOptions, context: Context): Promise<StyleCheck> =>
  inFolder(context, options, async (deps) =>
    check((await formNamed(deps, id)).style, (path, message) => ({ path, message })),
  )

const check = (style: Style, place: (path: Path, message: string) => CheckFinding): StyleCheck => ({
  checked: contrastsOf(style).length,
  findings: lowContrasts(style).map((low) => Object.assign(place(low.path, contrastSentence(low)), low)),
})

const placeOf = (word: string, { path, line, column }: CheckFinding): string =>
  line === undefined ? pathText(path) : `${word}:${line}:${column}`

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
async function readStyle(path: string, { files }: Pick<Host, 'files'>): Promise<ReadStyle> {
  const bytes = await files.read(path)
  const yaml = readYamlValue(bytes)
  const place: ReadStyle['place'] = (at, message) => ({ path: at, message, ...yaml.place(at, 'value') })
  const faults = fileFindings(yaml, { whenEmpty: 'The file is empty.', problemsIn: styleProblems })
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
async function readWholeStyle(path: string, host: Pick<Host, 'files'>): Promise<ReadStyle> {
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
function openStyle(file: string, { host }: Pick<Context, 'host'>): Promise<OpenPreview> {
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
