import { define } from './fault-definition.ts'
import { quote } from '../form/words.ts'

/** What can be wrong with the comments that silence findings. */
export const commentFaults = {
  'unused-ignore': define<{
    code: string
    why: 'nameless' | 'unknown' | 'unused' | 'fixed'
    near: string | undefined
  }>({
    severity: 'warning',
    sentence: ({ code, why }) =>
      why === 'nameless'
        ? 'This comment silences nothing, since it names no code.'
        : why === 'unknown'
          ? `This comment silences nothing: there is no code ${quote(code)}.`
          : why === 'unused'
            ? `This comment silences nothing: its line has no finding ${quote(code)}.`
            : `${quote(code)} cannot be silenced: there is no form before it is mended.`,
    help: ({ why, near }) =>
      near !== undefined
        ? `Did you mean "${near}"?`
        : why === 'nameless'
          ? 'Write the code behind it, as in "# formctl-ignore no-way-forward", or remove it.'
          : 'Remove it.',
  }),
} as const
