import type { Host } from './host.ts'
import { plain } from './terminal/plain.ts'

/** Writes lines for the operator to stderr. A service goes on where nobody reads them any more. */
export const logOn =
  ({ stderr }: Pick<Host, 'stderr'>) =>
  (line: string): void =>
    void stderr.write(`${plain(line)}\n`).catch(() => undefined)
