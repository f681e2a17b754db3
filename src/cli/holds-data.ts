import { databaseName } from '../store/sqlite/database-name.ts'
import type { Files } from './host.ts'

/** Whether there is a service in a folder already. */
export const holdsData = async (files: Files, folder: string): Promise<boolean> =>
  (await files.kind(files.resolve(folder, databaseName))) !== 'missing'
