import { Failure } from '../../failure.ts'
import { rememberForms } from '../completion/known-forms.ts'
import { defineCommand, flag, text, type Context, type Given } from '../command.ts'
import { embeddedFolder } from '../form-url.ts'
import { createForms } from '../generate/create-forms.ts'
import { creatingOf, waysOf } from '../generate/pick-up.ts'
import { planForms, planUnsent, refuseMisuse, type UnsentForm } from '../generate/plan-forms.ts'
import { readForms, type ReadForm } from '../generate/read-specs.ts'
import { sayCreation } from '../generate/say-creation.ts'
import { readEach } from '../rows/each.ts'
import { sayPlan, warnOfSameNames } from '../rows/say-plan.ts'
import { withCaller, type ConnectedCaller } from '../settings/with-caller.ts'
import { holdsData } from '../holds-data.ts'
import { untilSignal } from '../until-signal.ts'
import { givenVariables, variableOptions } from '../variables/given-variables.ts'

export const command = defineCommand({
  words: 'forms generate',
  summary: 'create and publish forms from specs',
  description:
    'Checks specs as forms validate does and, when nothing is wrong, creates and publishes each form, one after another. Each form is created once: it is sent again only where it cannot have been created, or where the service knows the request again. When the outcome is not known, the command ends with 9, and a second run sends nothing before that is settled: see forms resolve.\n\nWith --each, a spec makes one form a row: the names of the columns are variables, as in "Survey for ${customer}". All are checked before the first is sent, and the plan is shown.',
  args: [{ name: '[files...]', summary: 'files, folders, patterns; - reads the standard input' }],
  options: {
    sourceForm: text('--source-form <id>', 'the form whose look is inherited; beats the one in the spec'),
    name: text('--name <name>', 'the name of the form; beats the one in the spec'),
    dryRun: flag(
      '--dry-run',
      'print the request bodies and send nothing; needs no service and no source form',
    ),
    force: flag('--force', 'send also what an earlier run may have created already'),
    strict: flag('--strict', 'count warnings as errors'),
    ...variableOptions,
    each: text('--each <file>', 'make a form of each row of a table: CSV, or a list in YAML or JSON'),
  },
  outputs: ['table', 'json'],
  // A form on its way must not be left without a word on whether it was created.
  endsItself: true,
  examples: [
    { command: 'formctl forms generate contact.yaml', shows: 'the id and address of the new form' },
    { command: 'formctl forms generate forms -o json', shows: 'the same for programs, of a folder' },
    { command: 'formctl forms generate contact.yaml --dry-run', shows: 'the request, which is not sent' },
    {
      command: 'formctl forms generate survey.yaml --each customers.csv',
      shows: 'the plan, and a form for each customer',
    },
  ],
  async run({ args, options }, context) {
    if (args.length === 0) throw Failure.of('usage', { problem: noFiles })
    const forms = await untilSignal(context.host.signal, readSpecs(context, args, options))
    const given = { name: options.name, sourceForm: options.sourceForm }
    refuseMisuse(forms, given)
    await warnOfSameNames(forms, context)
    if (options.dryRun) {
      const planned = await planUnsent(forms, given, () => settledSourceForm(context))
      await sayPlan(planned, options.each, context)
      await printBodies(planned, context)
      return 0
    }
    const create = async (caller: ConnectedCaller): Promise<void> => {
      const { sourceFormId, baseUrl } = caller.access
      const planned = await planForms(forms, given, async () => sourceFormId)
      await sayPlan(planned, options.each, context)
      const creating = await creatingOf(context, caller)
      const ways = await waysOf(planned, creating, { isForced: options.force })
      const creation = await createForms(ways, creating)
      await rememberForms(
        context.host,
        creation.created.map(({ id, name }) => ({ id, name })),
      )
      await sayCreation(creation, context, baseUrl)
    }
    await withCaller(context, create, { makesFolder: true })
    return 0
  },
})

type SpecOptions = Given<typeof variableOptions> & {
  readonly strict: boolean
  readonly each: string | undefined
}

async function readSpecs(
  context: Context,
  words: readonly string[],
  options: SpecOptions,
): Promise<readonly ReadForm[]> {
  const given = await givenVariables(context, options)
  const each = options.each === undefined ? undefined : await readEach(context, options.each)
  return readForms(context, words, { isStrict: options.strict, given, each })
}

/** The source form of the settings, or of a service in a folder that is there; asked without calling anything. */
async function settledSourceForm(context: Context): Promise<string | undefined> {
  const { sourceForm, baseUrl } = await context.settings()
  const folder = embeddedFolder(baseUrl?.value ?? '')
  if (sourceForm || folder === undefined || !(await holdsData(context.host.files, folder)))
    return sourceForm?.value
  return withCaller(context, async ({ access }) => access.sourceFormId)
}

async function printBodies(planned: readonly UnsentForm[], { terminal, globals }: Context): Promise<void> {
  await terminal.print(planned.map(({ body }) => `${JSON.stringify(body, null, 2)}\n`).join(''))
  if (globals.output !== 'json' && planned.some(({ body }) => body.sourceFormId === undefined))
    await terminal.say(noSourceYet)
}

const noSourceYet =
  'No source form is named, so sourceFormId is left out here; to send them, give --source-form or run formctl init.'

const noFiles = 'No file is named. Name specs, folders or patterns, or - for the standard input.'
