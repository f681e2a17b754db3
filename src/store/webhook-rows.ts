/**
 * Webhooks and their deliveries, in SQL that both engines run.
 *
 * There is no outbox that saves write to. The change sequence is one already: it is written in the transaction of the change (or numbered
 * once it is committed), has no gaps and keeps its events. So a webhook is a reader with a position in it, like a sync. Whoever has the
 * lease of a webhook moves its position over a few events and writes their deliveries in the same transaction, so that each event is
 * before the position and has its delivery, or is behind it. A delivery stays pending until its attempt has ended, so it is tried again
 * wherever the process was killed. Saves cost nothing more, and a receiver that is away fills no table: its position waits.
 */
import type { BoundStatement, Rows, RunAll, Statement, Values } from './sql-store.ts'
import type { Delivery, EventType, Store, StoredEvent, Webhook, WebhookKey, WebhookLease } from './store.ts'

export const webhooksIn = (rows: Rows, runAll: RunAll): Store['webhooks'] => {
  const run = async (...statements: readonly BoundStatement[]): Promise<boolean> =>
    (await runAll(statements)) > 0
  return {
    create: async (webhook) => void (await run([newWebhook, valuesOf(webhook)])),
    list: async () => (await rows(`${webhookRows} order by created_at, id` as WebhookRows)).map(webhookOf),
    get: async (key) => (await rows(`${webhookRows} ${byKey}` as WebhookRows, keyOf(key))).map(webhookOf)[0],
    rotate: (key, secret, oldUntil) => run([rotate, [...keyOf(key), secret, oldUntil]]),
    disable: (key, at, reason) => run([disable, [...keyOf(key), at, reason]]),
    enable: (key, at) => run([enable, keyOf(key)], [beginAgain, [...keyOf(key), at]]),
    ready: async (at) => (await rows(readyWebhooks, [at])).map(webhookOf),
    claim: (lease, { at, until }) => run([claim, [...leaseOf(lease), until, at]]),
    release: async (lease) => void (await run([renewed(), [...leaseOf(lease), '']])),
    enqueue: (lease, { until, position, events, at }) =>
      run(
        [renewed(', last_seq = $5'), [...leaseOf(lease), until, position]],
        ...events.map((event): BoundStatement => [
          `${newDelivery} nothing`,
          deliveryValues(lease, event, at),
        ]),
      ),
    due: (key, at, limit) => rows(dueDeliveries, [...keyOf(key), at, limit]),
    pending: async (key) => (await rows(countPending, keyOf(key)))[0]?.count ?? 0,
    settle: (lease, { until, isAlive, at, attempts }) =>
      run(
        [
          renewed(isAlive ? ', failing_since = null' : failing),
          [...leaseOf(lease), until, ...(isAlive ? [] : [at])],
        ],
        ...attempts.map(({ delivery, status, nextAt, outcome }): BoundStatement => [
          settled,
          [...keyOf(lease), delivery.seq, delivery.attempts, status, nextAt, at, outcome],
        ]),
      ),
    replay: async (key, events, at) =>
      void (await runAll(
        events.map((event) => [`${newDelivery} update set ${again}`, deliveryValues(key, event, at)]),
      )),
    replayFailed: (key, at) => runAll([[retryFailed, [...keyOf(key), at]]]),
    log: (key, limit) => rows(newestDeliveries, [...keyOf(key), limit]),
    prune: (key, before, limit) => runAll([[pruned, [...keyOf(key), before, limit]]]),
  }
}

const keyOf = ({ environmentId, id }: WebhookKey): readonly [string, string] => [environmentId, id]

const byKey = 'where environment_id = $1 and id = $2'

type WebhookRow = Pick<
  Webhook,
  'environmentId' | 'id' | 'url' | 'payload' | 'secret' | 'createdAt' | 'position'
> & {
  readonly forms: string
  readonly types: string
  readonly oldSecret: string
  readonly oldUntil: string
  readonly failingSince: string | null
  readonly disabledAt: string | null
  readonly disabledReason: string | null
}

type WebhookRows = Statement<WebhookRow>

const webhookRows = `
  select environment_id as "environmentId", id, url, forms, types, payload, secret, old_secret as "oldSecret",
    old_until as "oldUntil", created_at as "createdAt", last_seq as position, failing_since as "failingSince",
    disabled_at as "disabledAt", disabled_reason as "disabledReason"
  from webhooks`

const webhookOf = (row: WebhookRow): Webhook => {
  const { forms, types, oldSecret, oldUntil, failingSince, disabledAt, disabledReason, ...webhook } = row
  return {
    ...webhook,
    formIds: wordsIn(forms),
    // Written by `valuesOf`.
    types: wordsIn(types) as readonly EventType[],
    ...(oldSecret !== '' && { old: { secret: oldSecret, until: oldUntil } }),
    ...(failingSince !== null && { failingSince }),
    ...(disabledAt !== null && { disabled: { at: disabledAt, reason: disabledReason ?? '' } }),
  }
}

const wordsIn = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

const newWebhook = `
  insert into webhooks (environment_id, id, url, forms, types, payload, secret, created_at, last_seq)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const valuesOf = (webhook: Webhook): Values => [
  ...keyOf(webhook),
  webhook.url,
  webhook.formIds.join(' '),
  webhook.types.join(' '),
  webhook.payload,
  webhook.secret,
  webhook.createdAt,
  webhook.position,
]

const rotate = `update webhooks set old_secret = secret, old_until = $4, secret = $3 ${byKey}`

const disable = `update webhooks set disabled_at = $3, disabled_reason = $4 ${byKey} and disabled_at is null`

const enable = `
  update webhooks set disabled_at = null, disabled_reason = null, failing_since = null ${byKey}
    and disabled_at is not null`

const byWebhook = 'where environment_id = $1 and webhook_id = $2'

/** What was pending gets all its attempts again. */
const beginAgain = `update webhook_deliveries set attempts = 0, next_at = $3 ${byWebhook} and status = 'pending'`

const claim = `update webhooks set owner = $3, until = $4 ${byKey} and disabled_at is null and until <= $5`

/**
 * The first statement of every write of an owner: it changes nothing, and so nothing follows, if the lease is another's. So an owner that
 * was thought dead, and is not, changes nothing any more.
 */
const renewed = (change = ''): string => `update webhooks set until = $4${change} ${byKey} and owner = $3`

const failing = ', failing_since = coalesce(failing_since, $5)'

const leaseOf = (lease: WebhookLease): Values => [...keyOf(lease), lease.owner]

const newDelivery = `
  insert into webhook_deliveries
    (environment_id, webhook_id, seq, form_id, response_id, type, at, version, next_at, status, attempts, tried_at, outcome)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', 0, '', '')
  on conflict (environment_id, webhook_id, seq) do`

const again = `status = 'pending', attempts = 0, next_at = excluded.next_at`

const retryFailed = `
  update webhook_deliveries set status = 'pending', attempts = 0, next_at = $3 ${byWebhook} and status = 'failed'`

const deliveryValues = (
  key: WebhookKey,
  { seq, formId, responseId, type, at, version }: StoredEvent,
  nextAt: string,
): Values => [...keyOf(key), seq, formId, responseId, type, at, version, nextAt]

const deliveryRows = `
  select environment_id as "environmentId", seq, form_id as "formId", response_id as "responseId", type, at, version,
    status, attempts, next_at as "nextAt", tried_at as "triedAt", outcome
  from webhook_deliveries d`

/** Whether a delivery `d` is due. Of each response only the earliest is: the others wait for it, so that its changes arrive in order. */
const isDue = (at: string): string => `
  d.status = 'pending' and d.next_at <= ${at} and not exists (
    select 1 from webhook_deliveries e
    where e.environment_id = d.environment_id and e.webhook_id = d.webhook_id and e.status = 'pending'
      and e.form_id = d.form_id and e.response_id = d.response_id and e.seq < d.seq)`

const dueDeliveries =
  `${deliveryRows} ${byWebhook} and ${isDue('$3')} order by next_at, seq limit $4` as Statement<Delivery>

/** One read finds all work, so that idle webhooks cost next to nothing, however many there are. */
const readyWebhooks = `
  ${webhookRows} w where disabled_at is null and until <= $1 and (
    last_seq < (select e.last_seq from environments e where e.id = w.environment_id)
    or exists (
      select 1 from webhook_deliveries d
      where d.environment_id = w.environment_id and d.webhook_id = w.id and ${isDue('$1')}))
  order by created_at, id` as WebhookRows

const countPending =
  `select count(*) as count from webhook_deliveries ${byWebhook} and status = 'pending'` as Statement<{
    readonly count: number
  }>

/** Only if it is still as it was when the attempt began: meanwhile it may have been sent again from the beginning. */
const settled = `
  update webhook_deliveries set status = $5, attempts = attempts + 1, next_at = $6, tried_at = $7, outcome = $8
  ${byWebhook} and seq = $3 and attempts = $4 and status = 'pending'`

const newestDeliveries =
  `${deliveryRows} ${byWebhook} order by tried_at desc, seq desc limit $3` as Statement<Delivery>

const pruned = `
  delete from webhook_deliveries where (environment_id, webhook_id, seq) in (
    select environment_id, webhook_id, seq from webhook_deliveries
    ${byWebhook} and tried_at < $3 and status <> 'pending' order by tried_at limit $4)`
