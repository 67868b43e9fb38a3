# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Completion of utf8check for fish.  All words come from the command, as those for
# bash do.

# The words that the command lists in its message after "known:".
function __utf8check_known --argument-names command word
    utf8check $command $word </dev/null 2>&1 |
        sed -n "s/, and what 'iconv -l' lists\$//; s/^.*; known[^:]*: //p" |
        string replace -a , '' | string split ' '
end

function __utf8check_explained
    utf8check explain 2>/dev/null |
        string replace -rf -- '^ *[0-9-]+ +[0-9-]+ ([a-z-]+) .*' '$1'
end

# What the help calls the value of an option.
function __utf8check_argument --argument-names command option
    utf8check $command --help 2>/dev/null |
        string replace -rf -- "^ {2,6}(?:-., )?$option=([^ ]*).*" '$1'
end

# Each option, a tab, and what the help says of it in its first line.
function __utf8check_options
    utf8check $argv --help 2>/dev/null |
        string replace -rf -- '^ {2,6}(?:-[a-zA-Z0-9], )?(--[a-z0-9-]+=?)[^ ]* *(.*)' '$1\t$2' |
        string replace '\t' \t
end

function __utf8check_commands
    utf8check --help 2>/dev/null | sed -n '/^Commands:/,/^$/p' |
        string replace -rf '^  ([a-z]+) +(.*)' '$1\t$2' | string replace '\t' \t
end

function __utf8check_value --argument-names command current
    set -l option (string split -m 1 = -- $current)[1]
    switch (__utf8check_argument $command $option)
        case OUT REPORT F PATH
            __fish_complete_path (string replace -r -- '^[^=]*=' '' $current) |
                string replace -r '^' -- "$option="
        case '*'
            set -l before (string replace -r '^(.*[=,]).*$' '$1' -- $current)
            string replace -r '^' -- $before (__utf8check_known $command "$option=?/")
    end
end

function __utf8check_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l commands (__utf8check_commands)
    set -l command
    set -l place 1
    for word in $typed[2..]
        set place (math $place + 1)
        if string match -q -- $word\t'*' $commands
            set command $word
            break
        end
    end
    if string match -qr -- '^--[a-z0-9-]+=' $current
        set -q command[1]; or set command check
        __utf8check_value $command $current
    else if string match -q -- '-*' $current
        __utf8check_options $command
    else if not set -q command[1]; or test $command = help
        printf '%s\n' $commands
    else if test $command = explain
        __utf8check_explained
    else if contains -- $command module guard; and test $place = (count $typed)
        __utf8check_known $command '?/'
    else
        __fish_complete_path $current
    end
end

complete -c utf8check -f -a '(__utf8check_complete)'
