import { count, misuse, thousands } from '../../failure/failure.ts'
import { backUp, checkDatabase, restore } from '../../store/backup.ts'
import { sizeIn, uploadsIn } from '../../store/blobs.ts'
import { move } from '../../store/move.ts'
import { openPostgresCopy, openSqliteCopy } from '../../store/open-store.ts'
import type { Bucket } from '../../store/s3-blobs.ts'
import { databaseName, shownUrl } from '../../store/store.ts'
import { defineCommand, flag, printResult, text, type Context } from '../command.ts'
import { shellWord } from '../option-values.ts'
import {
  claimed,
  bucketOf,
  dataOptions,
  openExistingDataFolder,
  requireData,
} from '../settings/open-data-folder.ts'
import { namedFolder } from './on-folder.ts'

/** The commands that copy, move and check a data folder. */
export const dataCommands = {
  backup: defineCommand({
    description:
      'Copies a data folder into a new folder, also while the service runs on it: forms, responses, uploaded files and hashes of keys. The copy is checked, and put in place only when it is complete.',
    options: {
      data: dataOptions.data,
      out: text('--out <folder>', 'the folder to create; missing folders above it are made'),
      force: flag('--force', 'replace an older backup'),
    },
    requires: [['out']],
    examples: {
      'formctl service backup --out backups/monday': 'a backup',
      'formctl service backup --out newest --force': 'a backup in the place of an older one',
    },
    async run({ options: { data, out = '', force } }, context) {
      const { host, terminal, globals } = context
      const folder = await sqliteFolder(context, data)
      await requireData(host, folder)
      const { resolve } = host.files
      const at = host.now().toISOString()
      const copied = await backUp(resolve(folder), resolve(out), { replaces: force, at })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, folder, out, ...copied })
      const files = copied.uploads === 0 ? '' : ` and ${count(copied.uploads, 'uploaded file')}`
      await terminal.info(
        `Copied ${folder} to ${out}: a database of ${(copied.databaseBytes / 1_000_000).toFixed(1)} MB${files}.`,
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
    requires: [['from'], ['data']],
    examples: {
      'formctl service restore --from backups/monday --data data': 'makes the data folder data',
    },
    async run({ options: { from = '', data = '' } }, { host, terminal, globals }) {
      const copied = await restore(host.files.resolve(from), host.files.resolve(data))
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, from, data, ...copied })
      await terminal.info(`Restored ${from} to ${data}. To run it:\n  formctl serve --data ${data}`)
      return 0
    },
  }),

  check: defineCommand({
    description:
      'Checks a data folder, also while the service runs on it: the database itself, the numbering of changes, the last change of each response, and every file that an answer names. Prints one line for each problem, and exits with 1 if there is one.',
    options: {
      data: dataOptions.data,
      uploads: text(
        '--uploads <url>',
        'the S3 bucket that keeps uploaded files, as for formctl serve (default: FORMCTL_SERVE_UPLOADS, or the data folder)',
      ),
    },
    examples: { 'formctl service check': 'what is wrong, if anything' },
    async run({ options: { data, uploads } }, context) {
      const { host, terminal, globals } = context
      const bucket = bucketOf(uploads ?? (host.env['FORMCTL_SERVE_UPLOADS'] || undefined), host.env)
      const folder = await sqliteFolder(context, data)
      // Refuses what cannot be checked: an older layout, or data that was moved away.
      await (await openExistingDataFolder(host, folder)).close()
      const path = host.files.resolve(folder)
      const checked = checkDatabase(host.files.resolve(folder, databaseName), path)
      const sizeOf = await uploadSizes(path, bucket)
      const missing = checked.files
        .filter(({ uploadId, size }) => size === undefined || sizeOf(uploadId) !== size)
        .slice(0, 1000)
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

  move: defineCommand({
    description:
      'Moves a data folder into an empty PostgreSQL database (--to), or back into a new data folder (--from). Stop the service first. A move that was stopped goes on when the same command runs again. At the end it compares the number and the hash of all rows, and exits with 1 if they differ. Uploaded files stay where they are.',
    options: {
      data: text('--data <dir>', 'the data folder'),
      to: text('--to <url>', 'the database to move it into, such as postgres://user@host/forms', {
        excludes: ['from'],
      }),
      from: text('--from <url>', 'the database to move into the data folder'),
    },
    requires: [['data'], ['to', 'from']],
    examples: {
      'formctl service move --data data --to postgres://formctl@db/forms':
        'moves the data folder data into a database',
      'formctl service move --from postgres://formctl@db/forms --data new':
        'moves a database into the new data folder new',
    },
    async run({ options }, context) {
      const { host, terminal } = context
      const { data = '', to, from = '' } = options
      const url = to ?? from
      const openDatabase = async () => {
        const copy = await openPostgresCopy(url, host.randomBytes)
        await terminal.info(`No server may run on ${copy.place} or ${data} until this is done.`)
        return copy
      }
      const isBack = to === undefined
      if (!isBack) await requireData(host, data)
      const openData = async () =>
        claimed(await openSqliteCopy(host.files.resolve(data), host.randomBytes), host, data)
      const compared = await (isBack ? move(openDatabase, openData) : move(openData, openDatabase))
      await printResult(context, { data, database: shownUrl(url), tables: compared }, [
        ['table', 'rows', 'rows there', 'sha-256', 'sha-256 there'],
        ...compared.map(({ name, source, target }) => [
          name,
          ...[source, target].map(({ rows }) => thousands(rows)),
          // Enough to see a difference; JSON has all of it.
          ...[source, target].map(({ sha256 }) => sha256.slice(0, 16)),
        ]),
      ])
      const different = compared.filter(({ isSame }) => !isSame).map(({ name }) => name)
      if (different.length > 0) {
        await terminal.warn(
          `The target differs from its source in ${different.join(', ')}: one of them has changed meanwhile. If servers have used the target since an earlier move, all is well; if not, start again with an empty target.`,
        )
        return 1
      }
      const responses = compared.find(({ name }) => name === 'responses')?.target.rows ?? 0
      const store = isBack ? '' : ` --store ${shellWord(shownUrl(url))}`
      await terminal.info(
        `Moved ${count(responses, 'response')} and all else. Uploaded files were not moved: the service looks for them in ${data}/uploads. To run it:\n  formctl serve${store} --data ${shellWord(data)}`,
      )
      return 0
    },
  }),
} as const

/** The data folder of a command that works with no other store. */
async function sqliteFolder(context: Context, data: string | undefined): Promise<string> {
  const { folder, store } = await namedFolder(context, { data, store: undefined })
  if (store === undefined || data !== undefined) return folder
  throw misuse(
    'This command works on data folders. Use the tools of PostgreSQL for a database, such as pg_dump.',
  )
}

/** Looks up the size of an uploaded file by its id, in bytes. A bucket is listed at once. */
async function uploadSizes(
  folder: string,
  bucket: Bucket | undefined,
): Promise<(uploadId: string) => number | undefined> {
  if (!bucket) return (uploadId) => sizeIn(uploadsIn(folder), uploadId)
  const { sizesIn } = await import('../../store/s3-blobs.ts')
  const sizes = await sizesIn(bucket)
  return (uploadId) => sizes.get(uploadId)
}
