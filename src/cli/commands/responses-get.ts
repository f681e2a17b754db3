import { announces } from '../../client/capabilities.ts'
import type { Caller } from '../../client/caller.ts'
import { gather, listOfEvery, newestResponses } from '../../client/responses.ts'
import { count, Failure } from '../../failure.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { defineCommand, flag, text, type Context } from '../command.ts'
import { mayBeMore } from '../responses/coverage.ts'
import { printResponses } from '../responses/print-responses.ts'
import { startProgress, type Progress } from '../responses/progress.ts'
import { sayUnusedEnvironment } from '../responses/say-unused.ts'
import { withCaller } from '../settings/with-caller.ts'

export const command = defineCommand({
  words: 'responses get',
  summary: 'show the newest responses of a form, or all',
  description:
    'Shows what the service returns: of one form its ten newest responses, with --all those of every form. With an id, the one response of that id among them. On a terminal they stand one under the other, each answer under its question; -o table shows them side by side, a pipe gets a line a response. To write all responses of a form into a file, use responses export.',
  args: [{ name: '[id]', summary: 'only the response of this id' }],
  options: {
    form: text('--form <id>', 'the ten newest responses of this form'),
    all: flag('--all', 'every response of the environment'),
    partials: flag('--partials', 'also responses that were begun and not finished'),
  },
  examples: [
    { command: 'formctl responses get --form clx1', shows: 'the ten newest responses of a form' },
    { command: 'formctl responses get abc --all -o json', shows: 'one response, as the service returns it' },
  ],
  async run({ args: [id], options }, context) {
    const wanted = wantedOf(options, id)
    await sayUnusedEnvironment(context)
    const read = await readTelling(wanted, context)
    const records = id === undefined ? read.records : [pick(id, read.records, wanted)]
    const isOpen = id === undefined && wanted.formId !== undefined && mayBeMore(records.length)
    await printResponses(records, context, { withForm: wanted.formId === undefined, mayBeMore: isOpen })
    if (id === undefined) await sayWindow(read, wanted, context)
    return 0
  },
})

type Wanted = { readonly formId: string | undefined; readonly withPartials: boolean }

type Options = { readonly form: string | undefined; readonly all: boolean; readonly partials: boolean }

function wantedOf({ form, all, partials }: Options, id: string | undefined): Wanted {
  if (form !== undefined && all) throw misuse('--form reads one form, --all every form: give one of them.')
  if (form === undefined && !all)
    throw misuse(
      id === undefined
        ? 'Say which responses: --form <id> or --all.'
        : `Say where to look for ${id}, as the service finds no response by its id: --all looks among all, --form <id> among the ten newest of a form.`,
    )
  if (form?.trim() === '') throw misuse('--form names no form.')
  return { formId: form, withPartials: partials }
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

type Read = {
  readonly records: readonly RawRecord[]
  /** Whether partial responses were asked for and the service does not say that it returns them. */
  readonly arePartialsOpen: boolean
}

async function readTelling(wanted: Wanted, context: Context): Promise<Read> {
  const progress = startProgress(context, false)
  try {
    return await withCaller(context, ({ access, patience }) => {
      const counted = { ...access, service: progress.countedService(access.service) }
      return readWanted(wanted, { access: counted, patience }, progress)
    })
  } finally {
    progress.end()
  }
}

async function readWanted(
  { formId, withPartials }: Wanted,
  caller: Caller,
  { counted }: Progress,
): Promise<Read> {
  if (formId !== undefined) {
    const records = await newestResponses(caller, { formId, withPartials })
    return { records, arePartialsOpen: false }
  }
  const records = await listOfEvery(caller, { withPartials }, (batches) => gather(counted(batches)))
  // The contract leaves the effect of returnPartials on this read open.
  const isOpen = withPartials && !records.some(({ finished }) => finished === false)
  return {
    records,
    arePartialsOpen: isOpen && !(await announces(caller, 'returnPartials-all')),
  }
}

function pick(id: string, records: readonly RawRecord[], { formId, withPartials }: Wanted): RawRecord {
  const found = records.find((record) => record['id'] === id)
  if (found) return found
  const kind = withPartials ? '' : 'finished '
  const among =
    formId === undefined
      ? `the ${count(records.length, `${kind}response`)} of the environment`
      : `the ${count(records.length, `newest ${kind}response`)} of form ${formId}`
  const hints = [...(formId === undefined ? [] : ['--all']), ...(withPartials ? [] : ['--partials'])]
  throw Failure.of('response-unknown', { id, among, hints })
}

async function sayWindow(read: Read, { formId }: Wanted, { terminal }: Context): Promise<void> {
  const { records, arePartialsOpen } = read
  if (formId !== undefined && mayBeMore(records.length))
    await terminal.say(
      `${count(records.length, 'response')} came: a read of one form gives its ten newest, so there may be more. formctl responses export --form ${formId} writes all.`,
    )
  if (records.length === 0) await terminal.say('No response came.')
  if (arePartialsOpen)
    await terminal.warn(
      'No partial response came, and the service does not say that it returns them here: there may be some. Ask for one form with --form.',
    )
}
