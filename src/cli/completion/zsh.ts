import { cases, kindOf, type CompletedOption, type Model } from './model.ts'

/** The script for zsh, to be sourced or to stand in a folder of fpath as _formctl; it starts no process. */
export const zshScript = ({ globals, places }: Model): string => `#compdef formctl
# Completion of formctl for zsh; made by: formctl completion zsh
# In ~/.zshrc, after compinit:  source <(formctl completion zsh)

_formctl_takes() {
  kind=
  case $2 in
${cases(globals)}
  esac
  case "$1:$2" in
${places
  .map(({ words, options, narrowed }) => cases([...options, ...narrowed], words))
  .filter(Boolean)
  .join('\n')}
  esac
}

_formctl_at() {
  next=() options=() kind=
  case $1 in
${places
  .map(
    (place) => `    '${place.words}')
      next=(${place.next.map(({ word, summary }) => described(word, summary)).join(' ')})
      options=(${optionWords(place.options)})
      kind='${kindOf(place.values)}' ;;`,
  )
  .join('\n')}
  esac
}

_formctl_profiles() {
  local line inside= indent=
  [[ -r $1 ]] || return
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line == profiles:* ]]; then inside=1
    elif [[ $line =~ '^[^[:space:]#]' ]]; then inside=
    elif [[ -n $inside && $line =~ '^([[:space:]]+)([A-Za-z0-9._-]+):' ]]; then
      [[ -z $indent ]] && indent=$match[1]
      [[ $match[1] == "$indent" ]] && found+=($match[2])
    fi
  done <"$1"
}

_formctl_values() {
  local line file folder=$PWD match mbegin mend
  local -a found
  case $1 in
    file) _files; return ;;
    folder) _files -/; return ;;
    form)
      file=\${XDG_STATE_HOME:-$HOME/.local/state}/formctl/known-forms
      [[ -r $file ]] && while IFS=$'\\t' read -r line _; do
        [[ $line =~ '^[A-Za-z0-9_-]+$' ]] && found+=($line)
      done <"$file" ;;
    profile)
      found=(default)
      _formctl_profiles "\${XDG_CONFIG_HOME:-$HOME/.config}/formctl/config.yaml"
      while [[ ! -e $folder/formctl.yaml && -n $folder ]]; do folder=\${folder%/*}; done
      _formctl_profiles "$folder/formctl.yaml" ;;
    text | '') return ;;
    *) found=(\${=1}) ;;
  esac
  compadd -- $found
}

_formctl() {
  local words_before= pending= kind word i
  local -a next options globals
  globals=(${optionWords(globals)} '--help:show what a command does')
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $pending ]]; then pending=; continue; fi
    if [[ $word == --*=* ]]; then continue; fi
    if [[ $word == -* ]]; then
      _formctl_takes "$words_before" "$word"
      pending=$kind
    else
      _formctl_at "$words_before"
      [[ -n \${(M)next:#$word:*} ]] && words_before=\${words_before:+$words_before }$word
    fi
  done
  if [[ -z $pending && $words[CURRENT] == --*=* ]]; then
    _formctl_takes "$words_before" "\${words[CURRENT]%%=*}"
    pending=$kind
    compset -P '*='
  fi
  if [[ -n $pending ]]; then _formctl_values "$pending"; return; fi
  _formctl_at "$words_before"
  if [[ $words[CURRENT] == -* ]]; then
    options+=($globals)
    _describe -o option options
  elif (( $#next )); then _describe command next
  else _formctl_values "$kind"; fi
}

if [[ $funcstack[1] == _formctl ]]; then _formctl "$@"
elif (( $+functions[compdef] )); then compdef _formctl formctl; fi
`

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const described = (word: string, summary: string): string => quoted(`${word}:${summary}`)

const optionWords = (options: readonly CompletedOption[]): string =>
  options.flatMap(({ flags, summary }) => flags.map((flag) => described(flag, summary))).join(' ')
