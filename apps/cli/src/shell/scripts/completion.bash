# Completes our own words; a command after them is completed by its own rules, where
# bash-completion is there to ask.
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
    compgen -W "$words" -- "$current"
    # Every program there is would bury our own words: a first letter is asked for.
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
  declare -F _command_offset >/dev/null || return
  _command_offset "$at"
}

complete -o bashdefault -o default -F _fix fix
