/** The specs that `forms apply` and `forms adopt` work on, and the lock file for them. */
import { Failure } from '../../failure/failure.ts'
import { readLock, type ApplyRequest } from '../../publish/publish.ts'
import { readProjectFile } from '../settings/config-file.ts'
import { flag, inGroup, text, type Context, type OptionValues } from '../command.ts'
import { lockPlace } from './known-forms.ts'
import { readForms, type PrintReports } from './read-forms.ts'
import { namedSpecs } from './spec-files.ts'
import { openSpecs } from './project-specs.ts'
import { rowKeyOption, variableOptions, warnOfSameNames } from './variable-options.ts'

export const requestOptions = {
  ...inGroup('Specs', {
    sourceForm: text('--source-form <id>', 'the form whose look is inherited; overrides the spec'),
    strict: flag('--strict', 'treat warnings as errors'),
    each: text('--each <file>', 'make one form per row of a CSV table, or per entry of a YAML or JSON list'),
    rowKey: rowKeyOption,
  }),
  ...variableOptions,
}

type RequestOptions = OptionValues<typeof requestOptions>

/** The specs of a run, before the source form of the settings is known. */
export type SpecsRequest = Omit<ApplyRequest, 'fallbackSourceForm'>

/** Reads and checks the specs as `forms generate` does; when anything is wrong with one, nothing is sent. */
export async function readRequest(
  words: readonly string[],
  { strict, rowKey, sourceForm, ...given }: RequestOptions,
  context: Context,
  report?: PrintReports,
): Promise<SpecsRequest> {
  const { files } = context.host
  const specs = await openSpecs(context, words, { ...given, rowKey }, noFiles)
  const place = await lockPlace(context)
  const entries = await readLock(files, place)
  const locked = entries.map(({ spec }) => files.resolve(place.folder, spec))
  // Of a spec that was not found, the lock file says whether it was removed; then the plan reports it.
  const isGone = async (failure: Failure): Promise<boolean> =>
    locked.some(await namedSpecs(files, missingIn(failure)))
  const forms = await readForms(context, specs, { isStrict: strict, isGone, report })
  await warnOfSameNames(forms, context)
  const missing = new Set<string>()
  // Everything in the lock file belongs to the project, also what it does not list any more.
  for (const path of specs.isWhole ? locked : [])
    if ((await files.kind(path)) === 'missing') missing.add(path)
  return {
    place,
    forms,
    isNamed: (path) => specs.isNamed(path) || missing.has(path),
    sourceForm,
    project: (await readProjectFile(context.host))?.config.project,
  }
}

const noFiles = 'No file is named. Name specs, folders (. is this one) or patterns.'

/** What was not found, if that is the failure. */
function missingIn(failure: Failure): readonly string[] {
  if (Failure.is(failure, 'file-not-found')) return [failure.args.path]
  if (Failure.is(failure, 'no-specs')) return [failure.args.place]
  return Failure.is(failure, 'no-match') ? [failure.args.pattern] : []
}
