import type { SetSeverity } from '../../spec/judge.ts'
import type { Host } from '../host.ts'
import { readProjectFile } from './config-file.ts'

/** How severe the project of the working folder wants the findings of which codes. */
export const readSeverities = async (host: Host): Promise<ReadonlyMap<string, SetSeverity>> =>
  new Map(Object.entries((await readProjectFile(host))?.config.rules ?? {}))
