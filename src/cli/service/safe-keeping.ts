import { count, misuse } from '../../failure/failure.ts'
import { backUp, checkDatabase, restore, type NamedFile } from '../../store/backup.ts'
import { sizeIn, uploadsIn } from '../../store/blobs.ts'
import type { Bucket } from '../../store/s3-blobs.ts'
import { databaseName } from '../../store/store.ts'
import { defineCommand, flag, printResult, text, type Context } from '../command.ts'
import { bucketOf, dataOptions, openExistingDataFolder, requireData } from '../settings/open-data-folder.ts'
import { namedFolder } from './on-folder.ts'

/** The data folder of a command that knows no other store. */
async function sqliteFolder(context: Context, data: string | undefined): Promise<string> {
  const { folder, store } = await namedFolder(context, { data, store: undefined })
  if (store === undefined || data !== undefined) return folder
  throw misuse(
    'This command works on data folders. Use the tools of PostgreSQL for a database, such as pg_dump.',
  )
}

/** The value of an option that a command cannot do without. */
export function needed(value: string | undefined, option: string): string {
  if (value === undefined) throw misuse(`${option} is missing.`)
  return value
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Tells the sizes of uploaded files by their ids, in bytes. A bucket is listed now. */
async function sizesAt(
  folder: string,
  bucket: Bucket | undefined,
): Promise<(uploadId: string) => number | undefined> {
  if (!bucket) return (uploadId) => sizeIn(uploadsIn(folder), uploadId)
  const { sizesIn } = await import('../../store/s3-blobs.ts')
  const sizes = await sizesIn(bucket)
  return (uploadId) => sizes.get(uploadId)
}

/** The commands that copy a data folder and check it. */
export const safeKeeping = {
  backup: defineCommand({
    description:
      'Copies a data folder into a new folder, also while the service runs on it: forms, responses, uploaded files and hashes of keys. The copy is checked, and appears only when all of it is there.',
    options: {
      data: dataOptions.data,
      out: text('--out <folder>', 'the folder to create; missing folders above it are made'),
      force: flag('--force', 'replace an older backup'),
    },
    examples: [
      { command: 'formctl service backup --out backups/monday', shows: 'a backup' },
      {
        command: 'formctl service backup --out newest --force',
        shows: 'a backup in the place of an older one',
      },
    ],
    async run({ options: { data, out: given, force } }, context) {
      const { host, terminal, globals } = context
      const out = needed(given, '--out <folder>')
      const folder = await sqliteFolder(context, data)
      await requireData(host, folder)
      const paths = [folder, out].map((path) => host.files.resolve(path)) as [string, string]
      const copied = await backUp(...paths, { replaces: force, at: host.now().toISOString() })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, folder, out, ...copied })
      const files = copied.uploads === 0 ? '' : ` and ${count(copied.uploads, 'uploaded file')}`
      await terminal.info(
        `Copied ${folder} to ${out}: a database of ${megabytes(copied.databaseBytes)}${files}.`,
      )
      return 0
    },
  }),

  restore: defineCommand({
    description:
      'Copies a backup into a data folder that does not exist yet or is empty. The copy is checked before it is put in place.',
    options: {
      data: text('--data <dir>', 'the data folder to make'),
      from: text('--from <folder>', 'the backup'),
    },
    examples: [
      {
        command: 'formctl service restore --from backups/monday --data data',
        shows: 'makes the data folder data',
      },
    ],
    async run({ options }, { host, terminal, globals }) {
      const from = needed(options.from, '--from <folder>')
      const data = needed(options.data, '--data <dir>')
      const copied = await restore(host.files.resolve(from), host.files.resolve(data))
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, from, data, ...copied })
      await terminal.info(`Restored ${from} to ${data}. To run it:\n  formctl serve --data ${data}`)
      return 0
    },
  }),

  check: defineCommand({
    description:
      'Checks a data folder, also while the service runs on it: the database itself, that the changes of each environment are numbered without gaps, that the last change of each response is there, and every file that an answer names. Prints one line for each problem, and exits with 1 if there is one.',
    options: {
      data: dataOptions.data,
      uploads: text(
        '--uploads <url>',
        'the S3 bucket that keeps uploaded files, as for formctl serve (default: FORMCTL_SERVE_UPLOADS, or the data folder)',
      ),
    },
    examples: [{ command: 'formctl service check', shows: 'what is wrong, if anything is' }],
    async run({ options: { data, uploads } }, context) {
      const { host, terminal, globals } = context
      const bucket = bucketOf(uploads ?? (host.env['FORMCTL_SERVE_UPLOADS'] || undefined), host.env)
      const folder = await sqliteFolder(context, data)
      // Refuses what cannot be checked: an older layout, or data that was moved away.
      await (await openExistingDataFolder(host, folder)).close()
      const path = host.files.resolve(folder)
      const checked = checkDatabase(host.files.resolve(folder, databaseName), path)
      const sizeOf = await sizesAt(path, bucket)
      const isMissing = ({ uploadId, size }: NamedFile): boolean =>
        size === undefined || sizeOf(uploadId) !== size
      const missing = checked.files.filter(isMissing).slice(0, 1000)
      const problems = [...checked.problems, ...missing.map(({ problem }) => problem)]
      if (globals.output === 'json' || problems.length > 0)
        await printResult(context, { problems }, [
          ['problem', { text: 'what is wrong' }],
          ...problems.map(({ code, sentence }) => [code, sentence]),
        ])
      if (problems.length === 0) await terminal.info(`No problem was found in ${folder}.`)
      return problems.length === 0 ? 0 : 1
    },
  }),
} as const
