import type { FileFinding } from '../../authoring/authoring.ts'
import { count, misuse } from '../../failure/failure.ts'
import { contrastSentence, contrastsOf, lowContrasts, type Contrast } from '../../form/contrast.ts'
import type { Style } from '../../form/form.ts'
import { filesOf } from '../../form/style-tokens.ts'
import { pathText, type Path } from '../../form/value.ts'
import type { ServerDeps } from '../../server/server.ts'
import { defineCommand, printResult, type Context } from '../command.ts'
import { previewOptions, servePreview } from '../preview/serve-preview.ts'
import { dataOptions, type DataOptions } from '../settings/open-data-folder.ts'
import { formNamed, inFolder, onFolder } from './on-folder.ts'
import { openStyle, readStyle, readWholeStyle } from './style-file.ts'

const form = { name: '<form>', summary: 'the id of a form, as formctl service form list shows it' }
const file = { name: '<file>', summary: 'the style file' }

export const styleCommands = {
  'style show': onFolder(
    {
      description:
        'Prints the style of a form as YAML, whole: a start for a style file. A font or picture of its own is named by the SHA-256 of its bytes.',
      args: [form],
      examples: [
        { command: 'formctl service style show clx…', shows: 'its style' },
        { command: 'formctl service style show clx… > style.yaml', shows: 'writes it to a file' },
      ],
    },
    async (world, { word: id = '' }, { terminal, globals }) => {
      const { style } = await formNamed(world, id)
      await (globals.output === 'json'
        ? terminal.printJson({ schema_version: 1, form: id, style })
        : terminal.printYaml(style))
    },
  ),

  'style set': onFolder(
    {
      writes: true,
      description:
        'Gives a form the style of a file, with the fonts and pictures that it names. Forms that are made from this one later get the same; those made before keep theirs.',
      args: [form, file],
      examples: [
        {
          command: 'formctl service style set clx… brand/style.yaml',
          shows: 'a form in the look of the file',
        },
      ],
    },
    async (world, { word: id = '', words: [, path = ''] }, { host, terminal, globals }) => {
      const { name, deletedAt } = await formNamed(world, id)
      if (deletedAt !== undefined)
        throw misuse(
          `The form ${name} was deleted, so nobody would see the style: name another, as formctl service form list shows it.`,
        )
      const { style, files } = await readWholeStyle(path, host)
      await refuseUnknownFiles(
        world,
        path,
        style,
        files.map(({ sha256 }) => sha256),
      )
      await world.store.forms.restyle(id, style, files)
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
    examples: [
      {
        command: 'formctl service style check brand/style.yaml',
        shows: 'what is hard to read, if anything is',
      },
    ],
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
    args: [file],
    options: previewOptions,
    handlesSignals: true,
    examples: [
      {
        command: 'formctl service style preview brand/style.yaml --watch --open',
        shows: 'the page, as it changes',
      },
    ],
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
  inFolder(context, options, async (world) =>
    check((await formNamed(world, id)).style, (path, message) => ({ path, message })),
  )

const check = (style: Style, place: (path: Path, message: string) => CheckFinding): StyleCheck => ({
  checked: contrastsOf(style).length,
  findings: lowContrasts(style).map((low) => Object.assign(place(low.path, contrastSentence(low)), low)),
})

const placeOf = (word: string, { path, line, column }: CheckFinding): string =>
  line === undefined ? pathText(path) : `${word}:${line}:${column}`
