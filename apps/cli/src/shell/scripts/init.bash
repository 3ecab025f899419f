# Records the last command for `fix it`: its text, its exit code and, where the terminal is
# recorded, its output. Nothing is run a second time, and no process is started for a prompt.
# Saved by a fix that has moved since.
[[ -r @RECORDER@ ]] || return 1

if [[ $- == *i* && ${TERM:-dumb} != dumb && -z ${__fix_id-} ]] &&
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && shopt -q promptvars; then

  # Sets __fix_files to the prefix of this shell's files; empty if there can be none.
  __fix_begin() {
    local folder words number='\#' IFS=' ' terminal=''
    # The number of the terminal is the fifth after the name, which may hold anything.
    builtin read -r terminal <"/proc/$$/stat"
    words=(${terminal##*) })
    terminal=${words[4]-}
    [[ -z ${FIX_SHELL_LOG-} || -n ${FIX_SHELL_TTY-} ]] || export FIX_SHELL_TTY=$terminal
    # A shell below another one shares its terminal; one in a new window only inherits the names.
    if [[ -O ${FIX_SHELL_LOG-} && $terminal == "${FIX_SHELL_TTY-}" ]]; then
      __fix_files=${FIX_SHELL_LOG%.log}.$$
      return
    fi
    unset FIX_SHELL_LOG FIX_SHELL_TTY FIX_SHELL_RECORD
    # The folder as a shell before this one left it; to make it takes processes.
    folder=/dev/shm/fix-shell-$EUID
    [[ -O ${XDG_RUNTIME_DIR-} ]] && folder=$XDG_RUNTIME_DIR/fix-shell
    [[ -O $folder/works && -O $folder && ! -L $folder ]] || folder=$(sh @RECORDER@ folder) || return
    __fix_files=$folder/$$.$$
    [[ -t 0 && -t 1 && -z ${BASH_EXECUTION_STRING-} ]] || return
    # The line in the startup file may send its own errors away, which says nothing about the shell's.
    [[ -t 2 || /dev/fd/2 -ef /dev/null ]] || return
    # Only a shell that started one has to look for jobs, which takes a process.
    [[ -z ${!-} || -z $(jobs -p) ]] || return
    type -P script >/dev/null && mapfile -d '' words <"/proc/$$/cmdline" || return
    [[ -O $folder/works ]] || sh @RECORDER@ try "$folder/$$.try.log" || return
    # Before the first command this is a startup file. After it, the user typed this line, perhaps with
    # more behind it, so the next prompt does it.
    if ((${number@P})) && [[ -z ${__fix_now-} ]]; then
      PROMPT_COMMAND=$__fix_later${PROMPT_COMMAND:+$'\n'$PROMPT_COMMAND} __fix_files=''
      return
    fi
    words=("$BASH" "${words[@]:1}")
    shopt -q login_shell && words=("$BASH" --login "${words[@]:1}")
    if [[ -n ${__fix_now-} ]]; then
      export FIX_SHELL_PROMPT=$PS1 FIX_SHELL_DIRECTORY=$PWD
      builtin printf '%s\n' 'fix: restarting this shell to record its output. Directory, prompt and exported' \
        'variables are kept; everything else set here is lost. To avoid this, put the line' \
        'into ~/.bashrc.' >&2
    fi
    # Where no startup file of the new shell asks for this text again, its first prompt does.
    [[ ${PROMPT_COMMAND@a} == *x* ]] || unset PROMPT_COMMAND
    PROMPT_COMMAND=$__fix_first${PROMPT_COMMAND:+$'\n'$PROMPT_COMMAND} \
      exec sh @RECORDER@ run "$folder/$$.log" "${words[@]}" 2>&1
  }

  # Makes the files of this shell, which nobody else may read.
  __fix_private() {
    local name mask
    while builtin read -r name mask && [[ $name != Umask: ]]; do :; done <"/proc/$$/status"
    [[ $name == Umask: ]] || mask=$(umask)
    umask 077
    : >|"$__fix_files.entry" && : >|"$__fix_files.line" && : >|"$FIX_SHELL_RECORD"
    umask "$mask"
  }

  # The first of all prompt commands: what the others print does not count as output of the command.
  __fix_prompt() {
    local code=$? entry='' number
    if ((__fix_ran)) && [[ -n ${FIX_SHELL_LOG-} ]]; then
      builtin printf '\e]133;D;%s;aid=%s.%s\a' "$code" "$__fix_id" "$__fix_count" >&2
    fi
    {
      # Only a failure is ever read again, so the log never outgrows the last few commands.
      ((code)) || [[ -z ${FIX_SHELL_LOG-} ]] || : >|"$FIX_SHELL_LOG"
      if [[ -o history ]]; then
        # Written over, not cut short: that is cheap on any disk. A zero byte ends what counts.
        { HISTTIMEFORMAT='' builtin history 1 && builtin printf '\0'; } 1<>"$__fix_files.entry"
        IFS='' builtin read -r -d '' entry <"$__fix_files.entry"
      fi
      entry=${entry#"${entry%%[! ]*}"} entry=${entry%$'\n'}
      number=${entry%%[!0-9]*} entry=${entry#"${entry%%[!0-9]*}"}
      # A line that bash cannot read runs nothing, and is the last one all the same.
      if ((!__fix_ran && code == 2)) && [[ -n $__fix_last && $number$__fix_last != "${__fix_number}2" ]]; then
        ((__fix_ran = 1, __fix_count += 1))
        [[ -z ${FIX_SHELL_LOG-} ]] || builtin printf '\e]133;D;2;aid=%s.%s\a' "$__fix_id" "$__fix_count" >/dev/tty
      fi
      ((__fix_ran)) && __fix_keep "$code" "$number" "${entry:2}"
      __fix_ran=0 __fix_number=$number __fix_directory=$PWD __fix_last=$code
    } 2>/dev/null || :
    return "$code"
  }

  # The history may have skipped a command; then the number stands still and the text is a guess.
  __fix_keep() {
    local told=yes
    [[ $2 == "$__fix_number" ]] && told=perhaps
    # If `fix it` itself fails, the command before it stays the one to repair.
    [[ $told$3 == 'yesfix it' || $told$3 == 'yesfix it '* ]] && (($1)) && return
    builtin printf '%s\0' 2 "$1" "$told" "$__fix_directory" "$PWD" "${FIX_SHELL_LOG-}" \
      "$__fix_id.$__fix_count" "$3" 1<>"$FIX_SHELL_RECORD"
  }

  # `fix it` may leave a command that no sandbox can prove. It is put on a prompt, and runs in this shell
  # if the person presses Enter. bash cannot fill its own prompt, so `read` shows one with the same text.
  __fix_it() {
    : >|"$__fix_files.line"
    FIX_SHELL_LINE=$__fix_files.line command fix "$@"
    __fix_code=$?
    IFS='' builtin read -r __fix_line <"$__fix_files.line" || return "$__fix_code"
    # A prompt may take its time. An Enter that was typed meanwhile must not run what nobody has seen.
    __fix_shown=${PS1@P}
    while IFS='' builtin read -r -s -t 0.01 -n 10000 __fix_dropped; do :; done
    IFS='' builtin read -e -r -i "$__fix_line" -p "$__fix_shown" __fix_line &&
      [[ $__fix_line == *[![:space:]]* ]] || return "$__fix_code"
    # From here on it is a command like any other that was typed.
    builtin history -s -- "$__fix_line"
    __fix_directory=$PWD
    ((__fix_count += 1))
    [[ -z ${FIX_SHELL_LOG-} ]] || builtin printf '\e]133;C;aid=%s.%s\a' "$__fix_id" "$__fix_count" >&2
    set --
    builtin eval -- "$__fix_line"
  }

  __fix_first='eval "$(fix init bash)"' __fix_files=''
  __fix_later=$'__fix_now=yes\n'$__fix_first
  if [[ ${PROMPT_COMMAND-} == "$__fix_later"* ]]; then
    PROMPT_COMMAND=${PROMPT_COMMAND#"$__fix_later"}
    PROMPT_COMMAND=${PROMPT_COMMAND#$'\n'}
  fi
  # What a shell that was replaced hands on to this one, whatever the startup files say.
  if [[ -n ${FIX_SHELL_DIRECTORY-} ]]; then
    PS1=$FIX_SHELL_PROMPT
    builtin cd -- "$FIX_SHELL_DIRECTORY"
    unset -v FIX_SHELL_PROMPT FIX_SHELL_DIRECTORY
  fi
  __fix_begin
  if [[ -n $__fix_files ]]; then
    __fix_ran=0 __fix_count=0 __fix_number='' __fix_last='' __fix_directory=$PWD
    IFS='' read -r __fix_id </proc/sys/kernel/random/uuid 2>/dev/null || __fix_id=$$-$RANDOM$RANDOM
    export FIX_SHELL_RECORD=$__fix_files.last
    __fix_private
    # A `fix` of the person's own stays.
    if ! { declare -F fix || alias fix; } &>/dev/null; then
      function fix {
        if [[ ${1-} == it && $BASH_SUBSHELL == 0 && -t 0 && -t 1 && -w $__fix_files.line ]]; then
          __fix_it "$@"
        else
          command fix "$@"
        fi
      }
    fi
    # Assignments inside an expansion: the prompt learns that a command ran, without a process.
    PS0=${PS0-}'${__fix_id:0:$((__fix_ran = 1, __fix_count += 1, 0))}'
    [[ -z ${FIX_SHELL_LOG-} ]] || PS0+='\e]133;C;aid='$__fix_id'.$__fix_count\a'
    PROMPT_COMMAND=${PROMPT_COMMAND-}
    PROMPT_COMMAND=${PROMPT_COMMAND#"$__fix_first"}
    PROMPT_COMMAND=__fix_prompt${PROMPT_COMMAND:+$'\n'${PROMPT_COMMAND#$'\n'}}
  fi
  unset -f __fix_begin __fix_private
  unset -v __fix_first __fix_later __fix_now
fi

# The completion script is loaded on first use.
if [[ $- == *i* ]]; then
  _fix() {
    unset -f _fix
    eval "$(fix completion bash)" && declare -F _fix >/dev/null && _fix "$@"
  }
  complete -o bashdefault -o default -F _fix fix
fi
