import { count, Failure, type ExitStatus, isOfSignal } from '../../failure/failure.ts'
import type { Files, PendingFile } from '../../files/file-system.ts'
import type { Records, RawRecord } from '../../record/records.ts'
import { withSpools } from '../../export/files/spool.ts'
import { defineCommand, type Context, text } from '../command.ts'
import { withFormsOfSpecs, withAskedOptions } from '../responses/forms-of-specs.ts'
import { readWithProgress, megabytes } from '../responses/read-responses.ts'
import { showProgress } from '../terminal/progress.ts'
import {
  coverageRemarks,
  maxNamed,
  nameRemarks,
  note,
  readingRemarks,
  printRemarks,
  warnUnusedEnvironment,
} from '../responses/remarks.ts'
import { sourceOf } from '../../export/write-export.ts'
import { chooseRecords, type NamesReport, checkCondition } from '../../table/choose-records.ts'
import type { FormQuestion } from '../../table/questions.ts'
import { failureLine } from '../terminal/terminal.ts'
import { withLazyCaller, quietServiceAt, type OpenConnection } from '../settings/connect.ts'
import { exportOptions, queryOf, sinceInUtc } from '../responses/plan-export.ts'
import { downloadFile, type FileSource } from '../../client/client.ts'
import { digestOf, startDigest, type Digest, safeName, uniqueNames } from '../../files/files.ts'
import { getOrMake, remembered, isObject, type JsonObject } from '../../form/value.ts'
import { sourceJson, type ReadResult } from '../../responses/responses.ts'
import { retryContextOf } from '../settings/waits.ts'
import { isEntry } from '../../table/answers.ts'
import { jsonValue } from '../../wire/wire.ts'

const filesOptions = {
  form: exportOptions.form,
  all: exportOptions.all,
  from: exportOptions.from,
  partials: exportOptions.partials,
  since: sinceInUtc,
  until: exportOptions.until,
  by: exportOptions.by,
  where: exportOptions.where,
  out: text('--out <folder>', 'the folder for the files; made if it is missing', {
    takes: { what: 'the path of a folder, and not -', isValid: (given) => given !== '-' },
  }),
}

export const command = defineCommand({
  description:
    'Downloads the files that people uploaded, by response and question: <folder>/<response>/<question>/<file>. A second run fetches only what is missing. manifest.json in the folder lists every file with its response, question, size and SHA-256. Files that are gone or refused are named, and all others are fetched.',
  options: filesOptions,
  requires: [['form', 'all', 'from'], ['out']],
  outputs: ['json'],
  examples: {
    'formctl responses files --form clx1 --out uploads': 'every file of a form',
    'formctl responses files --all --where "country = DE" --out uploads': 'the files of some responses',
    'formctl responses files --from reply.json --out uploads -o json':
      'the files of a saved reply, and the manifest on standard output',
  },
  async run({ options }, context) {
    const { where, out = '' } = options
    for (const condition of where) checkCondition(condition)
    const plan = await withFormsOfSpecs(queryOf(options, { now: context.host.now() }), context)
    const asked = where.length > 0 ? (await withAskedOptions(plan, context)).asked : undefined
    const { files } = context.host
    const folder = out.replace(/(?<=[^/\\])[/\\]+$/, '')
    const { earlier, manifest } = await openFolder(folder, files)
    try {
      return await withLazyCaller(context, async (open) => {
        if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
        const { result, ...reading } = await readWithProgress(
          { ...plan, connect: open },
          context,
          (records) => findUploads(records, where, asked, context),
        )
        const progress = fetchProgress(result.uploads, context)
        const ended = await fetchUploads(result.uploads, {
          files,
          folder,
          earlier,
          fileAt: uploadSources(context, open),
          onFile: progress.onFile,
        }).finally(progress.end)
        const json = manifestOf(reading, ended)
        await manifest.write(`${JSON.stringify(json, null, 2)}\n`)
        await context.uninterruptible(manifest.commit)
        if (context.globals.output === 'json') await context.terminal.printJson(json)
        const remarks = [
          note(summaryOf(ended, folder)),
          ...coverageRemarks(reading.coverage, plan.withPartials),
          ...readingRemarks(plan, reading),
          ...nameRemarks({ redactions: [] }, result.names),
        ]
        await printRemarks(remarks, context)
        return reportFailed(ended, context)
      })
    } finally {
      await manifest.discard()
    }
  },
})

/** Opens the folder before anything is read, so that one that cannot be written fails early. */
async function openFolder(
  folder: string,
  files: Files,
): Promise<{ readonly earlier: EarlierUploads; readonly manifest: PendingFile }> {
  const path = `${folder}/${manifestName}`
  if ((await files.kind(folder)) === 'file')
    throw Failure.of('file-unwritable', { path: folder, reason: 'it is a file, and has to be a folder' })
  const earlier = await readEarlier(path, files)
  await files.makeFolder(folder, 0o700)
  return { earlier, manifest: await files.create(path, { replace: true, isPrivate: true }) }
}

async function findUploads(
  records: Records,
  where: readonly string[],
  asked: readonly FormQuestion[] | undefined,
  { host }: Context,
): Promise<{ readonly uploads: readonly Upload[]; readonly names?: NamesReport }> {
  const uploadsOf = uploadFinder()
  const uploads: Upload[] = []
  return withSpools(host.files, async (makeSpool) => {
    const choice = { where, asked, headers: 'headline', spool: makeSpool() } as const
    const chosen = where.length === 0 ? undefined : await chooseRecords(sourceOf(records), choice)
    for await (const batch of chosen?.batches ?? records.batches())
      for (const record of batch) for (const upload of uploadsOf(record)) uploads.push(upload)
    return { uploads, names: chosen?.names }
  })
}

function fetchProgress(
  { length }: readonly Upload[],
  context: Context,
): { readonly onFile: (bytes: number) => void; readonly end: () => void } {
  let [done, bytes] = [0, 0]
  const { end } = showProgress(
    context,
    () => `Fetching: ${done} of ${count(length, 'file')}, ${megabytes(bytes)} MB`,
  )
  return {
    onFile: (more) => {
      done++
      bytes += more
    },
    end,
  }
}

function summaryOf({ fetched, failed }: FetchedUploads, folder: string): string {
  if (fetched.length + failed.length === 0) return 'No answer of these responses has a file.'
  const fresh = fetched.filter(({ isNew }) => isNew)
  const there = fetched.length - fresh.length
  const bytes = fresh.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `Fetched ${count(fresh.length, 'file')} into ${folder}`,
    fresh.length === 0 ? '' : ` (${bytes < 1e5 ? count(bytes, 'byte') : `${megabytes(bytes)} MB`})`,
    there === 0 ? '' : `; ${there} ${there === 1 ? 'was' : 'were'} there already`,
    failed.length === 0 ? '' : `; ${failed.length} could not be fetched`,
    '.',
  ].join('')
}

/** Names the files that could not be fetched; the command ends as the first of them failed. */
async function reportFailed({ failed }: FetchedUploads, { terminal, globals }: Context): Promise<ExitStatus> {
  const isJson = globals.output === 'json'
  for (const { path, failure } of failed.slice(0, maxNamed))
    await terminal.warn(failureLine(failure, { terminal, isJson, before: `${path}:` }))
  const more = failed.length - maxNamed
  if (more > 0 && !isJson)
    await terminal.warn(`${count(more, 'more file')} could not be fetched; ${manifestName} names them all.`)
  return failed[0]?.failure.exit ?? 0
}

/** A file in the folder; `isNew`: this run fetched it. */
type FetchedFile = Digest & { readonly isNew: boolean }

type FetchedUploads = {
  readonly fetched: readonly (Upload & FetchedFile)[]
  readonly failed: readonly (Upload & { readonly failure: Failure })[]
}

/** The address and size of what an earlier run wrote to a path; undefined: it wrote nothing there. */
type EarlierUploads = (path: string) => { readonly address: string; readonly bytes: number } | undefined

type FetchOptions = {
  readonly files: Files
  readonly folder: string
  readonly fileAt: (address: string) => Promise<FileSource>
  readonly earlier: EarlierUploads
  /** Called after every file with the bytes that were fetched. */
  readonly onFile: (bytes: number) => void
}

const maxParallel = 4

/**
 * Fetches the files that are not in the folder yet. A file that the service does not give becomes a failure, and the others
 * are fetched. A file that cannot be written ends the run: the next ones would most likely fail for the same reason.
 */
async function fetchUploads(uploads: readonly Upload[], options: FetchOptions): Promise<FetchedUploads> {
  const results = new Map<Upload, FetchedFile | Failure>()
  await inParallel(uploads, async (upload) => {
    const result = await fetchOne(upload, options).catch((error: unknown) => {
      if (!(error instanceof Failure) || isOfSignal(error) || error.exit === 3) throw error
      return error
    })
    results.set(upload, result)
    options.onFile(result instanceof Failure || !result.isNew ? 0 : result.bytes)
  })
  const fetched: FetchedUploads['fetched'][number][] = []
  const failed: FetchedUploads['failed'][number][] = []
  // In the order of the uploads, not of their ends.
  for (const upload of uploads) {
    const result = results.get(upload)
    if (result instanceof Failure) failed.push({ ...upload, failure: result })
    else if (result) fetched.push({ ...upload, ...result })
  }
  return { fetched, failed }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  // Each worker takes the next item when it is done with one. A failure closes the iterator for all of them.
  const works = items.values().map(work)
  const worker = async (): Promise<void> => {
    for (const one of works) await one
  }
  // All workers finish their file first, so that nothing is written after the failure is reported.
  const outcomes = await Promise.allSettled(Array.from({ length: maxParallel }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function fetchOne(
  upload: Upload,
  { files, folder, fileAt, earlier }: FetchOptions,
): Promise<FetchedFile> {
  const path = `${folder}/${upload.path}`
  const before = earlier(upload.path)
  const size = upload.size ?? before?.bytes
  const isOfOther = before !== undefined && before.address !== upload.address
  if (size !== undefined && !isOfOther && (await files.kind(path)) === 'file') {
    const existing = await digestOf(files.stream(path))
    if (existing.bytes === size) return { ...existing, isNew: false }
  }
  const target = await downloadFile(upload.address, {
    sourceOf: fileAt,
    size: upload.size,
    begin: () => beginTarget(path, folder, files),
  })
  await target.file.commit()
  return { ...target.digest.end(), isNew: true }
}

async function beginTarget(
  path: string,
  folder: string,
  files: Files,
): Promise<{
  readonly file: PendingFile
  readonly digest: Awaited<ReturnType<typeof startDigest>>
  readonly write: (chunk: Uint8Array) => Promise<void>
  readonly discard: () => Promise<void>
}> {
  if (!files.leadsInto(folder, path))
    throw Failure.of('file-unwritable', {
      path,
      reason: `it is reached by a symbolic link that leads out of ${folder}`,
    })
  await files.makeFolder(files.resolve(path, '..'), 0o700)
  const file = await files.create(path, { replace: true, isPrivate: true })
  const digest = await startDigest()
  return {
    file,
    digest,
    write: (chunk) => {
      digest.add(chunk)
      return file.write(chunk)
    },
    discard: file.discard,
  }
}

/**
 * How an address is called. A path belongs to the service, and so does an address of its origin: they get the API key. Any
 * other http or https address is called without it. Other schemes are refused: they could name a file of this machine.
 */
function uploadSources(context: Context, open: OpenConnection): (address: string) => Promise<FileSource> {
  const serviceAt = remembered((origin: string) => quietServiceAt(origin, context))
  return async (address) => {
    const { baseUrl } = await context.settings()
    const path = pathIn(address)
    if (path !== undefined) {
      if (!baseUrl) throw refused(address, 'it is a path, and no service is known: name it with --base-url')
      return { caller: await open(), path, isOwn: true }
    }
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol))
      throw refused(address, address === '' ? 'it is empty' : 'only http and https are')
    const service = await serviceAt(url.origin)
    const source = { path: url.pathname + url.search }
    if (baseUrl && URL.parse(baseUrl.value)?.origin === url.origin) {
      const { access, retry } = await open()
      const caller = { access: { ...access, service, baseUrl: url.origin }, retry }
      return { ...source, caller, isOwn: true }
    }
    const anonymous = { apiKey: '', keySource: '', keyAdvice: '', environmentId: undefined }
    const access = { ...anonymous, service, baseUrl: url.origin }
    return { ...source, caller: { access, retry: retryContextOf(context) }, isOwn: false }
  }
}

const refused = (address: string, problem: string): Failure =>
  Failure.of('upload-address', { address: address.slice(0, 200), problem })

/** The path that an address is, with its query; undefined if it names a scheme or a host. */
function pathIn(address: string): string | undefined {
  if (!address.startsWith('/')) return undefined
  // Parsed, since `//host` and `/\host` name another host.
  const url = URL.parse(address, anyOrigin)
  return url?.origin === anyOrigin ? url.pathname + url.search : undefined
}

const anyOrigin = 'http://localhost:1'

/** The manifest, as `schemas/output/responses-files.schema.json` has it. */
const manifestOf = (
  reading: Pick<ReadResult<unknown>, 'origin' | 'counts'>,
  { fetched, failed }: FetchedUploads,
): object => ({
  schema_version: 1,
  holds: 'files of responses',
  source: sourceJson(reading),
  responses: reading.counts.kept,
  files: fetched.map(({ bytes, sha256, ...upload }) => ({
    ...placeOf(upload),
    path: upload.path,
    bytes,
    sha256,
  })),
  failed: failed.map(({ failure: { code, message }, ...upload }) => ({
    ...placeOf(upload),
    code,
    message,
  })),
})

const placeOf = ({ responseId, questionId, headline, address }: Upload): object => ({
  responseId,
  questionId,
  headline,
  address,
})

// A hundred thousand files take 40 MB.
const maxManifestBytes = 256 * 1024 * 1024

/** The uploads in the manifest of an earlier run. Refuses a file of that name that is not such a manifest. */
async function readEarlier(path: string, files: Files): Promise<EarlierUploads> {
  if ((await files.kind(path)) !== 'file') return () => undefined
  const manifest = jsonValue(new TextDecoder().decode(await files.read(path, maxManifestBytes)))
  if (!isObject(manifest) || manifest['holds'] !== 'files of responses' || !Array.isArray(manifest['files']))
    throw Failure.of('file-unwritable', {
      path,
      reason: 'a file that formctl responses files did not write has this name; give --out another folder',
    })
  const byPath = new Map(
    manifest['files'].filter(isObject).map(({ path: at, address, bytes }) => [at, { address, bytes }]),
  )
  return (at) => {
    const { address, bytes } = byPath.get(at) ?? {}
    return typeof address === 'string' && typeof bytes === 'number' ? { address, bytes } : undefined
  }
}

/** A file that an answer names. */
type Upload = {
  readonly responseId: string
  readonly questionId: string
  readonly headline: string
  /** As the answer has it; '' where it has none. */
  readonly address: string
  /** As the answer says; undefined where it says nothing. */
  readonly size: number | undefined
  /** Where it goes, below the folder of all files: `<response>/<question>/<file>`. */
  readonly path: string
}

const manifestName = 'manifest.json'

/** Names for the entries of one folder: each key keeps the name that it got first, which no other key has. */
type FolderNames = (key: string, preferred: string) => string

function makeFolder(reserved?: readonly string[]): FolderNames {
  const unique = uniqueNames(reserved)
  const names = new Map<string, string>()
  return (key, preferred) => getOrMake(names, key, () => unique(preferred))
}

/**
 * Finds the files of responses and gives each a path that no other has. Answers are read by their shape (contract notes,
 * answers of other types): `files`, a list of objects with `url`, and perhaps `name` and `size`. A file that a question names
 * twice, or a response that came twice, is one file.
 */
function uploadFinder(): (record: RawRecord) => readonly Upload[] {
  const responses = makeFolder([manifestName])
  const questionsOf = remembered((_response: string) => makeFolder())
  const filesIn = remembered((_folder: string) => makeFolder())
  const seen = new Set<string>()
  return (record) => {
    const responseId = textOf(record['id'])
    const entries = Array.isArray(record['data']) ? record['data'].filter(isEntry) : []
    return entries.flatMap(({ questionId, response }) => {
      const headline = textOf(response['headline'])
      return filesOf(response).flatMap((file) => {
        const address = textOf(file['url'])
        const key = JSON.stringify([responseId, questionId, address])
        if (address !== '' && seen.has(key)) return []
        seen.add(key)
        const inResponse = responses(responseId, safeName(responseId, 80) || 'response')
        const inQuestion = questionsOf(inResponse)(
          questionId,
          safeName(headline, 80) || safeName(questionId, 80) || 'question',
        )
        const folder = `${inResponse}/${inQuestion}`
        const name = safeName(textOf(file['name']) || lastPart(address), 150) || 'file'
        const path = `${folder}/${filesIn(folder)(key + seen.size, name)}`
        const { size } = file
        const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
        return [{ responseId, questionId, headline, address, size: isSize ? size : undefined, path }]
      })
    })
  }
}

const filesOf = ({ files }: JsonObject): readonly JsonObject[] =>
  Array.isArray(files) ? files.filter(isObject) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last part of an address, without its query: the best name of a file without one. */
function lastPart(address: string): string {
  const part = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '')
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
