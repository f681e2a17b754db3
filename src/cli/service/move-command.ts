import { count, misuse, thousands } from '../../failure/failure.ts'
import { claimForServer, openPostgresCopy, openSqliteCopy } from '../../store/open-store.ts'
import { move, type Compared, type Copy } from '../../store/move.ts'
import { shownUrl } from '../../store/store.ts'
import { defineCommand, printResult, text, type Context } from '../command.ts'
import type { Host } from '../host.ts'
import { shellWord } from '../option-values.ts'
import { requireData } from '../settings/open-data-folder.ts'
import { needed } from './safe-keeping.ts'

/** Opens the raw rows of a data folder, as its only server. Fails with `folder-served`. */
async function openFolder(host: Host, folder: string): Promise<Copy> {
  const path = host.files.resolve(folder)
  const copy = await openSqliteCopy(path, host.randomBytes)
  try {
    const { release } = claimForServer(path, (await host.processes.self()).pid)
    return { ...copy, close: () => copy.close().finally(release) }
  } catch (error) {
    await copy.close()
    throw error
  }
}

type Result = { readonly data: string; readonly database: string; readonly tables: readonly Compared[] }

const print = (context: Context, result: Result): Promise<void> =>
  printResult(context, result, [
    ['table', 'rows', 'rows there', 'sha-256', 'sha-256 there'],
    ...result.tables.map(({ name, source, target }) => [
      name,
      ...[source, target].map(({ rows }) => thousands(rows)),
      // Enough to see a difference; JSON has all of it.
      ...[source, target].map(({ sha256 }) => sha256.slice(0, 16)),
    ]),
  ])

export const moveCommand = defineCommand({
  description:
    'Moves a data folder into an empty PostgreSQL database (--to), or back into a new data folder (--from). Stop the service first. A move that was stopped goes on when the same command runs again. At the end it compares the number and the hash of all rows, and exits with 1 if they differ. Uploaded files stay where they are.',
  options: {
    data: text('--data <dir>', 'the data folder'),
    to: text('--to <url>', 'the database to move it into, such as postgres://user@host/forms'),
    from: text('--from <url>', 'the database to move into the data folder'),
  },
  examples: [
    {
      command: 'formctl service move --data data --to postgres://formctl@db/forms',
      shows: 'moves the data folder data into a database',
    },
    {
      command: 'formctl service move --from postgres://formctl@db/forms --data new',
      shows: 'makes the data folder new from a database',
    },
  ],
  async run({ options }, context) {
    const { host, terminal } = context
    const data = needed(options.data, '--data <dir>')
    const url = options.to ?? options.from
    if (url === undefined || (options.to !== undefined && options.from !== undefined))
      throw misuse(
        'Name one database: --to <url> moves the data folder into it, --from <url> moves it into a data folder.',
      )
    const openDatabase = async () => {
      const copy = await openPostgresCopy(url, host.randomBytes)
      await terminal.info(`No server may run on ${copy.place} or ${data} until this is done.`)
      return copy
    }
    const isBack = options.from !== undefined
    if (!isBack) await requireData(host, data)
    const openData = () => openFolder(host, data)
    const compared = await (isBack ? move(openDatabase, openData) : move(openData, openDatabase))
    await print(context, { data, database: shownUrl(url), tables: compared })
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
})
