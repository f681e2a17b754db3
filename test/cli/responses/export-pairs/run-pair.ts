import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { overHttp } from '../../../../src/client/over-http.ts'
import { run } from '../../../../src/cli/run.ts'
import { temporaryFolder, testHost } from '../../../support/test-host.ts'
import { mergedOptions, type ExportOptions } from './options.ts'
import type { Setting } from './settings.ts'
import type { Dataset } from './dataset.ts'

/** An export with some settings: its words, and what it is to look like. */
export type Export = {
  readonly argv: readonly string[]
  readonly options: ExportOptions
  readonly files: Readonly<Record<string, string>>
}

/** The export of some settings together. */
export function exportOf(...given: readonly Setting[]): Export {
  const words = given.flatMap((setting) => setting.words)
  const options = mergedOptions(given.map((setting) => setting.options))
  const isElsewhere = options.source === 'service' || words.includes('--from') || words.includes('--all')
  return {
    argv: [
      'responses',
      'export',
      ...(isElsewhere ? [] : ['--from', 'reply.json']),
      ...(words.includes('--out') ? [] : ['--out', 'answers']),
      ...words,
    ],
    options,
    files: Object.assign({}, ...given.map(({ files }) => files)),
  }
}

/** What came of an export. */
export type Outcome = {
  readonly exit: number
  readonly stderr: string
  readonly stdout: Buffer
  /** All files but those that were given and are as they were. */
  readonly files: Readonly<Record<string, Buffer>>
  readonly cwd: string
}

export const env = { FORMCTL_API_KEY: 'fctl_canary_pairs', FORMCTL_REDACT_KEY: 'a key of the environment' }

/** A folder with the files that an export needs. */
export function folderFor({ files }: Export): string {
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return cwd
}

/** Runs it as the program does: kernel, direct writing and all. */
export async function runExport(exportCase: Export, dataset: Dataset, baseUrl: string): Promise<Outcome> {
  const cwd = folderFor(exportCase)
  const { argv, options } = exportCase
  if (options.source === 'file') writeFileSync(join(cwd, 'reply.json'), dataset.body)
  const chunks: Uint8Array[] = []
  const host = testHost({
    argv,
    cwd,
    env: { ...env, FORMCTL_BASE_URL: baseUrl },
    ...(options.source === 'stdin' && { stdin: dataset.body }),
    overHttp: async (url) => overHttp(url),
  })
  const stdout = {
    ...host.stdout,
    write: async (bytes: Uint8Array | string) => void chunks.push(Buffer.from(bytes)),
  }
  const exit = await run({ ...host, stdout })
  return {
    exit,
    stderr: host.output().stderr,
    stdout: Buffer.concat(chunks),
    files: filesIn(cwd, exportCase),
    cwd,
  }
}

/** The files that an export left. */
export function filesIn(cwd: string, { files }: Pick<Export, 'files'>): Readonly<Record<string, Buffer>> {
  const left = readdirSync(cwd, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'reply.json')
    .map(({ name }) => [name, readFileSync(join(cwd, name))] as const)
  return Object.fromEntries(left.filter(([name, bytes]) => bytes.toString() !== files[name]))
}
