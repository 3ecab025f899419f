# Records the last command for `fix it`: its text, its exit code and, where the terminal is
# recorded, its output. Nothing is run a second time, and no process is started for a prompt.
# Saved by a fix that has moved since.
test -r @RECORDER@; or return 1

if status is-interactive; and test "$TERM" != dumb; and not set -q __fix_id

    # Sets __fix_files to the prefix of this shell's files; empty if there can be none.
    # Standard input is the pipe that brought this text, so the terminal is found another way.
    function __fix_begin
        # The number of the terminal is the fifth after the name, which may hold anything.
        read -l terminal </proc/$fish_pid/stat
        set terminal (string split ' ' -- (string replace -r '^.*\) ' '' -- $terminal))[5]
        if set -q FIX_SHELL_LOG; and not set -q FIX_SHELL_TTY
            set -gx FIX_SHELL_TTY $terminal
        end
        # A shell below another one shares its terminal; one in a new window only inherits the names.
        if test -O "$FIX_SHELL_LOG"; and test "$terminal" = "$FIX_SHELL_TTY"
            set -g __fix_files (string replace -r '\.log$' '' -- $FIX_SHELL_LOG).$fish_pid
            return
        end
        set -e FIX_SHELL_LOG
        set -e FIX_SHELL_TTY
        set -e FIX_SHELL_RECORD
        # The folder as a shell before this one left it; to make it takes processes.
        set -l folder
        if test -n "$XDG_RUNTIME_DIR"; and test -O "$XDG_RUNTIME_DIR"
            set folder $XDG_RUNTIME_DIR/fix-shell
        end
        if not test -O "$folder/works"; or not test -O "$folder"; or test -L "$folder"
            set folder (sh @RECORDER@ folder); or return
        end
        set -g __fix_files $folder/$fish_pid.$fish_pid
        test -t 1; and not jobs -q; or return
        # Not `test -t 2`: the line in config.fish may send its own errors away.
        test "$(builtin realpath /proc/$fish_pid/fd/1)" = "$(builtin realpath /proc/$fish_pid/fd/2)"; or return
        test -r /proc/$fish_pid/cmdline; and command -q script; or return
        test -O $folder/works; or sh @RECORDER@ try $folder/$fish_pid.try.log; or return
        # The user typed this, perhaps with more behind it on the line: the next prompt does it.
        if test -n "$(status current-commandline 2>/dev/null)"; and not set -q __fix_now
            function __fix_later --on-event fish_prompt
                functions -e __fix_later
                set -g __fix_now yes
                fix init fish | source
            end
            set -g __fix_files
            return
        end
        if set -q __fix_now
            printf '%s\n' 'fix: restarting this shell to record its output. Directory and exported variables' \
                'are kept; everything else set here is lost. To avoid this, put the line into' \
                'config.fish.' >&2
        end
        set -l words (string split0 </proc/$fish_pid/cmdline)
        set words (status fish-path) $words[2..]
        status is-login; and set words $words[1] --login $words[2..]
        # Where no startup file of the new shell asks for this text again, its own words do.
        exec sh @RECORDER@ run $folder/$fish_pid.log $words \
            --init-command 'set -q __fix_id; or fix init fish | source' </dev/tty 2>&1
    end

    function __fix_preexec --on-event fish_preexec
        set -g __fix_directory $PWD
        set -g __fix_count (math $__fix_count + 1)
        test -z "$FIX_SHELL_LOG"; or printf '\e]133;C;aid=%s.%s\a' $__fix_id $__fix_count >&2
    end

    function __fix_postexec --on-event fish_postexec
        set -l code $status
        if test -n "$FIX_SHELL_LOG"
            printf '\e]133;D;%s;aid=%s.%s\a' $code $__fix_id $__fix_count >&2
            # Only a failure is ever read again, so the log never outgrows the last few commands.
            test $code -ne 0; or not test -w $FIX_SHELL_LOG; or printf '' >$FIX_SHELL_LOG
        end
        # If `fix it` itself fails, the command before it stays the one to repair.
        string match -qr '^fix it(\s|$)' -- "$argv[1]"; and test $code -ne 0
        # `fix uninstall` removes the files of open shells; fish would warn about each command.
        or not test -w $FIX_SHELL_RECORD
        or printf '%s\0' 2 $code yes "$__fix_directory" "$PWD" "$FIX_SHELL_LOG" \
            $__fix_id.$__fix_count "$argv[1]" >$FIX_SHELL_RECORD
        return $code
    end

    # A line that fish cannot read runs nothing, and is the last one all the same.
    function __fix_posterror --on-event fish_posterror
        set -g __fix_directory $PWD
        set -g __fix_count (math $__fix_count + 1)
        false
        __fix_postexec $argv
    end

    # `fix it` may leave a command that no sandbox can prove: it is put on the next prompt, ready to run.
    function __fix_it
        set -lx FIX_SHELL_LINE $__fix_files.line
        printf '' >$FIX_SHELL_LINE
        command fix $argv
        set -l code $status
        read -l line <$FIX_SHELL_LINE; and commandline -r -- $line
        return $code
    end

    set -g __fix_files
    set -g __fix_count 0
    __fix_begin
    if test -n "$__fix_files"
        read -g __fix_id </proc/sys/kernel/random/uuid 2>/dev/null
        or set -g __fix_id $fish_pid-(random)(random)
        set -gx FIX_SHELL_RECORD $__fix_files.last
        set -l mask $umask
        set -g umask 077
        printf '' >$__fix_files.line
        printf '' >$FIX_SHELL_RECORD
        set -g umask $mask
        # A `fix` of the person's own stays.
        if not functions -q fix
            function fix
                if test "$argv[1]" = it; and isatty stdin; and isatty stdout; and test -w $__fix_files.line
                    __fix_it $argv
                else
                    command fix $argv
                end
            end
        end
    else
        functions -e __fix_preexec __fix_postexec __fix_posterror
    end
    functions -e __fix_begin
    set -e __fix_now
end

# The completion script is loaded on first use.
if status is-interactive
    function __fix_load_completion
        functions -e __fix_load_completion
        complete -c fix -e
        fix completion fish | source
        complete -C (commandline -cp)
    end
    complete -c fix -f -a '(__fix_load_completion)'
end
