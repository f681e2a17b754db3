import { Failure, misuse } from '../../failure/failure.ts'
import { describeType, mainTypeNames, type TypeName } from '../../form/schema.ts'
import {
  fixedTypes,
  defaultSteps,
  defaultTypes,
  type NewForm,
  type SpecHeading,
  specOfTemplate,
  nameOfTemplate,
  specText,
  templateNames,
  fileNameFor,
  nameFromFile,
} from '../../authoring/new-spec.ts'
import {
  choice,
  defineCommand,
  flag,
  many,
  number,
  text,
  type Context,
  type OptionValues,
} from '../command.ts'
import { ask, choose, chooseMany, mayAsk } from '../terminal/ask.ts'
import { fitName, nameProblem, namesIn, shellWord, typeNamed } from '../option-values.ts'
import { dirname, join, relative, sep } from 'node:path'
import { editorSchema, schemaText } from '../../form/guide.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Host } from '../host.ts'

const schemaPlaces = ['shipped', 'beside', 'none'] as const

const options = {
  name: text('--name <name>', 'the name of the form'),
  template: choice('--template <name>', templateNames, 'a form that can be published as it is', {
    excludes: ['with', 'steps'],
  }),
  with: many('--with <types>', 'component types, separated by commas (default: a few common ones)'),
  steps: number(
    '--steps <n>',
    `the number of steps, with a thank-you page as the last (default: ${defaultSteps})`,
    { range: [2, 50] },
  ),
  schema: choice(
    '--schema <place>',
    schemaPlaces,
    'where editors find the schema of specs (default: shipped in a project that has formctl, else beside)',
  ),
  force: flag('--force', 'replace existing files'),
}

export const command = defineCommand({
  description:
    'Writes a spec with examples and comments, for component types that you choose, or one of six forms that can be published as they are (--template). Keys that you may want are there as comments. The first line tells editors where the JSON Schema of specs is. On a terminal, asks for what no option gives; elsewhere, uses the defaults.',
  args: [{ name: '[file]', summary: 'the file to write (default ending: .yaml), or - for standard output' }],
  options,
  examples: {
    'formctl forms new': 'asks, then writes a spec',
    'formctl forms new survey.yaml --name "Customer survey"': 'writes a spec without asking for its name',
    'formctl forms new apply.yaml --template application':
      'writes an application form that can be published as it is',
    'formctl forms new - --name Booking --with IdentityInfo,SchedulerScreen':
      'prints a spec with these components',
  },
  async run({ args: [path], options: given }, context) {
    const word = path === undefined ? path : withEnding(path)
    if (word === '-' && given.force)
      throw misuse('A spec on the standard output replaces nothing: leave out --force.')
    if (word !== undefined && word !== '-') await refuseExisting(word, given, context)
    const template = given.template ?? (await askTemplate(given, context))
    const planned = plannedBy({ ...given, template })
    const name = await nameOf({ ...given, template }, word, context)
    const file = word === '-' ? undefined : (word ?? (await askFile(name, given, context)))
    const spec = await planned(name, context)
    const target = file === undefined ? undefined : context.host.files.resolve(file)
    const schema = await placeSchema(given.schema, target, context.host)
    if (file === undefined) await context.terminal.print(spec.textWith({ schema: schema.reference }))
    else await write({ file, spec, schema }, given, context)
    return 0
  },
})

type Options = OptionValues<typeof options>

type NewSpec = NewForm & { readonly textWith: (heading: SpecHeading) => string }

/** How the spec is made of its name: from a template, or from component types. */
function plannedBy(given: Options): (name: string, context: Context) => Promise<NewSpec> {
  const { template } = given
  if (template !== undefined) return async (name) => specOfTemplate(template, name)
  const types = given.with.length === 0 ? undefined : typesNamed(given.with)
  const { steps = defaultSteps } = given
  return async (name, context) => {
    const form = { name, types: types ?? (await askTypes(context)), steps }
    return { ...form, textWith: (heading) => specText(form, heading) }
  }
}

// Folder arguments find only names with an ending.
const withEnding = (path: string): string => (/\.[^./\\]*$|[/\\]$|^-$/.test(path) ? path : `${path}.yaml`)

const typesNamed = (lists: readonly string[]): readonly TypeName[] =>
  lists.flatMap((list) => namesIn(list, { option: '--with', of: 'component type' })).map(typeNamed)

async function refuseExisting(path: string, { force }: Options, { host }: Context): Promise<void> {
  if (!force && (await host.files.kind(path)) !== 'missing') throw Failure.of('file-exists', { path })
}

const nameQuestion = {
  message: 'What is the form called?',
  flag: '--name',
  check: (answer: string) => {
    const problem = nameProblem(answer.trim())
    return problem === undefined ? undefined : `The name ${problem}`
  },
}

async function nameOf(
  { name: given, template }: Options,
  file: string | undefined,
  context: Context,
): Promise<string> {
  if (given !== undefined) return fitName(given.trim(), 'a form')
  const fallback = file === undefined ? template && nameOfTemplate(template) : nameFromFile(file)
  if (fallback !== undefined && !mayAsk(context)) return fallback
  return (await ask(context, { ...nameQuestion, fallback })).trim()
}

async function askFile(name: string, given: Options, context: Context): Promise<string> {
  const fallback = fileNameFor(name)
  const question = { message: 'Which file?', flag: 'the file', fallback }
  const file = mayAsk(context) ? withEnding((await ask(context, question)).trim()) : fallback
  await refuseExisting(file, given, context)
  return file
}

const own = 'own'

/** Which form to begin with, where no option says so and somebody can be asked. */
async function askTemplate({ with: types, steps }: Options, context: Context): Promise<Options['template']> {
  if (!mayAsk(context) || types.length > 0 || steps !== undefined) return undefined
  const chosen = await choose(context, {
    message: 'Which form do you begin with?',
    flag: '--template',
    choices: [
      { value: own, name: 'an example of components that I choose' },
      ...templateNames.map((value) => ({ value, name: `${value}: ${nameOfTemplate(value)}` })),
    ],
  })
  return chosen === own ? undefined : chosen
}

const askTypes = async (context: Context): Promise<readonly TypeName[]> =>
  mayAsk(context)
    ? chooseMany(context, {
        message: 'Which components should it have?',
        flag: '--with',
        choices: mainTypeNames
          .filter((type) => !fixedTypes.includes(type))
          .map((type) => ({ value: type, name: type, description: describeType(type) })),
        fallback: defaultTypes,
      })
    : defaultTypes

type Writing = { readonly file: string; readonly spec: NewSpec; readonly schema: PlacedSchema }

async function write({ file, spec, schema }: Writing, given: Options, context: Context): Promise<void> {
  const { host, terminal, globals } = context
  const pending = await host.files.create(file, { replace: given.force })
  try {
    await pending.write(spec.textWith({ schema: schema.reference, file: shellWord(file) }))
    await context.uninterruptible(async () => {
      if (schema.toWrite !== undefined) await writeSchema(schema.toWrite, host, given.force)
      await pending.commit()
    })
  } finally {
    await pending.discard()
  }
  const files = schema.toWrite === undefined ? file : `${file}, and ${schemaName} for editors`
  await terminal.info(`Wrote ${files}. Next: formctl forms preview ${shellWord(file)} --watch`)
  if (globals.output === 'json')
    await terminal.printJson({
      schema_version: 1,
      file: host.files.resolve(file),
      name: spec.name,
      steps: spec.steps,
      types: spec.types,
      schema: schema.reference,
    })
}

/** The schema that the first line of a new spec refers to. */
type PlacedSchema = {
  /** Absent: no line. */
  readonly reference?: string
  /** The file to write the schema to, absolute. */
  readonly toWrite?: string
}

/** The name of a schema that is written beside a spec. */
const schemaName = 'spec.schema.json'

/**
 * Finds the schema for a new spec: the one that is installed in its project, else one beside it. `file` is the absolute path of the
 * spec, or undefined if it goes to stdout.
 */
export async function placeSchema(
  schemaPlace: (typeof schemaPlaces)[number] | undefined,
  file: string | undefined,
  host: Pick<Host, 'schemaFile' | 'files'>,
): Promise<PlacedSchema> {
  if (schemaPlace === 'none') return {}
  if (schemaPlace === 'beside' && file === undefined)
    throw misuse('A spec on the standard output has nothing beside it: leave out --schema beside.')
  const installed = schemaPlace === 'beside' ? undefined : await installedSchema(file, host)
  if (installed !== undefined) return { reference: installed }
  if (schemaPlace === 'shipped')
    throw misuse(
      'formctl is not installed in the project of the spec, so it ships no schema there: use --schema beside.',
    )
  return file === undefined ? {} : { reference: schemaName, toWrite: join(dirname(file), schemaName) }
}

/** The relative path of the shipped schema, where formctl is installed in the project of the spec: it is there for everyone. */
async function installedSchema(
  file: string | undefined,
  { schemaFile, files }: Pick<Host, 'schemaFile' | 'files'>,
): Promise<string | undefined> {
  if (file === undefined || schemaFile === undefined) return undefined
  const program = dirname(dirname(schemaFile))
  const [project = program] = program.split(`${sep}node_modules${sep}`)
  if (!file.startsWith(project + sep)) return undefined
  // Some package managers keep programs deep inside, under names that change with each version, and link to them here.
  const linked = join(project, 'node_modules', 'formctl', 'schemas', schemaName)
  const found = (await files.kind(linked)) === 'file' ? linked : schemaFile
  const path = relative(dirname(file), found).replaceAll(sep, '/')
  // The line ends at the first blank.
  return /[\s#%]/.test(path) ? undefined : path
}

/** Writes the schema beside a spec. Replaces an older schema of formctl, but another file only if forced. */
async function writeSchema(path: string, { files }: Pick<Host, 'files'>, isForced: boolean): Promise<void> {
  const content = schemaText(editorSchema())
  const kind = await files.kind(path)
  const existing = kind === 'file' ? new TextDecoder().decode(await files.read(path)) : ''
  if (existing === content) return
  const isOurs = existing.includes(`"title": "${editorSchema().title}"`)
  await writeFile(files, path, { content, replace: isForced || isOurs })
}
