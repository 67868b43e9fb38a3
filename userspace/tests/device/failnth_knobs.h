/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The knobs of the kernel's fault injection.
 */
#ifndef FAILNTH_KNOBS_H
#define FAILNTH_KNOBS_H

#include <stdbool.h>

/* Sets a knob of one kind of faults; there may be no such knob. */
void fault_knob(const char *kind, const char *knob, const char *value);

/* Faults hit all allocations, also those that may wait, and print nothing. */
void faults_hit_all(void);

/*
 * Point @nth of the next call of the thread whose /proc/thread-self/fail-nth is @fd fails;
 * none for 0.  Return: false where writing that met the fault itself.
 */
bool fault_at(int fd, unsigned int nth);

#endif /* FAILNTH_KNOBS_H */
