import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import { stdinName } from '../spec-files.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { githubSummary } from './github.ts'
import { reporters } from './index.ts'
import { maskReport } from './mask-report.ts'
import type { FileReport, Scene } from './reporter.ts'
import type { WantedReport } from './wanted.ts'

type Writing = {
  readonly wanted: readonly WantedReport[]
  readonly scene: Pick<Scene, 'unread'>
  readonly host: Pick<Host, 'env' | 'files' | 'platform' | 'stdout'>
  readonly terminal: Terminal
}

/** Prints one report and writes the others to their files, which replaces them; what could not be written. */
export async function writeReports(
  reports: readonly FileReport[],
  { wanted, scene, host, terminal }: Writing,
): Promise<readonly Failure[]> {
  const { files, env, stdout } = host
  const summary = env['GITHUB_STEP_SUMMARY'] || undefined
  const placed = reports.map((report) => maskReport({ ...report, place: placeOf(report.file, host) }, host))
  const unread = scene.unread.map(terminal.masked)
  const onPage = { unread, paint: bare, plain: terminal.plain, hasSummary: summary !== undefined }
  const failures: Failure[] = []
  const attempt = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    })
  }
  for (const { name, file } of wanted) {
    const columns = stdout.isTerminal ? stdout.columns : undefined
    const report = await reporters[name]()
    if (file === undefined) await terminal.print(report(placed, { ...onPage, paint: terminal.out, columns }))
    else await attempt(writeFile(files, file, report(placed, { ...onPage, columns: undefined })))
    if (name === 'github' && summary !== undefined)
      await attempt(addSummary(placed, { summary, onPage, files }))
  }
  return failures
}

/** Refuses a report that would take the place of a spec. */
export function keepSpecs(
  wanted: readonly WantedReport[],
  reports: readonly FileReport[],
  { files }: Pick<Host, 'files'>,
): void {
  const specs = new Set(reports.map(({ file }) => files.resolve(file)))
  for (const { name, file } of wanted) {
    if (file === undefined || !specs.has(files.resolve(file))) continue
    const problem = `--reporter ${name}=${file} would replace the spec itself. Name another file.`
    throw Failure.of('usage', { problem })
  }
}

const same = (text: string): string => text
const bare = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same }

type Summing = {
  readonly summary: string
  readonly onPage: Parameters<typeof githubSummary>[1]
  readonly files: Host['files']
}

async function addSummary(
  reports: readonly FileReport[],
  { summary, onPage, files }: Summing,
): Promise<void> {
  const { githubSummary: summaryOf } = await import('./github.ts')
  const rest = summaryOf(reports, onPage)
  if (rest !== '') await files.append(summary, rest)
}

async function writeFile(files: Host['files'], path: string, report: string): Promise<void> {
  const file = await files.create(path, { replace: true })
  await file.write(report)
  await file.commit()
}

/** A file as seen from the root of the checkout that a CI service tells, or from the working folder. */
function placeOf(file: string, { files, env, platform }: Pick<Host, 'files' | 'env' | 'platform'>): string {
  if (file === stdinName) return file
  const slashes = (path: string): string => (platform === 'win32' ? path.replaceAll('\\', '/') : path)
  const full = slashes(files.resolve(file))
  for (const root of [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR'], files.resolve()]) {
    const folder = root && `${slashes(root).replace(/\/+$/, '')}/`
    if (folder && full.startsWith(folder)) return full.slice(folder.length)
  }
  return full
}
