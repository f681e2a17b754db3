import type { CompletedOption, Model, Place, Values } from './model.ts'

/** The script for fish; its functions run in the shell itself. */
export const fishScript = ({
  globals,
  places,
}: Model): string => `# Completion of formctl for fish; made by: formctl completion fish
# In ~/.config/fish/config.fish:  formctl completion fish | source

set -g __formctl_taking ${[globals, ...places.map(({ options }) => options)]
  .flatMap((options) => options.filter(({ values }) => values).flatMap(({ flags }) => flags))
  .filter((flag, i, all) => all.indexOf(flag) === i)
  .join(' ')}
set -g __formctl_places ${places.map(({ words }) => quoted(words)).join(' ')}

# Whether the words before the cursor name just this command or group.
function __formctl_at
    set -l at ''
    set -l skip ''
    for word in (commandline -opc)[2..-1]
        if test -n "$skip"
            set skip ''
        else if string match -q -- '-*' $word
            contains -- $word $__formctl_taking; and set skip yes
        else
            set -l longer (string trim -- "$at $word")
            contains -- $longer $__formctl_places; and set at $longer
        end
    end
    test "$at" = "$argv[1]"
end

function __formctl_profiles
    echo default
    set -l config $HOME/.config
    set -q XDG_CONFIG_HOME; and test -n "$XDG_CONFIG_HOME"; and set config $XDG_CONFIG_HOME
    set -l folder $PWD
    while not test -e $folder/formctl.yaml; and test -n "$folder"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    for file in $config/formctl/config.yaml $folder/formctl.yaml
        test -r $file; or continue
        set -l inside ''
        set -l indent ''
        while read -l line
            if string match -q 'profiles:*' -- $line
                set inside yes
            else if string match -qr '^[^\\s#]' -- $line
                set inside ''
            else if test -n "$inside"
                set -l found (string match -r '^(\\s+)([A-Za-z0-9._-]+):' -- $line)
                test (count $found) -eq 3; or continue
                test -z "$indent"; and set indent $found[2]
                test "$found[2]" = "$indent"; and echo $found[3]
            end
        end <$file
    end
end

function __formctl_forms
    set -l state $HOME/.local/state
    set -q XDG_STATE_HOME; and test -n "$XDG_STATE_HOME"; and set state $XDG_STATE_HOME
    test -r $state/formctl/known-forms; or return
    while read -l line
        string match -r '^[A-Za-z0-9_-]+\\t.*' -- $line
    end <$state/formctl/known-forms
end

complete -c formctl -f
complete -c formctl -l help -d 'show what a command does'
${globals
  .filter(isSameEverywhere(places))
  .map((option) => optionLine(option))
  .join('\n')}
${places.flatMap(placeLines).join('\n')}
`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const condition = (words: string): string => `-n ${quoted(`__formctl_at ${quoted(words)}`)}`

/** Others are told of each place, with the words that they take there. */
const isSameEverywhere =
  (places: readonly Place[]) =>
  ({ flags }: CompletedOption): boolean =>
    !places.some(({ narrowed }) => narrowed.some((one) => one.flags.some((flag) => flags.includes(flag))))

function placeLines({ words, next, options, narrowed, values }: Place): readonly string[] {
  const at = condition(words)
  return [
    ...next.map(({ word, summary }) => `complete -c formctl ${at} -a ${word} -d ${quoted(summary)}`),
    ...[...options, ...narrowed].map((option) => optionLine(option, at)),
    ...(values && values.kind !== 'text' ? [`complete -c formctl ${at} ${offered(values)}`] : []),
  ]
}

const optionLine = ({ flags, summary, values }: CompletedOption, at?: string): string =>
  [
    'complete -c formctl',
    ...(at === undefined ? [] : [at]),
    ...flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)),
    ...(values === undefined ? [] : values.kind === 'text' ? ['-x'] : [required(values), offered(values)]),
    `-d ${quoted(summary)}`,
  ].join(' ')

const required = ({ kind }: Values): string => (kind === 'file' || kind === 'folder' ? '-r' : '-x')

function offered(values: Values): string {
  if (values.kind === 'words') return `-a ${quoted(values.words.join(' '))}`
  if (values.kind === 'profile') return `-a '(__formctl_profiles)'`
  if (values.kind === 'form') return `-a '(__formctl_forms)'`
  return values.kind === 'folder' ? `-a '(__fish_complete_directories)'` : '-F'
}
