/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The kernel's fault injection of the calling thread (/proc/thread-self/fail-nth), and its
 * knobs.
 */
#ifndef FAILNTH_H
#define FAILNTH_H

#include <stdbool.h>

/* The thread's fail-nth; -1 where none is open. */
extern _Thread_local int fail_nth;

/* Opens it.  Return: false where the kernel has none. */
bool faults_open(void);

/* Faults hit all allocations, also those that may wait, and print nothing. */
void faults_hit_all(void);

/* No allocation from this cache of the kernel's fails; with NULL all may. */
void faults_spare_cache(const char *spared);

/*
 * Point @nth of the next call of the thread fails; none for 0.  Return: false where writing
 * that met the fault itself.
 */
bool fault_at(unsigned int nth);

/*
 * How many points are left before the one that fails; 0 if the fault was met, or
 * no fault was set.  From here on nothing fails.
 */
unsigned int faults_left(void);

/* Makes the loading of the module at @path fail at its points: a row of the program. */
void try_loading(const char *path);

#endif /* FAILNTH_H */
