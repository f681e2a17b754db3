import type { Context } from '../command.ts'
import { readAuthorities } from '../settings/authorities.ts'
import type { Settings } from '../settings/settings.ts'
import { failed, ok, type Check } from './check.ts'

/** The certificates of authorities that the settings name, and what is wrong with them. */
export async function checkAuthorities(
  { host }: Context,
  { caFile }: Settings,
): Promise<{ readonly checks: readonly Check[]; readonly authorities: string | undefined }> {
  if (!caFile) return { checks: [], authorities: undefined }
  const name = 'certificates'
  try {
    const authorities = await readAuthorities(host, caFile)
    const found = `Those of ${caFile.value} (${caFile.source}) are trusted beside the usual ones.`
    return { checks: [ok(name, found)], authorities }
  } catch (error) {
    return { checks: [failed(name, error)], authorities: undefined }
  }
}
