/**
 * Runs the executable with nothing on the PATH and no Node near: a form becomes responses, these become files of every format and
 * databases, and a service keeps its data in a folder and in PostgreSQL. `node .ci/try-package.ts <path>` tries another one than `out/formctl`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { formatNames } from '../src/export/formats.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../test/support/postgres.ts'

const executable = resolve(process.argv[2] ?? 'out/formctl')
/** The same in a line of a shell. */
const quoted = `'${executable.replaceAll("'", String.raw`'\''`)}'`
const folder = mkdtempSync(join(tmpdir(), 'formctl-executable-'))
const project = join(folder, 'q')

/** What a run prints; fails when its exit code is another one. */
function formctl(words: readonly string[], cwd = project, expected = 0): string {
  const env = { HOME: folder, PATH: folder }
  const { status, stdout, stderr } = spawnSync(executable, words, { cwd, env, encoding: 'utf8' })
  if (status !== expected)
    throw new Error(`formctl ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout + stderr
}

function check(isTrue: boolean, claim: string): void {
  if (!isTrue) throw new Error(`Not so: ${claim}.`)
}

async function tryPostgres({ database, rows }: TestPostgres): Promise<void> {
  const [store, target] = [await database(), await database()]
  const generate = `${quoted} forms generate contact.yaml`
  formctl(['serve', '--port', '0', '--store', store, '--exec', `${generate} && ${generate}`])
  const [forms] = await rows(store, "select count(*) from forms where name = 'Contact us'")
  check(forms?.['count'] === '2', 'the service keeps its forms in PostgreSQL')
  formctl(['responses', 'sync', '--all', '--to', target])
  const [synced] = await rows(target, 'select count(*) from contact')
  check(synced?.['count'] === '3', 'PostgreSQL has each response')
}

try {
  formctl(['quickstart', '--dir', 'q'], folder)
  // It has no files on the disk, so what editors need comes out of itself.
  formctl(['forms', 'new', 'survey.yaml'])
  const schema = readFileSync(join(project, 'spec.schema.json'), 'utf8')
  check(schema === readFileSync('schemas/spec.schema.json', 'utf8'), 'a new spec has its schema')
  formctl(['forms', 'validate', 'contact.yaml', 'survey.yaml'])
  formctl(['forms', 'apply', 'contact.yaml', '--yes'])
  check(existsSync(join(project, 'formctl.lock.json')), 'forms apply writes the lock file')

  for (const format of formatNames) {
    formctl(['responses', 'export', '--all', '--format', format, '--out', `all.${format}`])
    check(statSync(join(project, `all.${format}`)).size > 100, `an export as ${format} has content`)
  }
  formctl(['responses', 'stats', '--all', '--report', 'report.html'])
  for (const target of ['sqlite:synced.sqlite', 'parquet:synced'])
    check(
      formctl(['responses', 'sync', '--all', '--to', target]).includes('+3'),
      `${target} has each response`,
    )
  const refused = formctl(['responses', 'sync', '--all', '--to', 'duckdb:synced.duckdb'], project, 3)
  check(refused.includes('the single executable cannot load'), 'it says that it has no DuckDB')

  // The served store has threads of its own, and its first start writes.
  formctl(['serve', '--port', '0', '--data', 'served', '--exec', `${quoted} forms generate contact.yaml`])
  if (noPostgres === undefined) {
    const postgres = await startPostgres()
    try {
      await tryPostgres(postgres)
    } finally {
      await postgres.close()
    }
  }
  const left = noPostgres === undefined ? '' : ` PostgreSQL was not tried: ${noPostgres}.`
  console.log(`The executable did everything without Node, and wrote ${formatNames.join(', ')}.${left}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
