import { Failure } from '../failure/failure.ts'
import type { Context } from '../cli/command.ts'
import { patienceOf } from '../cli/settings/waits.ts'
import { savedCoverage } from './coverage.ts'
import type { ExportPlan } from '../cli/responses/export-plan.ts'
import type { Progress } from '../cli/responses/progress.ts'
import type { RecordSource } from './record-source.ts'
import { openSavedReply } from './saved-reply.ts'

/** Opens what responses are read from, with `isNewest` the newest of one form alone. Whoever opens, closes. */
export async function openSource(
  plan: Pick<ExportPlan, 'source' | 'withPartials'> & { readonly isNewest?: boolean },
  context: Context,
  progress: Progress,
): Promise<RecordSource> {
  const { source, withPartials, isNewest = false } = plan
  if (source.kind === 'saved') return savedSource(source, context, progress)
  // What reads a service is not loaded for a file.
  const [{ connect }, { readEnvironment, readForms, readNewest }] = await Promise.all([
    import('../cli/settings/connect.ts'),
    import('./service-reads.ts'),
  ])
  const connection = await connect(context)
  const access = { ...connection, service: progress.countedService(connection.service) }
  const caller = { access, patience: patienceOf(context) }
  const reader =
    source.kind === 'all'
      ? readEnvironment(caller, withPartials)
      : isNewest
        ? readNewest(caller, source.formIds[0] ?? '', withPartials)
        : readForms(caller, source.formIds, withPartials)
  const origin = { kind: 'service', baseUrl: connection.baseUrl } as const
  return { ...reader, origin, mayRestart: true, close: connection.close }
}

type Saved = Extract<ExportPlan['source'], { kind: 'saved' }>

const savedSource = ({ path, formIds }: Saved, { host }: Context, progress: Progress): RecordSource => ({
  origin: { kind: 'saved', file: path },
  read: async (collect) => {
    try {
      const { records, close } = await openSavedReply(host, path, progress)
      try {
        return await collect(records)
      } finally {
        await close()
      }
    } catch (error) {
      if (path === '-' || !Failure.is(error, 'saved-reply-broken')) throw error
      const { placeFault } = await import('./place-fault.ts')
      throw await placeFault(error, host)
    }
  },
  mayRestart: false,
  ...(formIds.length === 0 ? {} : { formIds: new Set(formIds) }),
  coverage: () => savedCoverage,
  close: async () => undefined,
})
