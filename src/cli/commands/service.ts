import { misuse, count, Failure } from '../../failure/failure.ts'
import { headlineOf } from '../../form/components.ts'
import { capital } from '../../form/words.ts'
import { createEnvironment } from '../../server/provision.ts'
import { closingIn, type ServerDeps, eraseResponses, findResponses } from '../../server/server.ts'
import { flag, printResult, many, text } from '../command.ts'
import { fitName } from '../option-values.ts'
import { keyCommands } from '../service/key-commands.ts'
import { dataCommands } from '../service/data-commands.ts'
import { styleCommands } from '../service/style-commands.ts'
import { webhookCommands } from '../service/webhook-commands.ts'
import { environmentCells, environmentsOf, formNamed, onFolder } from '../service/on-folder.ts'
import { isAgreed } from '../terminal/ask.ts'
import { plainText } from '../../form/typed-values.ts'

const formArgument = [{ name: '<id>', summary: 'the id of the form, as formctl service form list shows it' }]

type FormEnd = {
  readonly description: string
  readonly example: string
  readonly verb: readonly [now: 'close' | 'delete', done: 'closed' | 'deleted']
  /** The member of a form that holds when it ended so. */
  readonly member: 'closedAt' | 'deletedAt'
  readonly end: (deps: ServerDeps, id: string, at: string) => Promise<boolean>
}

/** A command that closes or deletes a form, once. */
const formEnd = ({ description, example, verb: [verb, done], member, end }: FormEnd) =>
  onFolder(
    {
      writes: true,
      description,
      args: formArgument,
      options: { yes: flag('--yes', `${verb} without asking`) },
      examples: { [`formctl service form ${verb} clx… --yes`]: example },
    },
    async (deps, { word: id = '', options: { yes } }, context) => {
      const { terminal, globals } = context
      const form = await formNamed(deps, id)
      const { name, environmentId } = form
      const isDeleted = form.deletedAt !== undefined
      const state = isDeleted ? 'deletedAt' : member
      const before = form[state]
      if (before === undefined && !yes)
        if (!(await isAgreed(context, `${capital(verb)} the form "${name}" (${id})?`, done))) return 1
      const at = before ?? deps.now()
      await end(deps, id, at)
      if (globals.output === 'json')
        await terminal.printJson({ schema_version: 1, form: { id, name, environmentId, [state]: at } })
      await terminal.info(
        before === undefined
          ? `The form ${name} is ${done}; its responses stay.`
          : `The form ${name} was ${isDeleted ? 'deleted' : done} before, at ${before}.`,
      )
      return 0
    },
  )

const responseCommands = {
  'responses erase': onFolder(
    {
      writes: true,
      description:
        'Erases responses for good, with their answers and uploaded files: by id, or every one in which an IdentityInfo or EmailForm holds an e-mail address, partial ones too. Looks in the environment of --environment or in all. Backups and exports keep what they have. Asks first; where nobody can answer, --yes is needed.',
      options: {
        id: many('--id <id>', 'the id of a response; repeat it for several'),
        email: text('--email <address>', 'the responses of the person with this address', {
          excludes: ['id'],
          takes: {
            what: 'an e-mail address, such as ada@example.com',
            isValid: (given) => plainText(given).includes('@'),
          },
        }),
        yes: flag('--yes', 'erase without asking'),
      },
      requires: [['id', 'email']],
      examples: {
        'formctl service responses erase --email ada@example.com': 'erases what Ada sent, after asking',
        'formctl service responses erase --id clx… --yes -o json':
          'erases one response, and says what was erased as JSON',
      },
    },
    async (deps, { options: { id: named, email, yes } }, context) => {
      const wanted = email === undefined ? { ids: [...new Set(named)] } : { email }
      const environments = await environmentsOf(deps, context)
      const cellOf = environmentCells(environments, context)
      const matches = []
      for (const { id } of environments)
        matches.push({ environmentId: id, keys: await findResponses(deps.store, id, wanted) })
      const ids = matches.flatMap(({ keys }) => keys.map(({ id }) => id))
      const missing = named.find((one) => !ids.includes(one))
      if (missing !== undefined) throw Failure.of('thing-unknown', { thing: 'response', id: missing })
      if (ids.length > 0 && !yes)
        if (!(await isAgreed(context, `Erase ${count(ids.length, 'response')} for good?`, 'erased'))) return 1
      const erased = []
      for (const { environmentId, keys } of matches)
        for (const { formId, id, uploads, filesLeft } of await eraseResponses(deps, environmentId, keys))
          erased.push({ id, formId, environmentId, uploads: uploads.length, filesLeft })
      const left = erased.reduce((sum, { filesLeft }) => sum + filesLeft, 0)
      await printResult(context, { erased }, [
        ['response', 'form', 'environment', 'uploads'],
        ...erased.map((one) => [one.id, one.formId, cellOf(one.environmentId), String(one.uploads)]),
      ])
      await context.terminal.info(
        erased.length === 0
          ? 'No response holds that address, so nothing was erased.'
          : `Erased ${count(erased.length, 'response')} for good.`,
      )
      if (left > 0)
        await context.terminal.info(
          `${count(left, 'file')} ${left === 1 ? 'is' : 'are'} deleted by the server within the hour.`,
        )
      return 0
    },
  ),
} as const

/** The commands on a data folder, by their words after `service`. */
export const serviceCommands = {
  ...dataCommands,

  'env create': onFolder(
    {
      writes: true,
      description:
        'Creates an environment with the starter forms. It has no API key yet: create one with formctl service key create.',
      args: [{ name: '<name>', summary: 'the name of the environment' }],
      examples: {
        'formctl service env create staging': 'creates an environment, and shows its id and its source form',
      },
    },
    async (deps, { word = '' }, context) => {
      const name = fitName(word, 'an environment')
      const namesake = (await deps.store.environments.list()).find((one) => one.name === name)
      if (namesake)
        throw misuse(
          `There is an environment ${name} already, with the id ${namesake.id}: choose another name.`,
        )
      const { environment, sourceFormId } = await createEnvironment(deps, name)
      const { id } = environment
      await printResult(context, { environment, sourceFormId }, [
        ['environment', { text: 'name' }, 'source form'],
        [id, name, sourceFormId],
      ])
      await context.terminal.info(
        `It has no API key yet. To make one:\n  formctl service key create${context.inData} --environment ${id}`,
      )
    },
  ),

  'env list': onFolder(
    {
      description: 'Lists the environments of a data folder, oldest first.',
      examples: { 'formctl service env list': 'each environment and when it was created' },
    },
    async ({ store }, _, context) => {
      const environments = await store.environments.list()
      await printResult(context, { environments }, [
        ['environment', { text: 'name' }, 'created'],
        ...environments.map(({ id, name, createdAt }) => [id, name, createdAt]),
      ])
    },
  ),

  ...keyCommands,
  ...responseCommands,
  ...styleCommands,
  ...webhookCommands,

  'form list': onFolder(
    {
      description:
        'Lists the forms of one environment or of all, oldest first, with the number of their responses. Deleted forms are left out.',
      examples: { 'formctl service form list': 'each form and how many responses it has' },
    },
    async (deps, _, context) => {
      const environments = await environmentsOf(deps, context)
      const forms = []
      const cellOf = environmentCells(environments, context)
      for (const { id: environmentId } of environments)
        for (const form of await deps.store.forms.list(environmentId)) forms.push({ ...form, environmentId })
      await printResult(context, { forms }, [
        ['id', { text: 'name' }, { below: 'environment' }, 'complete', 'partial', { below: 'created' }],
        ...forms.map((form) => [
          form.id,
          form.name,
          cellOf(form.environmentId),
          String(form.complete),
          String(form.partial),
          form.createdAt,
        ]),
      ])
    },
  ),

  'form show': onFolder(
    {
      description:
        'Shows the steps and components of a form with the ids of its questions, even if the form is deleted. -o json also shows its look.',
      args: formArgument,
      examples: {
        'formctl service form show clx…': 'its components',
        'formctl service form show clx… --output json': 'the whole form',
      },
    },
    async (deps, { word: id = '' }, context) => {
      const form = await formNamed(deps, id)
      const { name, createdAt, deletedAt, environmentId, steps } = form
      const closing = await closingIn(form, deps)
      const closed = closing ? `, closed ${closing.since}` : ''
      const deleted = deletedAt === undefined ? '' : `, deleted ${deletedAt}`
      if (context.globals.output !== 'json')
        await context.terminal.info(
          `${name}, made ${createdAt}${closed}${deleted}, in environment ${environmentId}`,
        )
      await printResult(context, { form }, [
        [{ text: 'step' }, 'component', 'question', { text: 'asks' }],
        ...steps.flatMap((step) =>
          step.components.map((one) => [step.name, one.type, one.questionId, headlineOf(one)]),
        ),
      ])
    },
  ),

  'form close': formEnd({
    description:
      'Closes a form for good: its page says that it is closed, and takes no more answers. Its responses stay, and new forms can still inherit its look. Closing it again changes nothing. Asks first; where nobody can answer, --yes is needed.',
    example: 'closes the form without asking',
    verb: ['close', 'closed'],
    member: 'closedAt',
    end: ({ store }, id, at) => store.forms.close(id, at),
  }),

  'form delete': formEnd({
    description:
      'Deletes a form: its page is gone, and new forms can no longer inherit its look. Its responses stay. Deleting it again changes nothing. Asks first; where nobody can answer, --yes is needed.',
    example: 'deletes the form without asking',
    verb: ['delete', 'deleted'],
    member: 'deletedAt',
    end: ({ store }, id, at) => store.forms.delete(id, at),
  }),
} as const

export type ServiceCommands = typeof serviceCommands
