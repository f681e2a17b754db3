import { count, Failure, misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import type { ServerDeps } from '../../server/server.ts'
import {
  createWebhook,
  replayEvents,
  rotateSecret,
  testWebhook,
  urlProblem,
} from '../../server/webhooks/webhooks.ts'
import { allEventTypes, type EventType, type Webhook } from '../../store/store.ts'
import { choice, flag, many, number, printResult, text } from '../command.ts'
import { lengthOf } from '../option-values.ts'
import { addressOptions } from '../settings/open-data-folder.ts'
import {
  environmentCells,
  environmentsOf,
  formNamed,
  onFolder,
  oneEnvironment,
  type FolderContext,
} from './on-folder.ts'

const webhookId = [
  { name: '<id>', summary: 'the id of the webhook, as formctl service webhook list shows it' },
]

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
      const given = { environmentId, url, formIds: [...new Set(form)], types: typesIn(event), payload }
      const webhook = await createWebhook(deps, given)
      await showSecret(deps, webhook, context)
      if (url.startsWith('http:'))
        await context.terminal.warn('formctl serve delivers to http only with --webhook-allow-http.')
      await context.terminal.info(
        `This secret of webhook ${webhook.id} is shown only now: the receiver checks signatures with it. To try the webhook:\n  formctl service webhook test ${webhook.id}${context.inData}`,
      )
    },
  ),

  'webhook rotate': onFolder(
    {
      writes: true,
      description:
        'Replaces the secret of a webhook and prints the new one. For a while messages are signed with both, so that the receiver can change over.',
      args: webhookId,
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
    async (deps, { word, options: { overlap = '24h' } }, context) => {
      const webhook = await webhookNamed(deps, word)
      const { secret, until } = await rotateSecret(deps, webhook, lengthOf(overlap) ?? 0)
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
      await printResult(context, { webhooks: shown }, [
        [
          'id',
          { text: 'url' },
          'environment',
          'payload',
          'pending',
          { text: 'state' },
          { below: 'forms' },
          { below: 'events' },
        ],
        ...shown.map((webhook) => [
          webhook.id,
          webhook.url,
          cellOf(webhook.environmentId),
          webhook.payload,
          String(webhook.pending),
          stateOf(webhook),
          webhook.formIds.join(' '),
          webhook.types.join(' '),
        ]),
      ])
    },
  ),

  'webhook test': onFolder(
    {
      description:
        'Posts a message of the type webhook.test from this machine, and says how the receiver answers. Exits with 1 if it does not take it.',
      args: webhookId,
      options: addressOptions,
      examples: { 'formctl service webhook test clx…': 'whether the receiver takes a message' },
    },
    async (deps, { word, options }, context) => {
      const webhook = await webhookNamed(deps, word)
      const rules = { networks: options.webhookAllow, allowsHttp: options.webhookAllowHttp }
      const { signal } = context.host
      const { isTaken, outcome } = await testWebhook(webhook, { rules, at: deps.now(), signal })
      if (context.globals.output === 'json')
        await context.terminal.printJson({ schema_version: 1, isTaken, outcome })
      await context.terminal.info(
        `${isTaken ? 'The receiver has taken the message' : 'The receiver has not taken the message'}: ${outcome}.`,
      )
      return isTaken ? 0 : 1
    },
  ),

  'webhook disable': onFolder(
    {
      writes: true,
      description: 'Switches a webhook off. Changes wait until it is enabled again.',
      args: webhookId,
      examples: { 'formctl service webhook disable clx…': 'nothing more is sent' },
    },
    async (deps, { word }, { terminal }) => {
      const webhook = await webhookNamed(deps, word)
      const isNew = await deps.store.webhooks.disable(
        webhook,
        deps.now(),
        'by formctl service webhook disable',
      )
      await terminal.info(
        `The webhook ${webhook.id} ${isNew ? 'is' : 'was'} disabled${isNew ? '' : ' before'}.`,
      )
    },
  ),

  'webhook enable': onFolder(
    {
      writes: true,
      description: 'Switches a webhook on again. It goes on where it stopped, with all changes since then.',
      args: webhookId,
      examples: { 'formctl service webhook enable clx…': 'what has waited is sent' },
    },
    async (deps, { word }, { terminal }) => {
      const webhook = await webhookNamed(deps, word)
      const isNew = await deps.store.webhooks.enable(webhook, deps.now())
      await terminal.info(
        `The webhook ${webhook.id} ${isNew ? 'is' : 'was'} enabled${isNew ? '' : ' before'}.`,
      )
    },
  ),

  'webhook log': onFolder(
    {
      description:
        'Shows the last deliveries of a webhook, newest attempt first, and how each ended. Deliveries that ended are kept for 30 days.',
      args: webhookId,
      options: { limit: number('--limit <n>', 'the most deliveries (default: 50)', { range: [1, 100_000] }) },
      examples: { 'formctl service webhook log clx…': 'the last 50 deliveries' },
    },
    async (deps, { word, options: { limit = 50 } }, context) => {
      const webhook = await webhookNamed(deps, word)
      const deliveries = await deps.store.webhooks.log(webhook, limit)
      await printResult(context, { deliveries }, [
        [
          'number',
          'event',
          'response',
          'status',
          'attempts',
          { text: 'last attempt' },
          { below: 'at' },
          { below: 'next' },
        ],
        ...deliveries.map((one) => [
          String(one.seq),
          one.type,
          one.responseId,
          one.status,
          String(one.attempts),
          one.outcome,
          one.triedAt,
          one.status === 'pending' ? one.nextAt : '',
        ]),
      ])
    },
  ),

  'webhook replay': onFolder(
    {
      writes: true,
      description:
        'Sends changes again, with the same ids as before: those that were given up, or those with the numbers from --from to --until.',
      args: webhookId,
      requires: [['failed', 'from']],
      options: {
        failed: flag('--failed', 'those that were given up'),
        from: number('--from <number>', 'the first one, as formctl service webhook log shows its number', {
          range: [1],
          excludes: ['failed'],
        }),
        until: number('--until <number>', 'the last one (default: the last one that was sent)', {
          range: [1],
          needs: ['from'],
        }),
      },
      examples: {
        'formctl service webhook replay clx… --failed': 'sends again what was given up',
        'formctl service webhook replay clx… --from 17': 'sends again all from number 17 on',
      },
    },
    async (deps, { word, options: { failed, from = 1, until = Infinity } }, { terminal, globals }) => {
      const webhook = await webhookNamed(deps, word)
      const replayed = failed
        ? await deps.store.webhooks.replayFailed(webhook, deps.now())
        : await replayEvents(deps, webhook, { from, until })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, replayed })
      await terminal.info(`${count(replayed, 'change')} will be sent again by formctl serve.`)
    },
  ),
} as const

async function webhookNamed({ store }: ServerDeps, id = ''): Promise<Webhook> {
  const webhook = (await store.webhooks.list()).find((one) => one.id === id)
  if (!webhook) throw Failure.of('thing-unknown', { thing: 'webhook', id })
  return webhook
}

/** Prints a new secret. A webhook whose secret nobody has seen is disabled. */
async function showSecret(
  deps: ServerDeps,
  webhook: Webhook,
  { terminal, globals }: FolderContext,
): Promise<void> {
  const { secret, id } = webhook
  try {
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, webhook: withoutSecret(webhook), secret })
    else await terminal.print(`${secret}\n`)
  } catch (error) {
    await deps.store.webhooks.disable(webhook, deps.now(), 'its secret could not be shown')
    await terminal.warn(`The secret of webhook ${id} could not be shown, so the webhook was disabled.`)
    throw error
  }
}

function typesIn(given: readonly string[]): readonly EventType[] {
  return [...new Set(given)].map((word) => {
    const type = allEventTypes.find((one) => one === word)
    if (type) return type
    const near = nearest(word, allEventTypes)
    const help = near ? `Did you mean ${near.word}?` : `There are ${allEventTypes.join(', ')}.`
    throw misuse(`There is no event "${word}". ${help}`)
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
