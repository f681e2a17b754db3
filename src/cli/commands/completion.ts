import { Command as Commander } from 'commander'
import { Failure } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { defineCommand, type Command } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { modelOf, shells, type Model } from '../completion/model.ts'
import { pwshScript } from '../completion/pwsh.ts'
import { zshScript } from '../completion/zsh.ts'
import { addGlobals } from '../globals.ts'

export const command = defineCommand({
  description:
    'Prints a script for a shell: after it was read, TAB completes commands, options and their values, file names, profiles, and the ids of forms that formctl listed or made before. The script asks no program, so it is as fast as the shell; make it anew after an update. bash 3.2, which macOS has, completes words alone and no file names; it takes the script by eval "$(formctl completion bash)".',
  args: [{ name: '<shell>', summary: `the shell: ${shells.join(', ')}` }],
  options: {},
  outputs: ['table'],
  examples: [
    { command: 'source <(formctl completion bash)', shows: 'nothing; TAB completes formctl in this bash' },
    { command: 'formctl completion zsh > ~/.zfunc/_formctl', shows: 'nothing; for a folder of fpath in zsh' },
    { command: 'formctl completion fish | source', shows: 'nothing; TAB completes formctl in this fish' },
  ],
  async run({ args: [shell = ''] }, { terminal }) {
    const scriptOf = scripts.get(shell)
    if (!scriptOf) {
      const meant = nearest(shell, shells)
      const problem = `There is no completion for ${shell}. ${meant ? `Did you mean ${meant.word}? ` : ''}Choose one of ${shells.join(', ')}.`
      throw Failure.of('usage', { problem })
    }
    await terminal.print(scriptOf(await wholeModel()))
    return 0
  },
})

const scripts = new Map<string, (model: Model) => string>([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
  ['pwsh', pwshScript],
])

/** The model of every command; this one is of the table as well. */
async function wholeModel(): Promise<Model> {
  const { commands, groups } = await import('./index.ts')
  const table: Command[] = []
  for (const entry of commands) table.push(await entry.load())
  const globals = addGlobals(new Commander()).options
  return modelOf(table, { groups, globals })
}
