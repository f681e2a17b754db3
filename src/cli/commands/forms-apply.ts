import { Failure } from '../../failure.ts'
import { applyOptions, type ApplyOptions } from '../apply/apply-options.ts'
import { readAsked } from '../apply/asked-specs.ts'
import { dryRun } from '../apply/dry-run.ts'
import { lockFileName } from '../apply/lock-file.ts'
import { runApply } from '../apply/run-apply.ts'
import { defineCommand } from '../command.ts'
import { untilSignal } from '../until-signal.ts'

export const command = defineCommand({
  words: 'forms apply',
  summary: 'create what is new or changed in specs',
  description: `Compares specs with ${lockFileName}, which says what was made of them, and creates a form for each that is new or has changed; the rest is left alone. A service cannot change a form, so a changed spec makes a new one: the old form stays, with its answers, and its id is kept. Comments, layout and the order of keys are no change; a renamed file keeps its form, and a change taken back has its old form again. Commit ${lockFileName}: each form stands in it the moment it is there, so a run that was stopped is simply run again.

The plan is said first. At a terminal it waits for a yes, unless --yes is given; elsewhere, as in CI, it is carried out. Nothing at the service is ever changed or deleted.`,
  args: [{ name: '[files...]', summary: 'files, folders, patterns in quotes' }],
  options: applyOptions,
  outputs: ['table', 'json'],
  // A form on its way must not be left without a word on whether it was created.
  endsItself: true,
  examples: [
    { command: 'formctl forms apply forms', shows: 'the plan for a folder, then the forms that are there' },
    {
      command: 'formctl forms apply forms --dry-run --detailed-exitcode',
      shows: 'the plan; ends with 1 when there is something to do',
    },
    { command: 'formctl forms apply forms --yes -o json', shows: 'every form with its state, for programs' },
    {
      command: 'formctl forms apply survey.yaml --each customers.csv --row-key customer',
      shows: 'what is new or changed, a form a customer',
    },
  ],
  async run({ args, options: given }, context) {
    refuseWords(args, given)
    const specs = await untilSignal(context.host.signal, readAsked(context, args, given))
    return given.dryRun ? dryRun(specs, given, context) : runApply(specs, given, context)
  },
})

function refuseWords(
  args: readonly string[],
  { detailedExitcode, dryRun: isDry, jobs = 1 }: ApplyOptions,
): void {
  if (args.length === 0) throw misuse('No file is named. Name specs, folders or patterns.')
  if (args.includes('-'))
    throw misuse(
      'A spec on the standard input has no path to be known by. Name its file, or use forms generate.',
    )
  if (detailedExitcode && !isDry) throw misuse('--detailed-exitcode tells of a plan: add --dry-run.')
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > mostJobs)
    throw misuse(`--jobs ${jobs} is not possible: it is a whole number from 1 to ${mostJobs}.`)
}

const mostJobs = 64
const misuse = (problem: string): Failure => Failure.of('usage', { problem })
