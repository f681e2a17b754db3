import { ignoreFailure } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import { listSoon } from '../../publish/publish.ts'
import type { Context } from '../command.ts'
import { withCaller, type OpenConnection } from '../settings/connect.ts'

/**
 * The forms that the service lists; none where it announces no list, fails, or takes longer than five seconds. `open`: an open
 * connection; absent: one is opened for this alone.
 */
export async function listedForms(context: Context, open?: OpenConnection): Promise<readonly FormSummary[]> {
  const forms = open ? open().then(listSoon) : withCaller(context, listSoon)
  return (await forms.catch(ignoreFailure)) ?? []
}
