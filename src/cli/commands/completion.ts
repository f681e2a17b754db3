import { misuse } from '../../failure/failure.ts'
import { meantValue } from '../known-words.ts'
import { defineCommand } from '../command.ts'

/**
 * The scripts by shell. Each asks the program what can stand at the cursor (`complete.ts`): its first argument is `=` and
 * the word at the cursor, the rest are the words before it. A line of the answer is a word, a tab and what it is for, or
 * one of `:files` and `:folders`, which the shell completes itself.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `# Completion of formctl for bash. In ~/.bashrc: source <(formctl completion bash)
_formctl() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default 2>/dev/null ;;
      :folders) compopt -o dirnames 2>/dev/null ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done <<<"$(formctl __complete "=\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)"
  [[ \${COMPREPLY[0]} ]] || COMPREPLY=()
}
complete -F _formctl formctl
`,
  zsh: `#compdef formctl
# Completion of formctl for zsh. In ~/.zshrc, after compinit: source <(formctl completion zsh)
_formctl() {
  local line
  local -a offered
  for line in "\${(@f)$(formctl __complete "=$words[CURRENT]" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *) offered+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  (( ! $#offered )) || _describe formctl offered
}
if [[ $funcstack[1] == _formctl ]]; then _formctl "$@"
elif (( $+functions[compdef] )); then compdef _formctl formctl; fi
`,
  fish: `# Completion of formctl for fish. In ~/.config/fish/config.fish: formctl completion fish | source
function __formctl
    set -l word (commandline -ct)
    for line in (formctl __complete "=$word" (commandline -opc)[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$word"
            case :folders
                __fish_complete_directories "$word"
            case '*'
                echo $line
        end
    end
end
complete -c formctl -f -a '(__formctl)'
`,
  pwsh: `# Completion of formctl for PowerShell. In $PROFILE: formctl completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName formctl -ScriptBlock {
    param($word, $ast, $cursor)
    # Only what stands before the cursor, without the word at it.
    $before = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
    formctl __complete "=$word" @before 2>$null | Where-Object { $_ -notlike ':*' } | ForEach-Object {
        $text, $about = $_ -split "\`t", 2
        [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', "$about ")
    }
}
`,
}

export const shells: readonly string[] = Object.keys(scripts)

export const command = defineCommand({
  description:
    'Prints a script with which a shell completes commands, options and their values, file names, profiles, and the ids of forms that formctl listed or created before. In bash 3.2, which macOS ships, file names are not completed; load the script there with eval "$(formctl completion bash)".',
  args: [{ name: '<shell>', summary: `the shell: ${shells.join(', ')}` }],
  outputs: ['table'],
  examples: {
    'source <(formctl completion bash)': 'turns on completion in this bash',
    'formctl completion zsh > ~/.zfunc/_formctl': 'puts the script for zsh into a folder of fpath',
    'formctl completion fish | source': 'turns on completion in this fish',
  },
  async run({ args: [shell = ''] }, { terminal }) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (script === undefined) {
      const meant = meantValue(shell, shells)
      throw misuse(
        `There is no completion for ${shell}. ${meant ? `Did you mean ${meant}? ` : ''}Choose one of ${shells.join(', ')}.`,
      )
    }
    await terminal.print(script)
    return 0
  },
})
