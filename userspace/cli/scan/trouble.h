/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Messages about files of any name.
 */
#ifndef SCAN_TROUBLE_H
#define SCAN_TROUBLE_H

#include "core/u8c.h"

/* "utf8check: scan: PATH: why", escaped, on standard error. */
void path_complain(const char *path, const char *why);

/* "utf8check: scan: FOLDER: "NAME" is left: why", escaped, on standard error. */
void name_complain(const char *folder, const char *name, const char *why);

#endif /* SCAN_TROUBLE_H */
