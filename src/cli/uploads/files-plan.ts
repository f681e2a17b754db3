import type { CommandQuery } from '../../responses/responses.ts'
import { checkCondition } from '../../table/choose-records.ts'
import { text, type Given } from '../command.ts'
import { exportOptions } from '../responses/export-options.ts'
import { getOptions } from '../responses/get-responses.ts'
import { queryOf } from '../responses/plan-export.ts'

const { form, all, from, partials, until, by, where } = exportOptions

export const filesOptions = {
  form,
  all,
  from,
  partials,
  since: getOptions.since,
  until,
  by,
  where,
  out: text('--out <folder>', 'the folder for the files; made if it is missing', {
    takes: { what: 'the path of a folder, and not -', isValid: (given) => given !== '-' },
  }),
}

export type FilesPlan = CommandQuery & {
  readonly where: readonly string[]
  readonly out: string
}

/** Validates the options; misuse is a Failure. */
export function planFiles(options: Given<typeof filesOptions>, now: Date): FilesPlan {
  const { out = '' } = options
  for (const condition of options.where) checkCondition(condition)
  return { ...queryOf(options, { now }), where: options.where, out }
}
