/** The specs that `forms apply` and `forms adopt` work on, and the lock file for them. */
import { Failure, misuse } from '../../failure/failure.ts'
import { textOfValue, type RowsFile } from '../../authoring/authoring.ts'
import { readLock, type ApplyRequest, type LockPlace } from '../../publish/publish.ts'
import { flag, inGroup, text, type Context, type OptionValues } from '../command.ts'
import { lockPlace } from './known-forms.ts'
import { readForms } from './read-forms.ts'
import { namedSpecs } from './spec-files.ts'
import { readRowsFile, readVariableOptions, variableOptions, warnOfSameNames } from './variable-options.ts'

export const requestOptions = {
  ...inGroup('Specs', {
    sourceForm: text('--source-form <id>', 'the form whose look is inherited; overrides the spec'),
    strict: flag('--strict', 'treat warnings as errors'),
    each: text('--each <file>', 'make one form per row of a CSV table, or per entry of a YAML or JSON list'),
    rowKey: text('--row-key <column>', 'the column that identifies a row (default: the first)', {
      needs: ['each'],
    }),
  }),
  ...variableOptions,
}

type RequestOptions = OptionValues<typeof requestOptions>

/** The specs of a run, before the source form of the settings is known. */
type SpecsRequest = Omit<ApplyRequest, 'fallbackSourceForm' | 'isForgetting' | 'isRecreating'>

/** Reads and checks the specs as `forms generate` does; when anything is wrong with one, nothing is sent. */
export async function readRequest(
  words: readonly string[],
  { strict, rowKey, sourceForm, ...given }: RequestOptions,
  context: Context,
): Promise<SpecsRequest> {
  const { files } = context.host
  const variables = await readVariableOptions(context, given)
  const each = given.each === undefined ? undefined : await readRowsFile(context, given.each)
  const place = await lockPlace(context)
  const isGone = await goneSpecs(place, context)
  const forms = await readForms(context, words, { isStrict: strict, variables, each, isGone })
  await warnOfSameNames(forms, context)
  const isNamed = await namedSpecs(files, words)
  return {
    place,
    forms,
    isNamed,
    rowKeys: each && rowKeys(each, rowKey),
    sourceForm,
    project: undefined,
  }
}

/** Whether a spec that was not found is in the lock file: then it was removed, and the plan reports it. */
async function goneSpecs(
  place: LockPlace,
  { host: { files } }: Context,
): Promise<(failure: Failure) => Promise<boolean>> {
  const entries = await readLock(files, place)
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

/** The values of the key column by row number; they identify rows from run to run. */
function rowKeys(each: RowsFile, asked: string | undefined): ReadonlyMap<number, string> {
  const { file, columns, rows } = each
  const column = asked ?? columns[0] ?? ''
  if (!columns.includes(column))
    throw misuse(`--row-key ${column}: ${file} has no such column. It has ${columns.join(', ')}.`)
  const keys = new Map<number, string>()
  const numbers = new Map<string, number>()
  for (const { number: n, values } of rows) {
    const key = textOfValue(values.get(column) ?? '').trim()
    if (key === '') throw misuse(`Row ${n} of ${file} has no ${column}, ${remedy}`)
    const before = numbers.get(key)
    if (before !== undefined)
      throw misuse(`Rows ${before} and ${n} of ${file} have the same ${column}, "${key}", ${remedy}`)
    numbers.set(key, n)
    keys.set(n, key)
  }
  return keys
}

const remedy =
  'which must identify its form in every run. With --row-key, name a column with a different value in each row.'
