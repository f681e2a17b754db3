import { databaseName } from '../../store/store.ts'
import type { Files } from '../../files/file-system.ts'

/** The data folder when no option names one. */
export const usualDataFolder = './formctl-data'

/** Whether a folder holds a service already. */
export const holdsData = async (files: Files, folder: string): Promise<boolean> =>
  (await files.kind(files.resolve(folder, databaseName))) !== 'missing'
