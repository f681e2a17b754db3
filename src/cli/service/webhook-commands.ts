import { count, Failure, misuse, type ExitStatus } from '../../failure/failure.ts'
import type { ServerDeps } from '../../server/server.ts'
import { newSecret } from '../../server/webhooks/signatures.ts'
import {
  createWebhook,
  replayEvents,
  sendOnce,
  testMessage,
  urlProblem,
} from '../../server/webhooks/webhooks.ts'
import { allEventTypes, type Webhook } from '../../store/store.ts'
import { choice, flag, many, number, printRows, text, type OptionValues, type Options } from '../command.ts'
import { changeOptions, numberOf } from '../events/follow.ts'
import { lengthOf, wordOf } from '../option-values.ts'
import { addressOptions } from '../settings/open-data-folder.ts'
import {
  environmentCells,
  environmentsOf,
  formNamed,
  onFolder,
  oneEnvironment,
  showOnce,
  type FolderContext,
} from './on-folder.ts'

/** A command on one webhook, named by its id. */
const onWebhook = <O extends Options = Readonly<Record<never, never>>>(
  texts: Omit<Parameters<typeof onFolder<O>>[0], 'args'>,
  work: (
    deps: ServerDeps,
    given: { readonly webhook: Webhook; readonly options: OptionValues<O> },
    context: FolderContext,
  ) => Promise<ExitStatus | void>,
) =>
  onFolder<O>(
    {
      ...texts,
      args: [{ name: '<id>', summary: 'the id of the webhook, as formctl service webhook list shows it' }],
    },
    async (deps, { word: id = '', options }, context) => {
      const webhook = (await deps.store.webhooks.list()).find((one) => one.id === id)
      if (!webhook) throw Failure.of('thing-unknown', { thing: 'webhook', id })
      return work(deps, { webhook, options }, context)
    },
  )

export const webhookCommands = {
  'webhook create': onFolder(
    {
      writes: true,
      description:
        'Creates a webhook: formctl serve posts each change from now on to the address, signed by Standard Webhooks. Prints the secret that signs, which is shown only now. If there are several environments, --environment says for which.',
      args: [{ name: '<url>', summary: 'where changes are posted to' }],
      options: {
        form: many('--form <id>', 'only changes of this form (default: all)'),
        event: many('--event <type>', `only these changes: ${allEventTypes.join(', ')} (default: all)`),
        payload: choice(
          '--payload <kind>',
          ['thin', 'full'],
          'whether messages hold ids alone, or the response, too (default: thin)',
        ),
      },
      examples: {
        'formctl service webhook create https://a.example/in': 'all changes of the environment',
        'formctl service webhook create https://a.example/in --event response.finished':
          'finished responses only',
      },
    },
    async (deps, { word: url = '', options: { form, event, payload = 'thin' } }, context) => {
      const problem = urlProblem(url)
      if (problem !== undefined) throw misuse(`This cannot be the address of a webhook: ${problem}.`)
      const { id: environmentId, name } = await oneEnvironment(deps, context)
      for (const id of form)
        if ((await formNamed(deps, id)).environmentId !== environmentId)
          throw misuse(`The form ${id} is of another environment than ${name}.`)
      const help = `There are ${allEventTypes.join(', ')}.`
      const types = event.map((word) => wordOf(word, allEventTypes, { of: 'event', help }))
      const wanted = { formIds: [...new Set(form)], types: [...new Set(types)], payload }
      const webhook = await createWebhook(deps, { environmentId, url, ...wanted })
      await showSecret(deps, webhook, context)
      if (url.startsWith('http:'))
        await context.terminal.warn('formctl serve delivers to http only with --webhook-allow-http.')
      await context.terminal.info(
        `This secret of webhook ${webhook.id} is shown only now: the receiver checks signatures with it. To try the webhook:\n  formctl service webhook test ${webhook.id}${context.inData}`,
      )
    },
  ),

  'webhook rotate': onWebhook(
    {
      writes: true,
      description:
        'Replaces the secret of a webhook and prints the new one. For a while messages are signed with both, so that the receiver can change over.',
      options: {
        overlap: text(
          '--overlap <time>',
          'how long the old secret still signs, such as 24h or 7d (default: 24h)',
          {
            takes: {
              what: 'a number with h, d or w, such as 24h or 7d',
              isValid: (given) => lengthOf(given) !== undefined,
            },
          },
        ),
      },
      examples: { 'formctl service webhook rotate clx…': 'shows a new secret; both sign for 24 hours' },
    },
    async (deps, { webhook, options: { overlap = '24h' } }, context) => {
      const secret = newSecret(deps.randomBytes)
      const until = new Date(Date.parse(deps.now()) + (lengthOf(overlap) ?? 0)).toISOString()
      await deps.store.webhooks.rotate(webhook, secret, until)
      await showSecret(deps, { ...webhook, secret }, context)
      await context.terminal.info(`The old secret signs until ${until}.`)
    },
  ),

  'webhook list': onFolder(
    {
      description: 'Lists the webhooks of one environment or of all, oldest first, without their secrets.',
      examples: { 'formctl service webhook list': 'each webhook, what it gets, and whether it works' },
    },
    async (deps, _, context) => {
      const environments = await environmentsOf(deps, context)
      const cellOf = environmentCells(environments, context)
      const all = await deps.store.webhooks.list()
      const shown = []
      for (const webhook of all.filter(({ environmentId: id }) => environments.some((one) => one.id === id)))
        shown.push({ ...withoutSecret(webhook), pending: await deps.store.webhooks.pending(webhook) })
      await printRows(context, { webhooks: shown }, shown, [
        ['id', ({ id }) => id],
        [{ text: 'url' }, ({ url }) => url],
        ['environment', ({ environmentId }) => cellOf(environmentId)],
        ['payload', ({ payload }) => payload],
        ['pending', ({ pending }) => String(pending)],
        [{ text: 'state' }, stateOf],
        [{ below: 'forms' }, ({ formIds }) => formIds.join(' ')],
        [{ below: 'events' }, ({ types }) => types.join(' ')],
      ])
    },
  ),

  'webhook test': onWebhook(
    {
      description:
        'Posts a message of the type webhook.test from this machine, and says how the receiver answers. Exits with 1 if it does not take it.',
      options: addressOptions,
      examples: { 'formctl service webhook test clx…': 'whether the receiver takes a message' },
    },
    async ({ now }, { webhook, options }, { host, terminal, globals }) => {
      const rules = { networks: options.webhookAllow, allowsHttp: options.webhookAllowHttp }
      const sending = { rules, at: now(), signal: host.signal }
      const { isTaken, outcome } = await sendOnce(webhook, testMessage(webhook, now()), sending)
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, isTaken, outcome })
      await terminal.info(`The receiver has ${isTaken ? '' : 'not '}taken the message: ${outcome}.`)
      return isTaken ? 0 : 1
    },
  ),

  'webhook disable': onWebhook(
    {
      writes: true,
      description: 'Switches a webhook off. Changes wait until it is enabled again.',
      examples: { 'formctl service webhook disable clx…': 'nothing more is sent' },
    },
    async ({ store, now }, { webhook }, { terminal }) => {
      const isNew = await store.webhooks.disable(webhook, now(), 'by formctl service webhook disable')
      await terminal.info(`The webhook ${webhook.id} ${isNew ? 'is disabled' : 'was disabled before'}.`)
    },
  ),

  'webhook enable': onWebhook(
    {
      writes: true,
      description: 'Switches a webhook on again. It goes on where it stopped, with all changes since then.',
      examples: { 'formctl service webhook enable clx…': 'what has waited is sent' },
    },
    async ({ store, now }, { webhook }, { terminal }) => {
      const isNew = await store.webhooks.enable(webhook, now())
      await terminal.info(`The webhook ${webhook.id} ${isNew ? 'is enabled' : 'was enabled before'}.`)
    },
  ),

  'webhook log': onWebhook(
    {
      description:
        'Shows the last deliveries of a webhook, newest attempt first, and how each ended. Deliveries that ended are kept for 30 days.',
      options: { limit: number('--limit <n>', 'the most deliveries (default: 50)', { range: [1, 100_000] }) },
      examples: { 'formctl service webhook log clx…': 'the last 50 deliveries' },
    },
    async ({ store }, { webhook, options: { limit = 50 } }, context) => {
      const deliveries = await store.webhooks.log(webhook, limit)
      await printRows(context, { deliveries }, deliveries, [
        ['number', ({ seq }) => String(seq)],
        ['event', ({ type }) => type],
        ['response', ({ responseId }) => responseId],
        ['status', ({ status }) => status],
        ['attempts', ({ attempts }) => String(attempts)],
        [{ text: 'last attempt' }, ({ outcome }) => outcome],
        [{ below: 'at' }, ({ triedAt }) => triedAt],
        [{ below: 'next' }, ({ status, nextAt }) => (status === 'pending' ? nextAt : '')],
      ])
    },
  ),

  'webhook replay': onWebhook(
    {
      writes: true,
      description:
        'Sends changes again, with the same ids as before: those that were given up, or those after the number of --since up to that of --until.',
      requires: [['failed', 'since']],
      options: {
        failed: flag('--failed', 'those that were given up'),
        since: {
          ...changeOptions.since,
          summary:
            'those after the change of this number, as formctl service webhook log shows it; all: from the first change on',
          excludes: ['failed'],
        },
        until: number('--until <number>', 'the last one (default: the last one that was sent)', {
          range: [1],
          needs: ['since'],
        }),
      },
      examples: {
        'formctl service webhook replay clx… --failed': 'sends again what was given up',
        'formctl service webhook replay clx… --since 16': 'sends again all from number 17 on',
      },
    },
    async (
      deps,
      { webhook, options: { failed, since = 'all', until = Infinity } },
      { terminal, globals },
    ) => {
      const replayed = failed
        ? await deps.store.webhooks.replayFailed(webhook, deps.now())
        : await replayEvents(deps, webhook, { after: numberOf(since), until })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, replayed })
      await terminal.info(`${count(replayed, 'change')} will be sent again by formctl serve.`)
    },
  ),
} as const

/** A webhook whose secret nobody has seen is disabled. */
const showSecret = (deps: ServerDeps, webhook: Webhook, context: FolderContext): Promise<void> => {
  const { secret, id } = webhook
  return showOnce(context, { json: { webhook: withoutSecret(webhook), secret }, secret }, async () => {
    await deps.store.webhooks.disable(webhook, deps.now(), 'its secret could not be shown')
    return `The secret of webhook ${id} could not be shown, so the webhook was disabled.`
  })
}

function withoutSecret(webhook: Webhook): Omit<Webhook, 'secret' | 'old'> {
  const { secret: _secret, old: _old, ...shown } = webhook
  return shown
}

const stateOf = ({ disabled, failingSince }: Pick<Webhook, 'disabled' | 'failingSince'>): string => {
  if (disabled) return `disabled ${disabled.at}: ${disabled.reason}`
  return failingSince === undefined ? 'enabled' : `failing since ${failingSince}`
}
