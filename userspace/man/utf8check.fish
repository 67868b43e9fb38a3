# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Completion of utf8check for fish.  The command itself prints what a word may become, or a
# slash where the shell is to offer files.

function __utf8check_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (utf8check --complete $typed[2..] "$current" 2>/dev/null)
    # fish wants the word with all that is before its value.
    set -l before (string match -r -- '^--[a-z0-9-]+=.*' $current | string replace -r '[^=,]*$' '')
    if test "$lines" = /
        set -l option (string match -r -- '^--[a-z0-9-]+=' $current)
        __fish_complete_path (string replace -- "$option" '' $current) |
            string replace -r '^' -- "$option"
    else
        string replace -r '^' -- "$before" $lines
    end
end

complete -c utf8check -f -a '(__utf8check_complete)'
