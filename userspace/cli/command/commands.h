/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The commands, for main.c, and what two of them share.
 */
#ifndef COMMAND_COMMANDS_H
#define COMMAND_COMMANDS_H

#include "base/option/table.h"

extern const struct cli_command check_command;
extern const struct cli_command filter_command;
extern const struct cli_command name_command;
extern const struct cli_command path_command;
extern const struct cli_command scan_command;
extern const struct cli_command detect_command;
extern const struct cli_command stats_command;
extern const struct cli_command merge_command;
extern const struct cli_command explain_command;
extern const struct cli_command module_command;
extern const struct cli_command guard_command;
extern const struct cli_command conformance_command;

/* The options of check and scan that say how the texts of files are judged. */
extern const struct cli_option text_options[];

/* What these options chose, and the defaults of the rest. */
extern struct check_options text_choice;

#endif /* COMMAND_COMMANDS_H */
