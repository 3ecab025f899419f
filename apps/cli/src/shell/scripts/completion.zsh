#compdef fix
# Completes our own words; a command after them is completed by its own rules.
_fix() {
  local at=2 verb='' takes
  local before=$words[CURRENT-1]
  local -a flags verbs
  _fix_skip_flags
  ((at < CURRENT)) && verb=$words[at]
  case $verb in
    '') flags=(@FLAGS@) verbs=(@VERBS@) takes=command ;;
    @CASES@
    *) _fix_command; return ;;
  esac
  if [[ -n $verb ]]; then
    ((at += 1))
    _fix_skip_flags
    if [[ $takes == command ]] && ((at < CURRENT)); then
      _fix_command
      return
    fi
  fi
  case $before in
    @CHOICES@
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o flag flags
    return
  fi
  (($#verbs)) && _describe word verbs
  [[ $takes == *contract* ]] && compadd -- ${(f)"$(fix completion contracts 2>/dev/null)"}
  [[ $takes == *file* ]] && _files
  # Every program there is would bury our own words: a first letter is asked for.
  [[ $takes == *command* && -n $PREFIX ]] && _command_names -e
  return 0
}

_fix_skip_flags() {
  while ((at < CURRENT)); do
    case $words[at] in
      @VALUE_FLAGS@) ((at += 2)) ;;
      -*) ((at += 1)) ;;
      *) return ;;
    esac
  done
}

_fix_command() {
  words=("${(@)words[at,-1]}")
  ((CURRENT -= at - 1))
  _normal
}

(($+functions[compdef])) && compdef _fix fix
