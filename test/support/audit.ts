/** Holds what a service has to the ledger of what it acknowledged. */
import { createHash } from 'node:crypto'
import {
  keyHeader,
  pathOf,
  routes,
  type Change,
  type ChangesReply,
  type FormsReply,
} from '../../src/wire/wire.ts'
import { filesOf, type ResponseRecord } from '../../src/form/response.ts'
import { generateRequest, idIn, type Ledger, type Site } from './people.ts'

/** What is wrong; every list is empty where all is well. */
export type Audit = {
  /** What was acknowledged and is not there. */
  readonly lost: string[]
  /** What is missing in the sequence of changes. */
  readonly gaps: string[]
  readonly duplicates: string[]
}

export const nothingWrong: Audit = { lost: [], gaps: [], duplicates: [] }

type Get = (path: string) => Promise<Response>

/** Reads everything, and asks again for every form that was published. Every change must have its number. */
export async function audit(site: Site, ledger: Ledger): Promise<Audit> {
  const found: Audit = { lost: [], gaps: [], duplicates: [] }
  const get = getterOf(site)
  const records = await allRecords(ledger.formId, get)
  const changes = await changesAfter(0, get)
  checkRecords(records, ledger, found)
  checkChanges(changes, records, found)
  await checkFiles(records, { ledger, found, get })
  await checkForms(site, { ledger, found, get })
  return found
}

/**
 * Checks what was acknowledged since the last time, and the changes after a number, which is much faster. Nothing may be acknowledged
 * meanwhile. `last`: the number of the last change.
 */
export async function auditRecent(
  site: Site,
  ledger: Ledger,
  after: number,
): Promise<{ readonly found: Audit; readonly last: number }> {
  const found: Audit = { lost: [], gaps: [], duplicates: [] }
  const get = getterOf(site)
  for (const responseId of ledger.recent) {
    const reply = await get(pathOf(routes.response, { formId: ledger.formId, responseId }))
    const { data } = (await reply.json()) as { readonly data?: ResponseRecord }
    checkRecord(responseId, data, { ledger, found })
  }
  ledger.recent.clear()
  const changes = await changesAfter(after, get)
  checkNumbers(changes, after, found)
  return { found, last: after + changes.length }
}

const getterOf = ({ urls: [url = ''], apiKey }: Site): Get => {
  const headers = { [keyHeader]: apiKey }
  return (path) => fetch(url + path, { headers })
}

async function allRecords(formId: string, get: Get): Promise<readonly ResponseRecord[]> {
  const records: ResponseRecord[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ formId, returnPartials: 'true', limit: '1000' })
    if (cursor !== '') query.set('cursor', cursor)
    const page = (await (await get(`${routes.responses}?${String(query)}`)).json()) as {
      readonly data: readonly ResponseRecord[]
      readonly nextCursor: string | null
    }
    records.push(...page.data)
    cursor = page.nextCursor
  }
  return records
}

async function changesAfter(after: number, get: Get): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (;;) {
    const from = changes.at(-1)?.seq ?? after
    const reply = await get(`${routes.changes}?after=${from}&limit=1000`)
    const { data, last } = (await reply.json()) as ChangesReply
    changes.push(...data)
    if (data.length === 0 || (data.at(-1)?.seq ?? 0) >= last) return changes
  }
}

const answerOf = (record: ResponseRecord | undefined, questionId: string) =>
  record?.data.find((entry) => entry.questionId === questionId)?.response

type Checking = { readonly ledger: Ledger; readonly found: Audit }

function checkRecords(records: readonly ResponseRecord[], ledger: Ledger, found: Audit): void {
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const id of ledger.responses.keys()) checkRecord(id, byId.get(id), { ledger, found })
  found.duplicates.push(
    ...repeated(records.map(({ id }) => `response ${id}`)),
    ...repeated(records.map((record) => `person ${String(answerOf(record, 'who')?.['value'])}`)),
  )
}

function checkRecord(id: string, record: ResponseRecord | undefined, { ledger, found }: Checking): void {
  const kept = ledger.responses.get(id)
  if (!record) found.lost.push(`response ${id}`)
  if (!record || !kept) return
  for (const [questionId, value] of Object.entries(kept.answers))
    if (answerOf(record, questionId)?.['value'] !== value)
      found.lost.push(`answer ${questionId} of response ${id}`)
  if (kept.isFinished && !record.finished) found.lost.push(`the end of response ${id}`)
}

function checkNumbers(changes: readonly Change[], after: number, { gaps }: Audit): void {
  for (const [i, { seq }] of changes.entries())
    if (seq !== after + i + 1) return void gaps.push(`change ${after + i + 1} is ${seq}`)
}

/** The changes are numbered from 1 without gaps, and so are the versions of each response; each one ends once. */
function checkChanges(changes: readonly Change[], records: readonly ResponseRecord[], found: Audit): void {
  checkNumbers(changes, 0, found)
  const of = Map.groupBy(changes, ({ formId, responseId }) => `${formId} ${responseId}`)
  for (const [name, each] of of)
    if (each.some(({ version }, i) => version !== i + 1))
      found.gaps.push(`versions of ${name}: ${each.map(({ version }) => version).join()}`)
  found.duplicates.push(
    ...repeated(
      changes
        .filter(({ type }) => type === 'response.finished' || type === 'form.created')
        .map(({ type, formId, responseId }) => `${type} ${formId} ${responseId}`),
    ),
  )
  for (const { id, formId, finished } of records) {
    const types = of.get(`${formId} ${id}`)?.map(({ type }) => type) ?? []
    if (types.length === 0 || types.includes('response.finished') !== finished)
      found.gaps.push(`changes of response ${id}: ${types.join()}`)
  }
}

async function checkFiles(
  records: readonly ResponseRecord[],
  { ledger, found, get }: Checking & { readonly get: Get },
): Promise<void> {
  for (const record of records) {
    const hash = ledger.responses.get(record.id)?.file
    if (hash === undefined) continue
    const [file, ...others] = filesOf(answerOf(record, 'file'))
    if (others.length > 0) found.duplicates.push(`file of response ${record.id}`)
    const bytes = file && (await (await get(file.url)).bytes())
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash)
      found.lost.push(`file of response ${record.id}`)
  }
}

async function checkForms(
  site: Site,
  { ledger, found, get }: Checking & { readonly get: Get },
): Promise<void> {
  const generate = `${site.urls[0]}${pathOf(routes.generate, { environmentId: site.environmentId })}`
  for (const [key, id] of ledger.forms) {
    const again = idIn(await (await fetch(generate, generateRequest(key, site))).text())
    if (again !== id) found.lost.push(`${key}: ${id} became ${again}`)
  }
  const { data } = (await (
    await get(pathOf(routes.forms, { environmentId: site.environmentId }))
  ).json()) as FormsReply
  const names = data.map(({ name }) => name).filter((name) => name.startsWith('form '))
  found.duplicates.push(...repeated(names))
}

function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return names.filter((name) => seen.has(name) || !seen.add(name))
}
