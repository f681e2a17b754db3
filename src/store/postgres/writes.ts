import type { PublishedForm } from '../../form/form.ts'
import {
  type Save,
  type SaveResult,
  applySave,
  closedSave,
  type ResponseRecord,
} from '../../form/response.ts'
import {
  formColumns,
  formsAt,
  holderBefore,
  keyColumns,
  restyled,
  uploadColumns,
  valuesOfForm,
  valuesOfKey,
  type Statement,
  type Writes,
  eventOf,
  isErasable,
  lostUpload,
  states,
} from '../sql-store.ts'
import type {
  Environment,
  EnvironmentContents,
  ReplyToStore,
  StoredReply,
  StoredKey,
  UploadKey,
  ErasedResponse,
  ErasureKey,
  StoredEvent,
} from '../store.ts'
import { clock, conflict, type Runner } from './database.ts'
import type { Profile } from './layout.ts'
import { readsIn } from './reads.ts'
import { draftText, readDraft } from '../../form/draft.ts'

/** As in `Writes`, but a group of saves is one write. */
type TransactionWrites = {
  readonly [Name in Exclude<keyof Writes, 'save'>]: (
    ...args: Parameters<Writes[Name]>
  ) => Promise<ReturnType<Writes[Name]>>
} & { readonly saves: (saves: readonly Save[]) => Promise<readonly SaveResult[]> }

export const writesIn = (tx: Runner, profile: Profile): TransactionWrites => ({
  createEnvironment: (environment, contents) => createEnvironment(tx, environment, contents, profile),
  createFirstEnvironment: async (environment, contents) => {
    // A second server that starts at the same time waits here for the first, and then sees what it made.
    await tx.change(`update settings set value = value where name = 'secret'`)
    if ((await readsIn(tx).environments()).length > 0) return false
    await createEnvironment(tx, environment, contents, profile)
    return true
  },
  createKey: (key) => createKey(tx, key, profile),
  revokeKey: async (id, at) =>
    (await tx.change('update keys set revoked_at = $1 where id = $2 and revoked_at is null', [at, id])) > 0,
  expireKey: async (id, at) =>
    (await tx.change(
      `update keys set expires_at = case when expires_at < $1 then expires_at else $1 end
        where id = $2 and revoked_at is null`,
      [at, id],
    )) > 0,
  useKey: async (id, at) => void (await tx.change('update keys set used_at = $1 where id = $2', [at, id])),
  createForm: async (form, keeping) => {
    const { reply, since = '' } = keeping ?? {}
    if (form.address !== undefined) {
      // Of two servers that claim an address of the environment at once, the second waits here for the first.
      await tx.change('update environments set name = name where id = $1', [form.environmentId])
      const kept = reply && (await readsIn(tx).reply(reply.environmentId, reply.key, since))
      const [newest] = await tx.rows(formsAt('made'), [form.address, form.environmentId])
      const earlier = kept ?? holderBefore(newest, form)
      if (earlier) return earlier
    }
    const kept = keeping && (await keepReply(tx, keeping))
    if (!kept) await addForm(tx, form, profile)
    return kept
  },
  restyleForm: async (id, style, files) => {
    for (const { sha256, bytes } of files)
      await tx.change('insert into style_files (sha256, base64) values ($1, $2) on conflict do nothing', [
        sha256,
        Buffer.from(bytes).toString('base64'),
      ])
    const [stored] = await tx.rows(formText, [id])
    return stored !== undefined && (await tx.change(restyleForm, [restyled(stored.form, style), id])) > 0
  },
  closeForm: (id, at) => endForm(tx, id, at, 'form.closed'),
  deleteForm: (id, at) => endForm(tx, id, at, 'form.deleted'),
  saves: (saves) => saveResponses(tx, saves, profile),
  erase: (environmentId, keys, at) => eraseResponses(tx, environmentId, keys, at, profile),
  createUploads: async (uploads, at) =>
    void (await tx.change(newUploads, [...columnsOf(uploads, uploadColumns), at])),
  claimUploads: (before, limit) => tx.rows(claimUploads, [before, limit]),
  deleteUploads: async (uploads) =>
    void (await tx.change(deleteClaimed, columnsOf(uploads, ['environmentId', 'id']))),
  runAll: async (statements) => {
    let changed: number | undefined
    for (const [sql, values] of statements) {
      const rows = await tx.change(sql, values)
      changed ??= rows
      if (changed === 0) return 0
    }
    return changed ?? 0
  },
})

const formText = 'select form from forms where id = $1' as Statement<{ readonly form: string }>

/** The version tells readers that the form is another one. */
const restyleForm = 'update forms set form = $1, version = version + 1 where id = $2'

const newUploads = `
  insert into uploads
    (environment_id, id, form_id, response_id, question_id, name, content_type, sha256, size, unheld_at)
  select *, $10 from unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])`

/** The time is compared twice: a save may hold an upload between the two. */
const claimUploads = `
  update uploads set unheld_at = ''
  where unheld_at < $1
    and (environment_id, id) in (select environment_id, id from uploads where unheld_at < $1 limit $2)
  returning environment_id as "environmentId", id` as Statement<UploadKey>

const deleteClaimed = `
  delete from uploads
  where unheld_at = '' and (environment_id, id) in (select * from unnest($1::text[], $2::text[]))`

async function createEnvironment(
  tx: Runner,
  { id, name, createdAt }: Environment,
  contents: EnvironmentContents | undefined,
  profile: Profile,
): Promise<void> {
  await tx.change('insert into environments (id, name, created_at) values ($1, $2, $3)', [
    id,
    name,
    createdAt,
  ])
  for (const key of contents?.keys ?? []) await createKey(tx, key, profile)
  for (const form of contents?.forms ?? []) await addForm(tx, form, profile)
}

async function createKey(tx: Runner, key: StoredKey, profile: Profile): Promise<void> {
  if (!profile.hasUniqueBeyondDistribution && (await readsIn(tx).keyByHash(key.hash)))
    throw new Error('there is a key of this hash')
  await tx.change(
    `insert into keys (${keyColumns})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    valuesOfKey(key),
  )
}

async function addForm(tx: Runner, form: PublishedForm, profile: Profile): Promise<void> {
  const { id, environmentId, createdAt } = form
  if (!profile.hasUniqueBeyondDistribution && (await readsIn(tx).form(id)))
    throw new Error(`there is a form of this id: ${id}`)
  const [made] = await tx.rows(newForm, valuesOfForm(form))
  if (!made) throw new Error(`a form of an environment that does not exist: ${environmentId}`)
  const event = { environmentId, formId: id, responseId: '', type: 'form.created', at: createdAt } as const
  await append(tx, [{ ...event, version: 1, moment: made.moment }])
}

const newForm = `
  insert into forms (${formColumns}, version, moment)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, 1, ${clock} from environments where id = $1
  returning moment` as Statement<{ readonly moment: number }>

async function endForm(
  tx: Runner,
  id: string,
  at: string,
  type: 'form.closed' | 'form.deleted',
): Promise<boolean> {
  const change =
    type === 'form.closed'
      ? 'closed_at = $1 where id = $2 and closed_at is null and deleted_at is null'
      : 'deleted_at = $1 where id = $2 and deleted_at is null'
  const [ended] = await tx.rows(
    `update forms set version = version + 1, moment = greatest(moment + 1, ${clock}), ${change}
      returning environment_id as "environmentId", version, moment` as Statement<
      Pick<PendingEvent, 'environmentId' | 'version' | 'moment'>
    >,
    [at, id],
  )
  if (ended) await append(tx, [{ ...ended, formId: id, responseId: '', type, at }])
  if (ended && type === 'form.deleted')
    await tx.change('delete from kept_replies where environment_id = $1 and strpos(body, $2) > 0', [
      ended.environmentId,
      id,
    ])
  return ended !== undefined
}

/** Stores a reply, or gives the one that is stored under its key. */
async function keepReply(tx: Runner, { reply, since }: ReplyToStore): Promise<StoredReply | undefined> {
  const { environmentId, key, requestHash, body, at } = reply
  await tx.change('delete from kept_replies where at < $1', [since])
  // Waits for another server that is storing a reply under this key.
  const isNew = await tx.change(
    `insert into kept_replies (environment_id, key, request_hash, body, at) values ($1, $2, $3, $4, $5)
      on conflict do nothing`,
    [environmentId, key, requestHash, body, at],
  )
  if (isNew > 0) return undefined
  const kept = await readsIn(tx).reply(environmentId, key, since)
  if (!kept) throw conflict()
  return kept
}

/** Writes of responses: many at a time, with the same few statements. */

/**
 * A change that has no number yet. `moment`: its time in microseconds by the clock of the database. Moments of one form or
 * response always grow, even if the clock is set back, so the sequencer keeps them in order.
 */
type PendingEvent = Omit<StoredEvent, 'seq'> & { readonly moment: number }

/** Adds changes to those that wait for their numbers. */
async function append(tx: Runner, events: readonly PendingEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.change(
    `insert into pending_events (environment_id, moment, form_id, response_id, type, at, version)
      select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])`,
    columnsOf(events, ['environmentId', 'moment', 'formId', 'responseId', 'type', 'at', 'version']),
  )
}

/** A list of rows as one array a column, for `unnest`. */
const columnsOf = <Name extends string>(
  rows: readonly Readonly<Record<Name, string | number | null>>[],
  names: readonly Name[],
): (string | number | null)[][] => names.map((name) => rows.map((row) => row[name]))

type DraftKey = { readonly environmentId: string; readonly formId: string; readonly id: string }

/** A response in a transaction. */
type Draft = DraftKey & {
  /** Its version when it was read; 0: it is new. */
  readonly base: number
  /** Its state then; null: it is new. */
  readonly was: number | null
  readonly createdAt: string
  readonly state: number
  readonly version: number
  readonly moment: number
  /** JSON; '' of an erased one. */
  readonly record: string
  /** What is kept beside the record, as JSON, and how it was when it was read. */
  readonly typed: string
  readonly wasTyped: string
}

type Drafts = Map<string, Draft>

const keyOf = ({ environmentId, formId, id }: DraftKey): string => JSON.stringify([environmentId, formId, id])

/** What a group of saves does beside its drafts. */
type Effects = {
  readonly events: PendingEvent[]
  readonly held: UploadMark[]
  readonly dropped: UploadMark[]
  /** The finished responses of forms that take a limited number. */
  readonly complete: Map<string, number>
}

type UploadMark = UploadKey & { readonly unheldAt: string | null }

/** Saves in order: of two saves of one response, the second sees the first. */
async function saveResponses(
  tx: Runner,
  saves: readonly Save[],
  profile: Profile,
): Promise<readonly SaveResult[]> {
  const open = await openForms(tx, saves, profile)
  const drafts = await readDrafts(tx, saves.map(draftKeyOf), profile)
  const complete = await lockCounts(tx, saves)
  const effects: Effects = { events: [], held: [], dropped: [], complete }
  const results = saves.map((save, i) =>
    saveDraft(save, open.keys.has(formKey(save)), { drafts, effects, now: open.now + i }),
  )
  await writeDrafts(tx, [...drafts.values()])
  await append(tx, effects.events)
  if ((await markUploads(tx, effects.held)) < effects.held.length) throw lostUpload()
  // An upload that was held and dropped is not held again.
  await markUploads(tx, effects.dropped)
  await countDrafts(tx, [...drafts.values()])
  return results
}

const draftKeyOf = ({ environmentId, formId, responseId: id }: Save): DraftKey => ({
  environmentId,
  formId,
  id,
})

/** Saves to a draft; `isOpen`: the form takes answers. */
function saveDraft(
  save: Save,
  isOpen: boolean,
  { drafts, effects, now }: { readonly drafts: Drafts; readonly effects: Effects; readonly now: number },
): SaveResult {
  const { environmentId, formId, responseId, at } = save
  const key = draftKeyOf(save)
  const draft = drafts.get(keyOf(key))
  const isErased = draft?.state === states.erased
  // Written below.
  const before = draft && !isErased ? (JSON.parse(draft.record) as ResponseRecord) : undefined
  if (isErased || !isOpen) return closedSave(save)
  const { result, kept, heldUploads, droppedUploads } = applySave(
    before,
    { ...save, isFull: (effects.complete.get(formKey(save)) ?? 0) >= (save.limit ?? Infinity) },
    readDraft(draft?.typed ?? ''),
  )
  for (const id of heldUploads) effects.held.push({ environmentId, id, unheldAt: null })
  for (const id of droppedUploads) effects.dropped.push({ environmentId, id, unheldAt: at })
  const typed = draftText(result.draft)
  if (draft && kept === before) drafts.set(keyOf(key), { ...draft, typed })
  if (!kept || kept === before) return result
  if (kept.finished && !before?.finished) count(effects.complete, formKey(save))
  const version = (draft?.version ?? 0) + 1
  const moment = Math.max(now, (draft?.moment ?? 0) + 1)
  effects.events.push({ environmentId, formId, responseId, type: eventOf(before, kept), at, version, moment })
  drafts.set(keyOf(key), {
    ...key,
    base: draft?.base ?? 0,
    was: draft?.was ?? null,
    createdAt: kept.createdAt,
    state: kept.finished ? states.finished : states.partial,
    version,
    moment,
    record: JSON.stringify(kept),
    typed,
    wasTyped: draft?.wasTyped ?? '',
  })
  return result
}

function count(numbers: Map<string, number>, key: string): void {
  const number = numbers.get(key)
  if (number !== undefined) numbers.set(key, number + 1)
}

/**
 * The finished responses of the forms of these saves, if one of them may meet its form's limit. The lock of all of them, in the order
 * of `countDrafts`, holds until the commit, so no other server finishes a response in between.
 */
async function lockCounts(tx: Runner, saves: readonly Save[]): Promise<Map<string, number>> {
  if (!saves.some(({ isFinished, limit }) => isFinished && limit !== undefined)) return new Map()
  const forms = [...new Map(saves.map((save) => [formKey(save), save])).entries()].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const found = await tx.rows(
    lockedCounts,
    columnsOf(
      forms.map(([, { environmentId, formId }]) => ({ environmentId, formId })),
      ['environmentId', 'formId'],
    ),
  )
  return new Map(found.map((row) => [formKey(row), row.complete]))
}

const lockedCounts = `
  insert into response_counts as kept (environment_id, form_id, complete, partial)
  select *, 0, 0 from unnest($1::text[], $2::text[])
  on conflict (environment_id, form_id) do update set complete = kept.complete
  returning environment_id as "environmentId", form_id as "formId", complete` as Statement<
  Pick<Save, 'environmentId' | 'formId'> & { readonly complete: number }
>

const formKey = ({ environmentId, formId }: Pick<Save, 'environmentId' | 'formId'>): string =>
  JSON.stringify([environmentId, formId])

/** The forms that take answers, and the time. The lock keeps them open until the saves are done. */
async function openForms(
  tx: Runner,
  saves: readonly Save[],
  { locksRows }: Profile,
): Promise<{ readonly keys: ReadonlySet<string>; readonly now: number }> {
  const asked = [...new Map(saves.map((save) => [formKey(save), save])).values()]
  const sql = `
    select environment_id as "environmentId", id as "formId", ${clock} as now
    from forms where (environment_id, id) in (select * from unnest($1::text[], $2::text[]))
      and closed_at is null and deleted_at is null
    order by environment_id, id ${locksRows ? 'for share' : ''}` as Statement<
    Pick<Save, 'environmentId' | 'formId'> & { readonly now: number }
  >
  const found = await tx.rows(sql, columnsOf(asked, ['environmentId', 'formId']))
  return { keys: new Set(found.map(formKey)), now: Math.max(0, ...found.map(({ now }) => now)) }
}

/** Reads and locks responses in the order of their keys, so no two servers wait for each other. */
async function readDrafts(tx: Runner, keys: readonly DraftKey[], { locksRows }: Profile): Promise<Drafts> {
  const sql = `
    select environment_id as "environmentId", form_id as "formId", id, version as base, state as was,
      created_at as "createdAt", state, version, moment, record, draft as typed, draft as "wasTyped"
    from responses
    where (environment_id, form_id, id) in (select * from unnest($1::text[], $2::text[], $3::text[]))
    order by environment_id, form_id, id ${locksRows ? 'for update' : ''}` as Statement<Draft>
  const found = await tx.rows(sql, columnsOf(keys, ['environmentId', 'formId', 'id']))
  return new Map(found.map((draft) => [keyOf(draft), draft]))
}

/**
 * Adds to the numbers of responses of each form. It comes last in a transaction: servers that save to the same form wait here for
 * each other's commit.
 */
async function countDrafts(tx: Runner, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ state, was }) => state !== was)
  const change = (ofForm: readonly Draft[], state: number): number =>
    ofForm.filter((draft) => draft.state === state).length - ofForm.filter(({ was }) => was === state).length
  const counts = [...Map.groupBy(changed.toSorted(byKey), formKey).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const ofForm = [first, ...others]
    const { environmentId, formId } = first
    const [complete, partial] = [change(ofForm, states.finished), change(ofForm, states.partial)]
    return [{ environmentId, formId, complete, partial }]
  })
  if (counts.length > 0)
    await tx.change(addCounts, columnsOf(counts, ['environmentId', 'formId', 'complete', 'partial']))
}

const addCounts = `
  insert into response_counts as kept (environment_id, form_id, complete, partial)
  select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  on conflict (environment_id, form_id) do update
  set complete = kept.complete + excluded.complete, partial = kept.partial + excluded.partial`

/** Writes what has changed. If another server has changed one of them since it was read, all is done again. */
async function writeDrafts(tx: Runner, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ base, version }) => version > base).toSorted(byKey)
  const [made, others] = [changed.filter(({ base }) => base === 0), changed.filter(({ base }) => base > 0)]
  const write = async (
    sql: string,
    rows: readonly Draft[],
    names: readonly (keyof Draft)[],
  ): Promise<void> => {
    if (rows.length > 0 && (await tx.change(sql, columnsOf(rows, names))) < rows.length) throw conflict()
  }
  const names = [
    'environmentId',
    'formId',
    'id',
    'createdAt',
    'state',
    'version',
    'moment',
    'record',
    'typed',
  ] as const
  await write(newResponses, made, names)
  await write(changedResponses, others, [...names, 'base'])
  const typed = drafts
    .filter(({ base, version, ...draft }) => version === base && draft.typed !== draft.wasTyped)
    .toSorted(byKey)
  if (typed.length > 0)
    await tx.change(changedTyped, columnsOf(typed, ['environmentId', 'formId', 'id', 'typed', 'version']))
}

/** Where the record stays as it is. */
const changedTyped = `
  update responses r set draft = n.draft
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
    as n(environment_id, form_id, id, draft, version)
  where r.environment_id = n.environment_id and r.form_id = n.form_id and r.id = n.id and r.version = n.version`

const byKey = (a: Draft, b: Draft): number => (keyOf(a) < keyOf(b) ? -1 : 1)

const responseArrays =
  '$1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[]'

const newResponses = `
  insert into responses (environment_id, form_id, id, created_at, state, version, moment, record, draft)
  select * from unnest(${responseArrays})
  on conflict do nothing`

const changedResponses = `
  update responses r set state = n.state, version = n.version, moment = n.moment, record = n.record,
    draft = n.draft
  from unnest(${responseArrays}, $10::bigint[])
    as n(environment_id, form_id, id, created_at, state, version, moment, record, draft, base)
  where r.environment_id = n.environment_id and r.form_id = n.form_id and r.id = n.id and r.version = n.base`

/** Gives the number of those that were there. A claimed upload stays claimed. */
const markUploads = async (tx: Runner, marks: readonly UploadMark[]): Promise<number> =>
  marks.length === 0
    ? 0
    : tx.change(
        `update uploads u set unheld_at = m.unheld_at
          from unnest($1::text[], $2::text[], $3::text[]) as m(environment_id, id, unheld_at)
          where u.environment_id = m.environment_id and u.id = m.id and u.unheld_at is distinct from ''`,
        columnsOf(marks, ['environmentId', 'id', 'unheldAt']),
      )

/** What stays is a row without answers, so that a page that is still open cannot bring the response back. */
async function eraseResponses(
  tx: Runner,
  environmentId: string,
  keys: readonly ErasureKey[],
  at: string,
  profile: Profile,
): Promise<readonly ErasedResponse[]> {
  // In the order of the caller, each once.
  const asked = new Map(keys.map((key) => [keyOf({ environmentId, ...key }), { environmentId, ...key }]))
  const drafts = await readDrafts(tx, [...asked.values()], profile)
  const [now] = await tx.rows(`select ${clock} as time` as Statement<{ readonly time: number }>)
  const erased = [...asked].flatMap(([name, key], i): Draft[] => {
    const draft = drafts.get(name)
    if (!draft || !isErasable(draft, key)) return []
    const moment = Math.max((now?.time ?? 0) + i, draft.moment + 1)
    return [{ ...draft, state: states.erased, version: draft.version + 1, moment, record: '', typed: '' }]
  })
  const type = 'response.erased'
  await writeDrafts(tx, erased)
  await append(
    tx,
    erased.map(({ formId, id: responseId, version, moment }) => {
      return { environmentId, formId, responseId, type, at, version, moment }
    }),
  )
  const uploads = Map.groupBy(
    await tx.rows(claimUploadsOf, columnsOf(erased, ['environmentId', 'formId', 'id'])),
    keyOf,
  )
  await countDrafts(tx, erased)
  return erased.map((draft) => ({
    formId: draft.formId,
    id: draft.id,
    uploads: (uploads.get(keyOf(draft)) ?? []).map(({ upload }) => upload),
  }))
}

/** Claims only held uploads: another one may still be on its way. */
const claimUploadsOf = `
  update uploads set unheld_at = '', name = ''
  where (environment_id, form_id, response_id) in (select * from unnest($1::text[], $2::text[], $3::text[]))
    and unheld_at is null
  returning environment_id as "environmentId", form_id as "formId", response_id as id, id as upload` as Statement<
  DraftKey & { readonly upload: string }
>
