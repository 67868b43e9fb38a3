/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that say how the texts of files are judged.
 */
#ifndef COMMAND_TEXT_OPTIONS_H
#define COMMAND_TEXT_OPTIONS_H

#include "feature/check/check.h"
#include "base/option/table.h"

extern const struct cli_option text_options[];

/* What these options chose, and the defaults of the rest. */
extern struct check_options text_choice;

#endif /* COMMAND_TEXT_OPTIONS_H */
