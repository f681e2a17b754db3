import { misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { defineCommand } from '../command.ts'
import { scripts, shells } from '../completion/scripts.ts'

export const command = defineCommand({
  description:
    'Prints a completion script for a shell: commands, options and their values, file names, profiles, and the ids of forms that formctl listed or created before. In bash 3.2, which macOS ships, file names are not completed; load the script there with eval "$(formctl completion bash)".',
  args: [{ name: '<shell>', summary: `the shell: ${shells.join(', ')}` }],
  outputs: ['table'],
  examples: [
    { command: 'source <(formctl completion bash)', shows: 'turns on completion in this bash' },
    {
      command: 'formctl completion zsh > ~/.zfunc/_formctl',
      shows: 'turns on completion in zsh, from a folder of fpath',
    },
    { command: 'formctl completion fish | source', shows: 'turns on completion in this fish' },
  ],
  async run({ args: [shell = ''] }, { terminal }) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (script === undefined) {
      const meant = nearest(shell, shells)
      throw misuse(
        `There is no completion for ${shell}. ${meant ? `Did you mean ${meant.word}? ` : ''}Choose one of ${shells.join(', ')}.`,
      )
    }
    await terminal.print(script)
    return 0
  },
})
