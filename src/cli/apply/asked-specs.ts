import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { planForms, refuseMisuse, type PlannedForm } from '../generate/plan-forms.ts'
import { readForms, type ReadForm } from '../generate/read-specs.ts'
import { readEach } from '../rows/each.ts'
import { warnOfSameNames } from '../rows/say-plan.ts'
import { givenVariables } from '../variables/given-variables.ts'
import type { ApplyOptions } from './apply-options.ts'
import { lockPlace, readLock } from './lock-file.ts'
import type { Planning } from './make-plan.ts'
import { namedSpecs } from './named-specs.ts'
import { rowKeys } from './row-keys.ts'

/** The specs of a run, and how they were asked for. */
export type AskedSpecs = Pick<Planning, 'words' | 'rowKeys'> & { readonly forms: readonly ReadForm[] }

/** Reads and checks the specs as `forms generate` does; when anything is wrong with one, nothing is sent. */
export async function readAsked(
  context: Context,
  words: readonly string[],
  given: ApplyOptions,
): Promise<AskedSpecs> {
  const { strict, rowKey, sourceForm } = given
  const variables = await givenVariables(context, given)
  const each = given.each === undefined ? undefined : await readEach(context, given.each)
  if (rowKey !== undefined && !each) throw Failure.of('usage', { problem: noEach })
  const isGone = await goneSpecs(context)
  const forms = await readForms(context, words, { isStrict: strict, given: variables, each, isGone })
  refuseMisuse(forms, { name: undefined, sourceForm })
  await warnOfSameNames(forms, context)
  return { words, forms, rowKeys: each && rowKeys(each, rowKey) }
}

/** Whether what cannot be found is known to the lock file: then it was removed, and is reported as such. */
async function goneSpecs(context: Context): Promise<(failure: Failure) => Promise<boolean>> {
  const { files } = context.host
  const place = await lockPlace(context)
  const entries = await readLock(context.host, place)
  return async (failure) => {
    const word = missingIn(failure)
    if (word === undefined) return false
    const isNamed = await namedSpecs(files, [word])
    return entries.some(({ spec }) => isNamed(files.resolve(place.folder, spec)))
  }
}

function missingIn(failure: Failure): string | undefined {
  if (Failure.is(failure, 'file-not-found')) return failure.args.path
  if (Failure.is(failure, 'no-specs')) return failure.args.place
  return Failure.is(failure, 'no-match') ? failure.args.pattern : undefined
}

const noEach = '--row-key names a column of --each: add --each <file>.'

/** The requests that would create the forms; `settled` is the source form of the settings. */
export const planOf = (
  { forms }: AskedSpecs,
  { sourceForm }: ApplyOptions,
  settled: string | undefined,
): Promise<readonly PlannedForm[]> => planForms(forms, { name: undefined, sourceForm }, async () => settled)
