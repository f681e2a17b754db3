import { checkSpec, limits, type Range, type Target } from '../../authoring/authoring.ts'
import { judged } from '../../authoring/reports.ts'
import { Failure, isOfSignal, type ExitStatus } from '../../failure/failure.ts'
import { countsText } from '../../form/finding.ts'
import { stepsOf } from '../../form/form-path.ts'
import type { Form } from '../../form/form.ts'
import {
  previewForm,
  type ExcerptLine,
  type Look,
  type Preview,
  type PreviewFinding,
  type PreviewSource,
  previewApp,
} from '../../server/preview/preview.ts'
import { type Context, type OptionValues, flag, number } from '../command.ts'
import { type Host, untilSignal, untilStopped } from '../host.ts'
import { openSpecs } from '../forms/project-specs.ts'
import type { variableOptions } from '../forms/variable-options.ts'
import { readSeverities } from '../settings/config-file.ts'
import { plain } from '../terminal/plain.ts'
import { listen, type ListeningApp } from '../../server/server.ts'
import { ports } from '../option-values.ts'
import { logTo } from '../settings/open-data-folder.ts'
import { openInBrowser } from './open-in-browser.ts'

/** What is being previewed; it is read again when one of its files changes. */
export type OpenPreview = Required<PreviewSource> & {
  /** Polls for changes since a version until the signal is aborted, and calls the listeners for each. */
  readonly watch: (since: number, signal: AbortSignal) => Promise<void>
}

/** Opens a spec for its preview (`openPreview`). */
export const openSpec = (spec: PreviewSpec, context: Context): Promise<OpenPreview> =>
  openPreview(
    () => [spec.file, ...spec.variables.varFile],
    () => readPreview(spec, context),
    context.host,
  )

/** Polling works on every file system, and costs next to nothing. */
const pollMilliseconds = 100

const gone = 'gone'

/**
 * Opens files for a preview. A file that cannot be read now is a Failure; one that disappears later is a finding. `names`: the
 * files that are watched, as of the last read.
 */
export async function openPreview(
  names: () => readonly string[],
  read: () => Promise<ReadPreview>,
  { files, sleep, signal: interruption }: Host,
): Promise<OpenPreview> {
  const stampNow = async (): Promise<string> =>
    (await Promise.all(names().map((name) => files.stamp(name)))).map((stamp) => stamp ?? gone).join()
  // Reading a pipe waits for a writer; a signal ends the wait.
  const readNow = (): Promise<ReadPreview> => untilSignal(interruption, read())
  let stamp = await stampNow()
  let preview: Preview = { ...(await readNow()), version: 1 }
  /** Reads the files again if they have other stamps. */
  const refresh = async (): Promise<void> => {
    const now = await stampNow()
    if (now === stamp) return
    stamp = now
    const { version, ...shown } = preview
    const next = await readNow().catch((error: unknown): ReadPreview => {
      if (!(error instanceof Failure) || isOfSignal(error)) throw error
      const { code, message } = error
      const { file } = preview
      const finding = { severity: 'error', code, message, place: file, excerpt: [] } as const
      return { file, isBroken: true, forms: [], findings: [finding] }
    })
    // A changed comment, or a file that was saved as it was, changes nothing on the page.
    if (JSON.stringify(next) !== JSON.stringify(shown)) preview = { ...next, version: version + 1 }
  }
  // One at a time, or two readers would count one change twice.
  let refreshed = Promise.resolve()
  const current = async (): Promise<Preview> => {
    await (refreshed = refreshed.then(refresh))
    return preview
  }
  const listeners = new Set<(preview: Preview) => void>()
  return {
    current,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch: async (since, signal) => {
      let seen = since
      let [last, polls] = ['', 0]
      while (!signal.aborted) {
        await sleep(pollMilliseconds, signal)
        const now = await stampNow()
        polls = now === last ? polls + 1 : 0
        last = now
        // Some editors delete a file to save it, so one that is gone gets half a second.
        if (polls < (now.includes(gone) ? 5 : 1)) continue
        const changed = await current()
        if (changed.version === seen) continue
        seen = changed.version
        for (const listener of listeners) listener(changed)
      }
    },
  }
}

/** The spec of a preview, its variables, and the look of its forms. */
type PreviewSpec = {
  readonly file: string
  readonly look: Look
  readonly variables: OptionValues<typeof variableOptions>
  readonly target: Target
}

export type ReadPreview = Omit<Preview, 'version'>

/**
 * Reads a spec for a preview, and what fills it in: files of variables, what its project lists for it, and the first row of a table. A
 * file that cannot be read is a Failure.
 */
async function readPreview(
  { file, look, variables, target }: PreviewSpec,
  context: Context,
): Promise<ReadPreview> {
  const { host } = context
  const run = await openSpecs(context, [file], variables, '')
  const [read] = await Array.fromAsync(run.specs)
  // A folder is not a spec. A pipe can be read only once.
  const isRead = read?.file === file && 'bytes' in read
  const bytes = isRead ? read.bytes : await host.files.read(file, limits.bytes)
  const inputs = read?.inputs
  const row = inputs?.rows?.rows[0]?.values ?? new Map()
  const spec = checkSpec(bytes, inputs?.variablesOf(row, inputs.rows?.isTable), target)
  const { forms, findings } = spec
  for (const name of spec.variables) inputs?.used.add(name)
  await run.warnOfUnused()
  const policy = { severities: await readSeverities(host), isStrict: false, isToBeSent: true }
  const text = new TextDecoder().decode(bytes)
  const reports = [...run.reports(), { file, text, findings }].map((report) => judged(report, policy))
  // A finding that only the project calls an error does not prevent drawing the form.
  const isBroken = reports.some((report) =>
    report.findings.some(({ severity, isRefused }) => severity === 'error' && isRefused),
  )
  return {
    file,
    isBroken,
    // A spec without errors holds forms; what has errors is never used.
    forms: isBroken ? [] : forms.map(({ value }, i) => previewForm(value as Form, { place: i + 1, look })),
    findings: reports.flatMap((report) => previewFindings(report.file, report.text, report.findings)),
  }
}

/** Findings in a file with their place and an excerpt. */
export function previewFindings(
  file: string,
  text: string,
  findings: readonly (Range & Pick<PreviewFinding, 'severity' | 'code' | 'message' | 'help'>)[],
): readonly PreviewFinding[] {
  const lines = findings.length === 0 ? [] : linesIn(text)
  return findings.map(({ severity, code, message, help, ...range }) => ({
    severity,
    code,
    message,
    help,
    place: `${file}:${range.line}:${range.column}`,
    excerpt: excerptOf(range, lines),
  }))
}

/** The marked line of a finding with up to two lines before and after it; invisible characters are made visible. */
export function excerptOf(range: Range, lines: readonly string[]): readonly ExcerptLine[] {
  const own = lines[range.line - 1] ?? ''
  if (own.trim() === '') return []
  const around = (from: number, to: number): readonly ExcerptLine[] =>
    lines.slice(Math.max(0, from - 1), to).map((line, i) => ({
      number: Math.max(1, from) + i,
      before: shown(line.slice(0, maxShown)),
      marked: '',
      after: '',
    }))
  return [
    ...around(range.line - 2, range.line - 1),
    marked(own, range),
    ...around(range.line + 1, range.line + 2),
  ]
}

/** The lines of a text, as findings count them. */
export const linesIn = (text: string): readonly string[] => text.split(/\r?\n/)

// A line may be a megabyte long; this many characters are shown around the marked part.
const maxShown = 160

function marked(line: string, { line: lineNumber, column, endLine, endColumn }: Range): ExcerptLine {
  const from = column - 1
  const to = Math.max(from + 1, endLine > lineNumber ? line.length : endColumn - 1)
  return {
    number: lineNumber,
    before: shown(line.slice(Math.max(0, from - maxShown), from)),
    // A range at the end of a line is empty: something is missing there.
    marked: shown(line.slice(from, Math.min(to, from + maxShown))) || ' ',
    after: shown(line.slice(to, to + maxShown)),
  }
}

// A cut may fall between the two halves of a character.
const shown = (text: string): string => plain(text.toWellFormed().replaceAll('\t', '    '))

export const previewOptions = {
  watch: flag('--watch', 'reload the page when the file changes'),
  open: flag('--open', 'open the page in the browser'),
  port: number('--port <n>', 'the port to listen on (default: any free one)', { range: ports }),
}

/** Serves a preview until a signal comes. */
export async function servePreview(
  preview: OpenPreview,
  options: OptionValues<typeof previewOptions>,
  context: Context,
): Promise<ExitStatus> {
  const { host } = context
  const source: PreviewSource = options.watch ? preview : { current: preview.current }
  const app = previewApp(source, {
    now: () => host.now().toISOString(),
    randomBytes: host.randomBytes,
    secret: host.randomBytes(32),
    log: logTo(host),
  })
  const listening = await listen(app, { host: '127.0.0.1', port: options.port ?? 0 })
  try {
    const first = await preview.current()
    await printReady(listening, first, context)
    if (options.open) await openInBrowser(listening.url, context)
    return await (options.watch ? follow(preview, first.version, context) : untilStopped(host.signal))
  } finally {
    await listening.close()
  }
}

async function printReady({ url }: ListeningApp, preview: Preview, context: Context): Promise<void> {
  const { terminal, globals } = context
  const { file, forms, findings } = preview
  await terminal.info(`Showing ${file} at ${terminal.err.bold(url)} (Ctrl-C stops it).`)
  await printState(preview, context)
  if (globals.output !== 'json') return
  const counts = { errors: 0, warnings: 0, notes: 0 }
  for (const { severity } of findings) counts[`${severity}s`]++
  await terminal.printJson({
    schema_version: 1,
    url,
    file,
    forms: forms.map((form) => {
      const address = `${url}/s/${form.id}`
      const pages = stepsOf(form).asking.map((_, i) => `${address}?step=${i + 1}`)
      return { name: form.name, url: address, pages: [...pages, `${address}/done`] }
    }),
    ...counts,
  })
}

async function printState({ file, findings }: Preview, { terminal }: Context): Promise<void> {
  const problems = `${countsText(findings)}; the page shows ${findings.length === 1 ? 'it' : 'them'}`
  await terminal.info(`${file}: ${findings.length === 0 ? 'no problems found' : problems}.`)
}

/** Watches the file until Ctrl-C, and reports its findings after each change since a version. */
async function follow(preview: OpenPreview, since: number, context: Context): Promise<ExitStatus> {
  const { signal } = context.host
  let printed = Promise.resolve()
  preview.onChange((changed) => {
    printed = printed.then(() => printState(changed, context))
  })
  await preview.watch(since, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await printed
  return untilStopped(context.host.signal)
}
