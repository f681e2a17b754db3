/** Opens the folders that are named, as a user without special rights, and prints what came of it as JSON. */
import { openSqliteStore } from '../../src/store/open-store.ts'

if (process.getuid?.() === 0) {
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}
const outcomes: string[] = []
for (const folder of process.argv.slice(2))
  outcomes.push(
    await openSqliteStore(folder, (count) => new Uint8Array(count)).then(
      () => 'opened',
      (error: unknown) => (error instanceof Error ? error.message.replaceAll(folder, '<folder>') : ''),
    ),
  )
process.stdout.write(JSON.stringify(outcomes))
