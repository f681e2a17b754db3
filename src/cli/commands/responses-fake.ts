import { count as counted, Failure, misuse, thousands, type ExitStatus } from '../../failure/failure.ts'
import { safeName } from '../../files/files.ts'
import { giveResponse, patientService, readForm } from '../../client/client.ts'
import { publishedParts, questionIdsByType } from '../../form/components.ts'
import {
  fakeMark,
  fakeResponse,
  type AskedForm,
  type FakeOptions,
  type FakeResponse,
} from '../../form/fake-responses.ts'
import { dayLength } from '../../form/typed-values.ts'
import { specAndName } from '../../publish/publish.ts'
import { embeddedFolder, formPath, isLoopback } from '../../wire/wire.ts'
import { defineCommand, flag, number, text, type Context } from '../command.ts'
import { untilSignal } from '../host.ts'
import { findForm, idOfName } from '../forms/find-form.ts'
import { openSpecs } from '../forms/project-specs.ts'
import { readForms } from '../forms/read-forms.ts'
import { variableOptions } from '../forms/variable-options.ts'
import { isSpec } from '../option-values.ts'
import { mayReplace, refuseShared } from '../responses/output-files.ts'
import { instantOf } from '../responses/time-zone.ts'
import { withCaller, type ConnectedCaller } from '../settings/connect.ts'
import { isAgreed } from '../terminal/ask.ts'
import { printerOf } from '../terminal/plain.ts'
import { showProgress } from '../terminal/progress.ts'

export const command = defineCommand({
  description:
    'Makes fake responses to a form: valid answers along its conditions, some of them unusual, and partial responses of people who leave. They become a saved reply, or fill in the public page with --send. The same form, seed, count and --until give the same bytes. Names, addresses and numbers are those reserved for examples.',
  options: {
    form: text(
      '--form <form>',
      'a spec, or all.yaml#Survey for one form of several; or the id or name of a form',
    ),
    count: number('--count <n>', 'how many (default: 100)', { range: [1, 10_000_000] }),
    seed: number('--seed <n>', 'decides all answers (default: 1)', { range: [0, 0xffff_ffff] }),
    until: text('--until <time>', 'the end of the 30 days in which they are given (default: yesterday)'),
    out: text(
      '--out <file>',
      'the saved reply to write, in lines if its name ends in .ndjson (default: standard output, which - names too)',
      { isStandardOutput: true, excludes: ['send'] },
    ),
    force: flag('--force', 'replace an existing file', { needs: ['out'] }),
    send: flag('--send', 'fill in the public page of the form, and write no file'),
    yes: flag('--yes', 'send without asking, also to a form that has responses', { needs: ['send'] }),
    ...variableOptions,
  },
  requires: [['form']],
  // A signal ends the work between two responses, so that their number can be said.
  handlesSignals: true,
  examples: {
    'formctl responses fake --form survey.yaml --out replies.json': 'a saved reply with 100 responses',
    'formctl responses fake --form survey.yaml --until 2026-03-31 --out a.ndjson':
      'the same lines on every machine and every day',
    'formctl responses fake --form clx1 --count 20 --send --yes': 'fills in the page of a form',
  },
  async run({ options }, context) {
    const { host } = context
    const { form: word = '', count = 100, seed = 1, out } = options
    const now = host.now()
    const midnight = Math.floor(now.getTime() / dayLength) * dayLength
    const until = instantOf(options.until, { option: '--until', edge: 'end', now }) ?? midnight - 1
    const plan = { count, seed, until: new Date(until), days: 30 }
    const id = options.send || !isSpec(word) ? await idOf(word, context) : undefined
    if (options.send) return send(id ?? '', plan, options, context)
    const specs = isSpec(word) ? [specAndName(word).file] : []
    const named = { form: specs, 'var-file': options.varFile }
    const reads = Object.entries(named).flatMap(([option, all]) => all.map((file) => [option, file] as const))
    await refuseShared({ reads, writes: [['out', out]] }, host.files)
    const replace = out !== undefined && (await mayReplace(out, options.force, context))
    const read: Promise<AskedForm> =
      id === undefined
        ? formOfSpec(word, options, context)
        : withCaller(context, (caller) => formAt(caller, id))
    const form = await untilSignal(host.signal, read)
    const file = out === undefined ? undefined : await host.files.create(out, { replace })
    const print = printerOf(host.stdout)
    const write = file?.write ?? ((chunk: string) => print(new TextEncoder().encode(chunk)))
    const [begin, between, end] = /\.(ndjson|jsonl)$/i.test(out ?? '')
      ? ['', '\n', '\n']
      : ['{"data":[\n', ',\n', '\n]}\n']
    try {
      let chunk = begin
      const made = await makeEach('Writing', plan, context, async (n) => {
        const { record } = fakeResponse(form, n, plan)
        chunk += (n === 0 ? '' : between) + JSON.stringify(record)
        if (chunk.length < 65_536) return record
        await write(chunk)
        chunk = ''
        return record
      })
      await write(chunk + end)
      if (file) await context.uninterruptible(file.commit)
      await report(
        'Wrote',
        made,
        form,
        { to: out ?? 'standard output', ...(out !== undefined && { json: { seed, file: out } }) },
        context,
      )
    } finally {
      await file?.discard()
    }
    return 0
  },
})

const idOf = async (word: string, context: Context): Promise<string> =>
  isSpec(word) ? (await findForm(word, context)).id : idOfName(word, context)

/** The form of a spec as a service would publish it. */
async function formOfSpec(
  word: string,
  variables: Parameters<typeof openSpecs>[2],
  context: Context,
): Promise<AskedForm> {
  const { file, name } = specAndName(word)
  const specs = await openSpecs(context, [file], variables, '')
  const read = await readForms(context, specs, { isStrict: false, isOffline: true })
  const [form, ...others] = read.filter((one) => name === undefined || one.form.name === name)
  if (!form || others.length > 0)
    throw misuse(
      `${word} is not one form: name one of ${counted(read.length, 'form')} behind a #, such as ${file}#${read[0]?.form.name ?? ''}.`,
    )
  const base = file.replace(/^.*[/\\]|\.\w+$/g, '')
  return {
    id: `${fakeMark}-${safeName(base, 60) || 'form'}`,
    ...publishedParts(form.form, questionIdsByType()),
  }
}

/** A form as its service shows it, with the numbers of its responses. */
async function formAt(caller: ConnectedCaller, id: string) {
  const form = await readForm(caller, id)
  if (Array.isArray(form.steps)) return form
  throw Failure.of('not-supported', {
    what: 'what its forms ask',
    remedy: 'Give the spec in place of the id.',
  })
}

type Counts = { readonly finished: number; readonly partial: number }

/** Makes so many responses, from the newest on, and counts them. */
async function makeEach(
  doing: 'Writing' | 'Sending',
  { count }: FakeOptions,
  context: Context,
  make: (n: number) => Promise<FakeResponse['record']>,
): Promise<Counts> {
  const made = { finished: 0, partial: 0 }
  let n = 0
  const { end } = showProgress(context, () => `${doing}: ${thousands(n)} of ${counted(count, 'response')}`)
  try {
    for (; n < count; n++) {
      context.host.signal.throwIfAborted()
      made[(await make(n)).finished ? 'finished' : 'partial']++
    }
  } catch (error) {
    if (n > 0 && doing === 'Sending')
      await context.terminal.warn(`${doing} stopped after ${counted(n, 'response')}.`)
    throw error
  } finally {
    end()
  }
  return made
}

/**
 * Fills in the page, the oldest response first. Asks before it sends to another machine, to a form with a limit, or to one that has
 * responses already, where they would count among those of people. An embedded service takes the times of the responses, too.
 */
async function send(
  id: string,
  plan: FakeOptions,
  { yes, until }: { readonly yes: boolean; readonly until: string | undefined },
  context: Context,
): Promise<ExitStatus> {
  const { host } = context
  let time: number | undefined
  const now = (): Date => (time === undefined ? host.now() : new Date(time))
  const work = async (caller: ConnectedCaller): Promise<ExitStatus> => {
    const { baseUrl } = caller.access
    const isEmbedded = embeddedFolder(baseUrl) !== undefined
    if (until !== undefined && !isEmbedded)
      throw misuse('A service gives responses the time at which they are sent. Leave --until out.')
    if (until !== undefined && plan.until > host.now())
      throw misuse(`--until ${until} is not over yet, and nobody answers in the future.`)
    const form = await formAt(caller, id)
    // A question without an answer is found before anything is sent. No signal ends this, so it must be short.
    for (let n = 0; n < Math.min(plan.count, 10_000); n++) fakeResponse(form, n, plan)
    const { responseLimit: limit } = form.settings ?? {}
    const takes = limit === undefined ? '' : `, which takes at most ${limit}`
    const has = form.complete + form.partial > 0 ? ', which has responses' : takes
    const isHere = isEmbedded || isLoopback(URL.parse(baseUrl)?.hostname ?? '')
    const question = `Send ${counted(plan.count, 'fake response')} to "${form.name}" at ${baseUrl}${has}?`
    if (!yes && (has !== '' || !isHere) && !(await isAgreed(context, question, 'sent'))) return 1
    const hidden = new URLSearchParams((form.settings?.hiddenFields ?? []).map((name) => [name, fakeMark]))
    const path = `${formPath(id)}?${hidden.toString()}`
    const service = patientService(caller)
    const sent = await makeEach('Sending', plan, context, async (n) => {
      const own = isEmbedded ? plan : { ...plan, until: host.now(), days: 0 }
      const response = fakeResponse(form, plan.count - 1 - n, own)
      const beforeRequest = (pages: number): void => {
        const at = Date.parse(response.times[Math.max(0, pages - 1)] ?? response.record.updatedAt)
        if (isEmbedded) time = pages === 0 ? at - 10_000 : at
      }
      await giveResponse(service, path, response, beforeRequest)
      return response.record
    })
    time = undefined
    await report('Sent', sent, form, { to: form.id, json: { seed: plan.seed } }, context)
    return 0
  }
  return withCaller({ ...context, host: { ...host, now } }, work, { writes: true })
}

/** Says what was made. Where the responses themselves are on standard output, nothing else is. */
async function report(
  done: string,
  responses: Counts,
  { id }: AskedForm,
  { to, json }: { readonly to: string; readonly json?: object },
  { terminal, globals }: Context,
): Promise<void> {
  if (globals.output === 'json' && json)
    await terminal.printJson({ schema_version: 1, formId: id, responses, ...json })
  const finished = counted(responses.finished, 'finished response')
  await terminal.info(`${done} ${finished} and ${thousands(responses.partial)} partial to ${to}.`)
}
