# Completes our own words; a command after them is completed by its own rules.
_fix() {
  local current=${COMP_WORDS[COMP_CWORD]} at=1 verb='' flags words takes
  local before=${COMP_WORDS[COMP_CWORD - 1]}
  _fix_skip_flags
  ((at < COMP_CWORD)) && verb=${COMP_WORDS[at]}
  case $verb in
    '') flags='@FLAGS@' words='@VERBS@' takes=command ;;
    @CASES@
    *) _fix_command && return ;;
  esac
  if [[ -n $verb ]]; then
    ((at += 1))
    _fix_skip_flags
    [[ $takes == command ]] && ((at < COMP_CWORD)) && _fix_command && return
  fi
  case $before in
    @CHOICES@
  esac
  [[ $takes == *contract* ]] && words+=" $(fix completion contracts 2>/dev/null)"
  if [[ $current == -* ]]; then
    words=$flags takes=''
  fi
  mapfile -t COMPREPLY < <(
    # Every program there is would bury our own words.
    compgen -W "$words" -- "$current" ||
      [[ $takes != *command* || -z $current ]] || compgen -c -- "$current"
    [[ $takes != *file* ]] || compgen -f -- "$current"
  )
}

_fix_skip_flags() {
  while ((at < COMP_CWORD)); do
    case ${COMP_WORDS[at]} in
      @VALUE_FLAGS@) ((at += 2)) ;;
      -*) ((at += 1)) ;;
      *) return ;;
    esac
  done
}

_fix_command() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$at"
  else
    _fix_own_completion
  fi
}

# Without bash-completion, the program's own function sees the line as if it began with the program.
_fix_own_completion() {
  local program=${COMP_WORDS[at]} spec own='' before word
  read -r -a spec < <(complete -p -- "$program" 2>/dev/null)
  while ((${#spec[@]} > 1)); do
    case ${spec[0]} in
      -F) own=${spec[1]} ;;
      -o) compopt -o "${spec[1]}" 2>/dev/null ;;
    esac
    spec=("${spec[@]:1}")
  done
  [[ -n $own ]] || return
  for word in "${COMP_WORDS[@]:0:at}" ''; do
    before=${COMP_LINE%%"$word"*}$word
    [[ -n $word ]] || before=${COMP_LINE%%[![:space:]]*}
    COMP_LINE=${COMP_LINE:${#before}}
    ((COMP_POINT -= ${#before}))
  done
  COMP_WORDS=("${COMP_WORDS[@]:at}")
  ((COMP_CWORD -= at))
  "$own" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
}

complete -o bashdefault -o default -F _fix fix
