/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The engine that does the work of a command.
 */
#ifndef OPTION_ENGINE_H
#define OPTION_ENGINE_H

#include "base/types.h"
#include "utf8check.h"

/* Besides those of enum utf8check_engine: both at once, to be compared. */
#define CLI_ENGINE_BOTH (UTF8CHECK_ENGINE_LIBRARY + 1)

/* The value of --engine: enum utf8check_engine, or CLI_ENGINE_BOTH. */
extern u8 cli_engine_choice;

/* The engine of the command, after cli_open_engine(). */
extern struct utf8check *cli_engine;

/* Open the engine chosen, or say why not.  Returns CLI_WELL or CLI_TROUBLE. */
int cli_open_engine(void);

/* Open the engine @which, as cli_open_engine() opens the engine chosen. */
int cli_open(int which, struct utf8check **engine);

/* "engine NAME: " and the meaning of a negative errno.  Returns CLI_TROUBLE. */
int cli_engine_trouble(int err);

#endif /* OPTION_ENGINE_H */
