import { count, Failure, type ExitStatus } from '../../failure/failure.ts'
import type { Files, PendingFile } from '../../files/file-system.ts'
import type { Records } from '../../record/records.ts'
import { makeSpool } from '../../export/files/spool.ts'
import { defineCommand, type Context, text } from '../command.ts'
import { withFormsOfSpecs, withAskedOptions } from '../responses/forms-of-specs.ts'
import { readWithProgress, showProgress, megabytes } from '../responses/read-responses.ts'
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
import {
  fetchUploads,
  type FetchedUploads,
  type EarlierUploads,
  uploadSources,
  manifestOf,
  readEarlier,
  manifestName,
  uploadFinder,
  type Upload,
} from '../responses/fetch-uploads.ts'
import { withLazyCaller } from '../settings/connect.ts'
import { exportOptions, queryOf, sinceInUtc } from '../responses/plan-export.ts'

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
  examples: [
    { command: 'formctl responses files --form clx1 --out uploads', shows: 'every file of a form' },
    {
      command: 'formctl responses files --all --where "country = DE" --out uploads',
      shows: 'the files of some responses',
    },
    {
      command: 'formctl responses files --from reply.json --out uploads -o json',
      shows: 'the files of a saved reply, and the manifest on standard output',
    },
  ],
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
          sourceOf: uploadSources(context, open),
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
  const spool = makeSpool(host.files)
  try {
    const chosen =
      where.length === 0
        ? undefined
        : await chooseRecords(sourceOf(records), { where, asked, headers: 'headline', spool })
    for await (const batch of chosen?.batches ?? records.batches())
      for (const record of batch) for (const upload of uploadsOf(record)) uploads.push(upload)
    return { uploads, names: chosen?.names }
  } finally {
    await spool.close()
  }
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
