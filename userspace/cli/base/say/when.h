/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * When something is printed.
 */
#ifndef SAY_WHEN_H
#define SAY_WHEN_H

/* The value of --color, and of --progress. */
enum cli_when { CLI_AUTO, CLI_ALWAYS, CLI_NEVER };

#endif /* SAY_WHEN_H */
