import { cases, kindOf, type Model } from './model.ts'

/** The script for bash. Nothing in it starts a process: values are read from files by the shell itself. */
export const bashScript = ({
  globals,
  places,
}: Model): string => `# Completion of formctl for bash; made by: formctl completion bash
# In ~/.bashrc:  source <(formctl completion bash)

# What follows an option, in \`kind\`: words of its own, or file, folder, profile, form, text; empty: nothing.
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

# What can stand after some words: further words, options, and what its arguments are.
_formctl_at() {
  next= options= kind=
  case $1 in
${places.map((place) => `    '${place.words}') next='${place.next.map(({ word }) => word).join(' ')}' options='${place.options.flatMap(({ flags }) => flags).join(' ')}' kind='${kindOf(place.values)}' ;;`).join('\n')}
  esac
}

_formctl_add() {
  local word
  for word in $1; do [[ $word == "$2"* ]] && COMPREPLY+=("$word"); done
}

# The names of profiles in a settings file.
_formctl_profiles() {
  local line inside= indent=
  [[ -r $1 ]] || return
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line == profiles:* ]]; then inside=1
    elif [[ $line =~ ^[^[:space:]#] ]]; then inside=
    elif [[ -n $inside && $line =~ ^([[:space:]]+)([A-Za-z0-9._-]+): ]]; then
      [[ -z $indent ]] && indent=\${BASH_REMATCH[1]}
      [[ \${BASH_REMATCH[1]} == "$indent" ]] && _formctl_add "\${BASH_REMATCH[2]}" "$2"
    fi
  done <"$1"
}

_formctl_values() {
  local line folder=$PWD
  case $1 in
    file) compopt -o default 2>/dev/null ;;
    folder) compopt -o dirnames 2>/dev/null ;;
    form)
      line=\${XDG_STATE_HOME:-$HOME/.local/state}/formctl/known-forms
      [[ -r $line ]] && while IFS=$'\\t' read -r line _; do
        [[ $line =~ ^[A-Za-z0-9_-]+$ ]] && _formctl_add "$line" "$2"
      done <"$line" ;;
    profile)
      _formctl_add default "$2"
      _formctl_profiles "\${XDG_CONFIG_HOME:-$HOME/.config}/formctl/config.yaml" "$2"
      while [[ ! -e $folder/formctl.yaml && -n $folder ]]; do folder=\${folder%/*}; done
      _formctl_profiles "$folder/formctl.yaml" "$2" ;;
    text | '') ;;
    *) _formctl_add "$1" "$2" ;;
  esac
}

_formctl() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words= pending= next options kind word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash gives --output=json as three words.
    [[ $word == = ]] && continue
    if [[ -n $pending ]]; then pending=; continue; fi
    if [[ $word == -* ]]; then
      _formctl_takes "$words" "$word"
      pending=$kind
    else
      _formctl_at "$words"
      [[ " $next " == *" $word "* ]] && words=\${words:+$words }$word
    fi
  done
  [[ $cur == = ]] && cur=
  if [[ -n $pending ]]; then _formctl_values "$pending" "$cur"; return; fi
  _formctl_at "$words"
  if [[ $cur == -* ]]; then _formctl_add "$options ${globals.flatMap(({ flags }) => flags).join(' ')} --help" "$cur"
  elif [[ -n $next ]]; then _formctl_add "$next" "$cur"
  else _formctl_values "$kind" "$cur"; fi
}

complete -F _formctl formctl
`
