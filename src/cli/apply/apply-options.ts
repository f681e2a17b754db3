import { flag, number, text, type Given } from '../command.ts'
import { variableOptions } from '../variables/given-variables.ts'
import { usualLockSeconds } from './hold-lock.ts'
import { lockFileName } from './lock-file.ts'

/** The options of `forms apply`. */
export const applyOptions = {
  dryRun: flag('--dry-run', 'print the plan and send nothing; no key is needed'),
  detailedExitcode: flag('--detailed-exitcode', 'with --dry-run: end with 1 when there is something to do'),
  yes: flag('--yes', 'carry the plan out without asking'),
  forget: flag('--forget', `drop what has no spec any more from ${lockFileName}; its forms stay`),
  jobs: number('--jobs <n>', 'how many forms are sent at once (usually 1, in the order of the specs)'),
  lockTimeout: number(
    '--lock-timeout <seconds>',
    `how long to wait for another run on the same lock file (usually ${usualLockSeconds})`,
  ),
  sourceForm: text('--source-form <id>', 'the form whose look is inherited; beats the one in the spec'),
  strict: flag('--strict', 'count warnings as errors'),
  ...variableOptions,
  each: text('--each <file>', 'make a form of each row of a table: CSV, or a list in YAML or JSON'),
  rowKey: text('--row-key <column>', 'the column by which rows are known (usually the first)'),
}

/** What was given for them. */
export type ApplyOptions = Given<typeof applyOptions>
