/** The tools that an agent gets: what each takes, and the command of the program that it runs. */
import { basename } from 'node:path'
import { specOfTemplate } from '../../authoring/new-spec.ts'
import { Failure, misuse } from '../../failure/failure.ts'
import { keysOf } from '../../form/guide.ts'
import { definitionOf, formSchema, typeNames } from '../../form/schema.ts'
import { specAndName } from '../../publish/publish.ts'
import type { Context } from '../command.ts'
import { commands } from '../commands/index.ts'
import { isSpecName } from '../forms/spec-files.ts'
import { topicTexts } from '../generated/pages.ts'
import { isSpec } from '../option-values.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { runCommand, wordsWith, type Outcome } from './run-command.ts'
import { showSpec } from './show-spec.ts'

/** What tools take; each takes some of it. */
export type ToolInput = {
  readonly files?: readonly string[]
  readonly text?: string
  readonly file?: string
  readonly step?: number
  readonly planHash?: string
  readonly form?: string
  readonly limit?: number
  readonly partials?: boolean
  readonly since?: string
  readonly until?: string
  readonly about?: string
}

const parameters = {
  files: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    minItems: 1,
    description: 'Specs, or folders with specs, in the working folder; "." is all of it.',
  },
  text: { type: 'string', description: 'The text of a spec, in place of files.' },
  file: { type: 'string', minLength: 1, description: 'A spec in the working folder.' },
  step: {
    type: 'integer',
    minimum: 1,
    description:
      'The page to take a picture of; the first without it. The one after all questions is that which thanks.',
  },
  planHash: { type: 'string', description: 'The planHash of the plan to carry out.' },
  form: { type: 'string', minLength: 1, description: 'The id, name or address of a form, or its spec.' },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    description: 'At most this many of the newest; 10 without it.',
  },
  partials: { type: 'boolean', description: 'Also the responses that people have not finished.' },
  since: { type: 'string', description: 'Only responses created from this day or moment on, as 2026-05-01.' },
  until: { type: 'string', description: 'Only responses created before this day or moment.' },
  about: {
    type: 'string',
    minLength: 1,
    description: `"spec" for how a spec is built, "conditions", "types" for all component types, one of these, the code of a finding or failure, an exit code, a command such as "forms apply", or a topic: ${Object.keys(topicTexts).join(', ')}.`,
  },
} satisfies Readonly<Record<keyof ToolInput, object>>

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly takes: readonly (keyof ToolInput)[]
  readonly requires?: readonly (keyof ToolInput)[]
  /** Whether it makes forms; all others change nothing. */
  readonly creates?: true
  /** Whether it calls the service. */
  readonly calls?: true
  /** Whether its result holds what people wrote into forms. */
  readonly holdsAnswers?: true
  readonly run: (input: ToolInput, context: Context, mayShowPeople: boolean) => Promise<Outcome>
}

/** The JSON Schema of what a tool takes. */
export const schemaOf = ({ takes, requires = [] }: Tool): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties: Object.fromEntries(takes.map((name) => [name, parameters[name]])),
  required: requires,
  additionalProperties: false,
})

/** Runs a command that prints JSON. */
const json = (words: string, more: readonly string[], context: Context, stdin?: string): Promise<Outcome> =>
  runCommand(
    wordsWith(context.globals, [...words.split(' '), '-o', 'json', ...more]),
    context,
    stdin === undefined ? {} : { stdin },
  )

const unserved = 'No server runs for these forms. formctl forms open <spec> shows one to the person.'

export const tools: readonly Tool[] = [
  {
    name: 'validate',
    title: 'Check specs',
    description:
      'Checks form specs (YAML) offline: files of the working folder, or a text. Gives every finding with its line, column and correction; without findings, the specs can be applied.',
    takes: ['files', 'text'],
    run: async ({ files = [], text }, context) => {
      if (text !== undefined && files.length > 0) throw misuse('Give text or files, not both.')
      return json('forms validate', text === undefined ? ['--', ...files] : ['-'], context, text)
    },
  },
  {
    name: 'preview',
    title: 'Show a spec as a page',
    description:
      'Shows a spec as people would see it: a picture of one step, on Linux with a browser. Gives its findings, too, and only these where it has errors. Publishes nothing.',
    takes: ['file', 'step'],
    requires: ['file'],
    run: preview,
  },
  {
    name: 'plan',
    title: 'Plan what apply would do',
    description:
      'Compares specs with the lock file and the service, and says which forms apply would create and what changed in each. Creates nothing. Show the plan to the person, then give its planHash to apply. Without files, all specs that formctl.yaml lists.',
    takes: ['files'],
    calls: true,
    run: ({ files = [] }, context) => json('forms apply', ['--dry-run', '--', ...files], context),
  },
  {
    name: 'apply',
    title: 'Create what a plan says',
    description:
      'Carries out a plan: creates and publishes its forms and records them in the lock file. Needs the same files and the planHash of the plan, and does nothing if anything has changed since. After a failure, make a new plan: forms that are there stay.',
    takes: ['files', 'planHash'],
    requires: ['planHash'],
    creates: true,
    calls: true,
    run: async ({ files = [], planHash }, context) => {
      const words = ['--yes', `--expect-plan=${planHash}`, '--', ...files]
      const done = await json('forms apply', words, context)
      const isServed = embeddedFolder(String(done.json?.['baseUrl'])) === undefined
      return isServed ? done : { ...done, notes: [...(done.notes ?? []), unserved] }
    },
  },
  {
    name: 'list',
    title: 'List forms',
    description:
      'Lists the forms of the environment with their ids, addresses and numbers of responses. isStarter marks those of formctl itself, whose looks other forms can take.',
    takes: [],
    calls: true,
    run: (_input, context) => json('forms list', [], context),
  },
  {
    name: 'stats',
    title: 'Count responses',
    description:
      'Counts the responses of a form: completion, where people left, how often each option was chosen. Shows no texts of people, unless the server was started with --allow-personal-data.',
    takes: ['form', 'since', 'until'],
    requires: ['form'],
    calls: true,
    holdsAnswers: true,
    run: (input, context, mayShowPeople) =>
      json('responses stats', [...responseWords(input), ...(mayShowPeople ? [] : ['--samples=0'])], context),
  },
  {
    name: 'get',
    title: 'Read responses',
    description:
      'Reads the newest responses of a form. What identifies a person is left out, unless the server was started with --allow-personal-data; other texts may still name people.',
    takes: ['form', 'limit', 'partials', 'since', 'until'],
    requires: ['form'],
    calls: true,
    holdsAnswers: true,
    run: (input, context, mayShowPeople) => {
      const { limit = 10, partials } = input
      const words = [
        ...responseWords(input),
        `--limit=${limit}`,
        ...(partials ? ['--partials'] : []),
        ...(mayShowPeople ? [] : ['--redact=identity=drop']),
      ]
      return json('responses get', words, context)
    },
  },
  {
    name: 'explain',
    title: 'Explain specs, types, codes, commands or topics',
    description:
      'Explains how a spec is built, conditions, a component type with its keys and an example, the code of a finding or failure, an exit code, a command, or a topic.',
    takes: ['about'],
    requires: ['about'],
    run: explain,
  },
]

async function explain({ about = '' }: ToolInput, context: Context): Promise<Outcome> {
  if (about === 'spec' || about === 'conditions') return { json: specGuide() }
  const isHelp = Object.hasOwn(topicTexts, about) || commands.some(({ words }) => words === about)
  if (isHelp) return runCommand(['help', ...about.split(' ')], context)
  // As JSON, all types are longer than an agent may read.
  if (about === 'types') return runCommand(['forms', 'types'], context)
  const type = typeNames.find((name) => name.toLowerCase() === about.toLowerCase())
  const explained = await json(type ? 'forms types' : 'explain', ['--', type ?? about], context)
  if (!explained.error) return explained
  throw misuse(`${String(explained.error['message'])} Give ${parameters.about.description}`)
}

/** How a spec is built: an example, and the keys of each part. */
const specGuide = () => ({
  schema_version: 1,
  example: specOfTemplate('nps', 'One question').textWith({}),
  form: keysOf(formSchema),
  ...Object.fromEntries(
    ['Settings', 'Step', 'Component', 'Condition', 'Next'].map((part) => [part, keysOf(definitionOf(part))]),
  ),
})

const responseWords = ({ form, since, until }: ToolInput): readonly string[] => [
  `--form=${form}`,
  ...(since === undefined ? [] : [`--since=${since}`]),
  ...(until === undefined ? [] : [`--until=${until}`]),
]

/** Runs a tool. Fails unless each path is a spec or folder in the working folder, without links that lead out of it. */
export async function runTool(
  tool: Tool,
  input: ToolInput,
  context: Context,
  mayShowPeople: boolean,
): Promise<Outcome> {
  const { host, globals } = context
  const { files } = host
  const { files: paths = [], file = [], form = '' } = input
  for (const path of [paths, file, isSpec(form) ? specAndName(form).file : []].flat()) {
    if (!files.leadsInto('.', path)) throw Failure.of('file-unreadable', { path, reason })
    // A pattern would be looked up, and - would be the standard input.
    const kind = await files.kind(path)
    if (kind === 'missing') throw Failure.of('file-not-found', { path })
    // Findings quote the text of a file, which may hold secrets.
    const real = files.realPath(path)
    const isKey = globals.apiKeyFile !== undefined && real === files.realPath(globals.apiKeyFile)
    if (kind !== 'folder' && (isKey || !isSpecName(basename(real))))
      throw Failure.of('file-unreadable', { path, reason })
  }
  return tool.run(input, context, mayShowPeople)
}

const reason = 'an agent reads only specs (.yaml, .yml) in the folder that its server was started in'

async function preview({ file = '', step = 1 }: ToolInput, context: Context): Promise<Outcome> {
  const checked = await json('forms validate', ['--', file], context)
  if (checked.error) return checked
  const { notes = [], ...shown } = await showSpec(file, step, context)
  return { ...checked, ...shown, notes: [...(checked.notes ?? []), ...notes] }
}
