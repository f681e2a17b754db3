import { count, Failure, misuse } from '../../failure/failure.ts'
import {
  createForms,
  draftForms,
  placeOf,
  planForms,
  type Creation,
  type DraftForm,
  type PlannedForm,
  type ReadForm,
} from '../../publish/publish.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { rememberForms } from '../forms/known-forms.ts'
import { defineCommand, flag, inGroup, text, type Context, type OptionValues } from '../command.ts'
import { absoluteUrl, pagesAt, holdsData } from '../settings/base-url.ts'
import {
  publisherOf,
  printServeHint,
  warnNotCreated,
  warnNotSent,
  printRefused,
} from '../forms/publishing.ts'
import { requestOptions } from '../forms/apply-request.ts'
import { readForms } from '../forms/read-forms.ts'
import { creatingLine, showProgress } from '../terminal/progress.ts'
import { openSpecs } from '../forms/project-specs.ts'
import { noFiles } from '../forms/spec-files.ts'
import { variableOptions, reportRowsPlan, warnOfSameNames } from '../forms/variable-options.ts'
import { withCaller, type ConnectedCaller } from '../settings/connect.ts'
import { untilSignal } from '../host.ts'
import { isAgreed } from '../terminal/ask.ts'

export const command = defineCommand({
  description:
    'Checks specs like forms validate and, if they have no errors, creates and publishes each form. With --each, a spec makes one form per row, whose columns are variables, as in "Survey for ${customer}"; several forms need a confirmation, or --yes. Each run makes new forms. After exit 9, a form that the service does not recognise waits for forms resolve.',
  args: [{ name: '[files...]', summary: 'files, folders, quoted patterns, or - for standard input' }],
  options: {
    ...inGroup('Specs', {
      sourceForm: requestOptions.sourceForm,
      name: text('--name <name>', 'the name of the form; overrides the spec'),
      strict: requestOptions.strict,
      each: requestOptions.each,
    }),
    ...inGroup('Sending', {
      dryRun: flag('--dry-run', 'print the request bodies and send nothing; no key or service is needed'),
      force: flag('--force', 'also send forms that an earlier run may have created'),
      yes: flag('--yes', 'create the forms of --each without asking'),
    }),
    ...variableOptions,
  },
  // A signal must not hide whether a form that was sent was created.
  handlesSignals: true,
  examples: {
    'formctl forms generate contact.yaml': 'the id and address of the new form',
    'formctl forms generate forms -o json': 'the same for a folder, as JSON',
    'formctl forms generate contact.yaml --dry-run': 'the request, which is not sent',
    'formctl forms generate survey.yaml --each customers.csv --yes': 'the plan, and one form per customer',
  },
  async run({ args, options }, context) {
    if (args.length === 0) throw misuse(noFiles)
    const { forms, tables } = await untilSignal(context.host.signal, readSpecs(context, args, options))
    const given = { name: options.name, sourceForm: options.sourceForm }
    if (given.name !== undefined && forms.length > 1)
      throw misuse(`--name names one form, and ${forms.length} were read: name them in their specs.`)
    await warnOfSameNames(forms, context)
    await reportRowsPlan(draftForms(forms, { ...given, fallbackSourceForm: undefined }), tables, context)
    if (options.dryRun) {
      const fallbackSourceForm = await fallbackFor(forms, given.sourceForm, context)
      await printBodies(draftForms(forms, { ...given, fallbackSourceForm }), context)
      return 0
    }
    if (tables !== '' && forms.length > 1 && !options.yes)
      if (!(await isAgreed(context, `Create ${count(forms.length, 'form')}?`, 'sent'))) return 1
    const create = async (caller: ConnectedCaller): Promise<void> => {
      const { sourceFormId, baseUrl } = caller.access
      const planned = planForms(forms, { ...given, fallbackSourceForm: sourceFormId })
      const publisher = await publisherOf(context, caller)
      const progress = showProgress(context, creatingLine(planned.length))
      const creation = await createForms(planned, publisher, { isForced: options.force }).finally(
        progress.end,
      )
      const { host } = context
      const known = creation.created.map(({ id, name, url, file }) => {
        return { id, name, baseUrl, url, file: host.files.resolve(file) }
      })
      await rememberForms(host, known)
      await reportCreation(creation, context, await pagesAt(baseUrl, context))
    }
    await withCaller(context, create, { writes: true })
    return 0
  },
})

type SpecOptions = OptionValues<typeof variableOptions> & {
  readonly strict: boolean
  readonly dryRun: boolean
  readonly each: string | undefined
}

async function readSpecs(
  context: Context,
  words: readonly string[],
  options: SpecOptions,
): Promise<{ readonly forms: readonly ReadForm[]; readonly tables: string }> {
  const run = await openSpecs(context, words, options, noFiles)
  const forms = await readForms(context, run, { isStrict: options.strict, isOffline: options.dryRun })
  const tables = run.allInputs().flatMap(({ rows }) => rows?.file ?? [])
  return { forms, tables: tables.join(', ') }
}

/** The source form for specs that name none: that of the settings, or of an existing data folder. Sends no request. */
async function fallbackFor(
  forms: readonly ReadForm[],
  given: string | undefined,
  context: Context,
): Promise<string | undefined> {
  if (given !== undefined || forms.every(({ form }) => form.sourceFormId !== undefined)) return undefined
  const { sourceForm, baseUrl } = await context.settings()
  const folder = embeddedFolder(baseUrl?.value ?? '')
  if (sourceForm || folder === undefined || !(await holdsData(context.host.files, folder)))
    return sourceForm?.value
  return withCaller(context, async ({ access }) => access.sourceFormId)
}

async function printBodies(planned: readonly DraftForm[], { terminal, globals }: Context): Promise<void> {
  if (globals.output === 'json') {
    const forms = planned.map((each) => ({ ...placed(each), request: each.body }))
    return terminal.printJson({ schema_version: 1, forms })
  }
  await terminal.print(planned.map(({ body }) => `${JSON.stringify(body, null, 2)}\n`).join(''))
  if (planned.some(({ body }) => body.sourceFormId === undefined)) await terminal.info(noSourceYet)
}

const noSourceYet =
  'No source form is named, so sourceFormId is left out here; to send them, give --source-form or run formctl init.'

/** Prints what was created and reports what was not; throws the failure that the run ends with, if any. */
async function reportCreation(creation: Creation, context: Context, pages: string): Promise<void> {
  const { created, stop } = creation
  if (created.length > 0) await printCreated(creation, context, pages)
  // The ids are printed, so another run means other forms.
  await creation.clearEntries()
  if (!stop) {
    if (context.globals.output === 'json') return
    await context.terminal.info(`Created ${count(created.length, 'form')}.`)
    return printServeHint(pages, context, created.length === 1 ? 'it' : 'them')
  }
  const { failure, refused, notSent } = stop
  await printRefused(refused, context)
  // An unknown outcome must be settled before the next run, whatever else was done.
  const isWhole = created.length === 0 || failure.code === 'outcome-unknown'
  if (!isWhole) await warnNotCreated(named(stop.at), failure, context)
  await warnNotSent(notSent.map(named), context)
  if (isWhole) throw failure
  throw Failure.of('partly-done', { done: created.length, left: 1 + notSent.length })
}

const named = (planned: PlannedForm): { readonly name: string; readonly place: string } => ({
  name: planned.body.name,
  place: placeOf(planned),
})

async function printCreated(
  { created, stop }: Creation,
  { terminal, globals }: Context,
  pages: string,
): Promise<void> {
  const forms = created.map(({ file, row, name, id, url }) => {
    return { file, row: row?.number, name, id, url, absoluteUrl: absoluteUrl(pages, url) }
  })
  if (globals.output === 'json') {
    const left = stop && [
      leftOver(stop.at, stop.failure.code),
      ...stop.notSent.map((planned) => leftOver(planned, 'not-sent')),
    ]
    return terminal.printJson({ schema_version: 1, forms, left })
  }
  const ofRows = created.some(({ row }) => row !== undefined)
  return terminal.list(
    [{ text: 'name' }, 'id', { below: 'url' }, 'file', ...(ofRows ? ['row'] : [])],
    forms.map(({ row, name, id, url, absoluteUrl: whole, file }) =>
      [name, id, whole ?? url, file].concat(ofRows ? String(row) : []),
    ),
  )
}

const leftOver = (planned: PlannedForm, code: string): object => ({ ...placed(planned), code })

const placed = ({ file, row, body }: DraftForm): object => ({
  file,
  row: row?.number,
  name: body.name,
})
