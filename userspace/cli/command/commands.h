/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The commands, for main.c.
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

#endif /* COMMAND_COMMANDS_H */
