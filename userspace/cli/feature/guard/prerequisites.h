/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a guard needs of the system.
 */
#ifndef GUARD_PREREQUISITES_H
#define GUARD_PREREQUISITES_H

#include <stdbool.h>

/* Can a guard be started here?  If not, a message says why. */
bool prerequisites_check(void);

/* Is this process root?  If not, a message says so. */
bool prerequisites_is_root(void);

/* Notify the service manager, where there is one, that the guard works. */
void notify_ready(void);

#endif /* GUARD_PREREQUISITES_H */
