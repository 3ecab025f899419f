# Records the last command for `fix it`: its text, its exit code and, where the terminal is
# recorded, its output. Nothing is run a second time, and no process is started for a prompt.
# Saved by a fix that has moved since.
[[ -r @RECORDER@ ]] || return 1

if [[ -o interactive && ${TERM:-dumb} != dumb && -z ${__fix_id-} ]]; then

  # Sets __fix_files to the prefix of this shell's files; empty if there can be none.
  __fix_begin() {
    emulate -L zsh
    local folder terminal
    local -a words
    # The number of the terminal is the fifth after the name, which may hold anything.
    terminal=$(</proc/$$/stat)
    terminal=${${(s: :)${terminal##*\) }}[5]-}
    [[ -z ${FIX_SHELL_LOG-} || -n ${FIX_SHELL_TTY-} ]] || export FIX_SHELL_TTY=$terminal
    # A shell below another one shares its terminal; one in a new window only inherits the names.
    if [[ -O ${FIX_SHELL_LOG-} && $terminal == ${FIX_SHELL_TTY-} ]]; then
      __fix_files=${FIX_SHELL_LOG%.log}.$$
      return
    fi
    unset FIX_SHELL_LOG FIX_SHELL_TTY FIX_SHELL_RECORD
    # The folder as a shell before this one left it; to make it takes processes.
    folder=/dev/shm/fix-shell-$EUID
    [[ -O ${XDG_RUNTIME_DIR-} ]] && folder=$XDG_RUNTIME_DIR/fix-shell
    [[ -O $folder/works && -O $folder && ! -L $folder ]] || folder=$(sh @RECORDER@ folder) || return
    __fix_files=$folder/$$.$$
    [[ -t 0 && -t 1 && -z ${ZSH_EXECUTION_STRING-} ]] && (($#jobstates == 0)) || return
    # The line in the startup file may send its own errors away, which says nothing about the shell's.
    [[ -t 2 || /dev/fd/2 -ef /dev/null ]] || return
    if [[ $__fix_context != *file* ]]; then
      print -u2 'fix: put this line into ~/.zshrc: output is recorded only in shells that start with it'
      return
    fi
    [[ -r /proc/$$/cmdline ]] && (($+commands[script])) || return
    [[ -O $folder/works ]] || sh @RECORDER@ try $folder/$$.try.log || return
    words=("${(@0)$(</proc/$$/cmdline)}")
    words=(${commands[zsh]:-zsh} "${(@)words[2,-2]}")
    [[ -o login ]] && words=($words[1] --login "${(@)words[2,-1]}")
    exec sh @RECORDER@ run $folder/$$.log "${(@)words}" 2>&1
  }

  # Makes the files of this shell, which nobody else may read.
  __fix_private() {
    emulate -L zsh
    local mask=${${(M)${(f)"$(</proc/$$/status)"}:#Umask:*}##*[[:space:]]}
    [[ -n $mask ]] || mask=$(umask)
    umask 077
    : >|$__fix_files.line && : >|$FIX_SHELL_RECORD
    umask $mask
  }

  __fix_preexec() {
    __fix_text=${1:-$3} __fix_directory=$PWD __fix_ran=1
    ((__fix_count += 1))
    [[ -z ${FIX_SHELL_LOG-} ]] || builtin print -nu2 "\e]133;C;aid=$__fix_id.$__fix_count\a"
  }

  # Sees every line, also one that zsh cannot read: that one runs nothing, and is the last all the same.
  __fix_typed() {
    __fix_read=${1%$'\n'}
    return 0
  }

  # The first of all prompt functions: what the others print does not count as output of the command.
  __fix_precmd() {
    local code=$?
    if ((!__fix_ran && code)) && [[ $__fix_read == *[![:space:]]* ]]; then
      __fix_text=$__fix_read __fix_directory=$PWD __fix_ran=1
      ((__fix_count += 1))
    fi
    __fix_read=''
    ((__fix_ran)) || return $code
    __fix_ran=0
    if [[ -n ${FIX_SHELL_LOG-} ]]; then
      builtin print -nu2 "\e]133;D;$code;aid=$__fix_id.$__fix_count\a"
      # Only a failure is ever read again, so the log never outgrows the last few commands.
      ((code)) || { : >|$FIX_SHELL_LOG } 2>/dev/null
    fi
    # If `fix it` itself fails, the command before it stays the one to repair.
    [[ $__fix_text == 'fix it' || $__fix_text == 'fix it '* ]] && ((code)) ||
      { builtin printf '%s\0' 2 $code yes "$__fix_directory" "$PWD" "${FIX_SHELL_LOG-}" \
        $__fix_id.$__fix_count "$__fix_text" 1<>$FIX_SHELL_RECORD } 2>/dev/null
    return $code
  }

  # `fix it` may leave a command that no sandbox can prove: it is put on the next prompt, ready to run.
  __fix_it() {
    local code
    : >|$__fix_files.line
    FIX_SHELL_LINE=$__fix_files.line command fix "$@"
    code=$?
    IFS='' builtin read -r __fix_line <$__fix_files.line &&
      builtin autoload -Uz add-zle-hook-widget && add-zle-hook-widget line-init __fix_show_line
    return $code
  }

  # A prompt may take its time. An Enter that was typed meanwhile must not run what nobody has seen.
  __fix_show_line() {
    local key
    add-zle-hook-widget -d line-init __fix_show_line
    while builtin read -t 0.01 -s -k 1 key; do :; done
    BUFFER=$__fix_line CURSOR=$#__fix_line
  }

  __fix_files='' __fix_context=$ZSH_EVAL_CONTEXT
  __fix_begin
  if [[ -n $__fix_files ]]; then
    __fix_ran=0 __fix_count=0 __fix_text='' __fix_read='' __fix_directory=$PWD
    IFS='' read -r __fix_id </proc/sys/kernel/random/uuid 2>/dev/null || __fix_id=$$-$RANDOM$RANDOM
    export FIX_SHELL_RECORD=$__fix_files.last
    __fix_private
    preexec_functions+=(__fix_preexec)
    zshaddhistory_functions+=(__fix_typed)
    precmd_functions=(__fix_precmd $precmd_functions)
    # A `fix` of the person's own stays.
    if ! (($+functions[fix] || $+aliases[fix])); then
      function fix {
        if [[ ${1-} == it && $ZSH_SUBSHELL == 0 && -t 0 && -t 1 && -w $__fix_files.line ]]; then
          __fix_it "$@"
        else
          command fix "$@"
        fi
      }
    fi
  fi
  unfunction __fix_begin __fix_private
  unset __fix_context
fi

# The completion script is loaded on first use. Where compinit comes later in the startup file, the
# first prompt knows it.
__fix_complete() {
  precmd_functions=(${precmd_functions:#__fix_complete})
  unfunction __fix_complete
  (($+functions[compdef])) || return 0
  _fix() {
    unfunction _fix
    eval "$(fix completion zsh)" && (($+functions[_fix])) && _fix "$@"
  }
  compdef _fix fix
}
if (($+functions[compdef])); then
  __fix_complete
elif [[ -o interactive ]]; then
  precmd_functions+=(__fix_complete)
fi
