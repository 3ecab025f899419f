# Completes our own words; a command after them is completed by its own rules.
complete -c fix -e
complete -c fix -f

# The words after `fix` and our flags; the first of them is the verb.
function __fix_words
    set -l words (commandline -opc)[2..]
    while set -q words[1]
        switch $words[1]
            case @VALUE_FLAGS@
                set -e words[1]
                set -e words[1]
            case '-*'
                set -e words[1]
            case '*'
                break
        end
    end
    string join \n -- $words
end

function __fix_has_no_verb
    test -z (__fix_words)[1]
end

function __fix_has_verb
    test "$argv[1]" = "$(__fix_words)[1]"
end

function __fix_has_other_verb
    set -l words (__fix_words)
    test -n "$words[1]"; and not contains -- $words[1] @VERBS@
end

# Every program there is would bury our own words: a first letter is asked for.
function __fix_may_run
    __fix_has_no_verb; and test -n "$(commandline -ct)"
end

complete -c fix -n __fix_may_run -a '(__fish_complete_subcommand @VALUE_FLAGS@)'
complete -c fix -n __fix_has_other_verb -a '(__fish_complete_subcommand @VALUE_FLAGS@)'
@CASES@
