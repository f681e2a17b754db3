import type { Context } from '../command.ts'
import { connect } from '../settings/connect.ts'
import { patienceOf } from '../settings/patience.ts'
import type { ExportPlan } from './export-plan.ts'
import type { RecordSource } from './record-source.ts'
import { readSavedReply } from './saved-reply.ts'
import { readEnvironment, readForms } from './service-source.ts'

/** Opens what an export reads from. Whoever opens, closes. */
export async function openSource(plan: ExportPlan, context: Context): Promise<RecordSource> {
  const { source, withPartials } = plan
  if (source.kind === 'saved') return savedSource(context, source)
  const connection = await connect(context)
  const caller = { access: connection, patience: patienceOf(context) }
  const reader =
    source.kind === 'all'
      ? readEnvironment(caller, withPartials)
      : readForms(caller, source.formIds, withPartials)
  return { ...reader, mayRestart: true, close: connection.close }
}

type Saved = Extract<ExportPlan['source'], { kind: 'saved' }>

const savedSource = ({ host }: Context, { path, formIds }: Saved): RecordSource => ({
  read: (collect) => collect(readSavedReply(host, path)),
  mayRestart: false,
  ...(formIds.length === 0 ? {} : { formIds: new Set(formIds) }),
  remarks: () => [],
  close: async () => undefined,
})
