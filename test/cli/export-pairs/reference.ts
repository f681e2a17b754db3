import { savedCoverage } from '../../../src/responses/coverage.ts'
import { openColumns } from '../../../src/cli/responses/columns-file/open-columns.ts'
import { exportOnce } from '../../../src/cli/responses/export-once.ts'
import type { ExportWords } from '../../../src/cli/responses/export-options.ts'
import { planExport } from '../../../src/cli/responses/export-plan.ts'
import type { Progress } from '../../../src/cli/responses/progress.ts'
import type { Told } from '../../../src/cli/responses/manifest.ts'
import { openSideFiles, putInPlace } from '../../../src/cli/responses/put-in-place.ts'
import type { RecordSource } from '../../../src/responses/record-source.ts'
import { parseWords } from '../../../src/cli/program.ts'
import { parseWithDigits } from '../../../src/record/exact-json.ts'
import type { RawRecord } from '../../../src/record/records.ts'
import { testHost } from '../../support/test-host.ts'

const noProgress: Progress = {
  countedBytes: (chunks) => chunks,
  countedService: (service) => service,
  counted: (records) => records,
  end: () => undefined,
}

type Running = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/**
 * The same export by the reference: its records come out of JSON.parse in batches, so that no kernel can take their bytes,
 * and nothing can be read twice or written before the end.
 */
export async function exportByReference(
  argv: readonly string[],
  body: string,
  { cwd, env }: Running,
): Promise<string> {
  const host = testHost({ argv, cwd, env })
  const parsed = await parseWords(argv, 80)
  if (parsed.kind !== 'run') throw new Error(`no run: ${argv.join(' ')}`)
  // Of that command these are the options.
  const plan = planExport(parsed.given.options as ExportWords, { output: undefined, isTerminal: false })
  const opened = await openColumns(plan.contract, host.files)
  const source: RecordSource = {
    origin: { kind: 'saved', file: '-' },
    read: (collect) => collect({ batches: () => batches(body) }),
    mayRestart: false,
    coverage: () => savedCoverage,
    close: async () => undefined,
    ...(plan.source.kind !== 'all' &&
      plan.source.formIds.length > 0 && { formIds: new Set(plan.source.formIds) }),
  }
  const pending = await source.read((records) =>
    exportOnce(records, { plan, source, host, progress: noProgress, opened }),
  )
  const sides = await openSideFiles({ ...plan, manifest: undefined }, host.files)
  const { summary, filtered } = pending
  const [began, ended] = [host.now(), host.now()]
  const { origin } = source
  const told = { plan, summary, filtered, origin, coverage: source.coverage(), opened, began, ended }
  const placing = { plan, pending, sides, opened, tell: (files: Told['files']) => ({ ...told, files }) }
  await putInPlace(placing, { host, carryThrough: (work) => work() })
  return host.output().stdout
}

async function* batches(body: string): AsyncIterable<readonly RawRecord[]> {
  const { data } = parseWithDigits(body) as { readonly data: readonly RawRecord[] }
  for (let at = 0; at < data.length; at += 100) yield data.slice(at, at + 100)
}
