/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What kept a guard from being started, read or ended: each call says what the negative
 * errno of a call of bpf/loader.h means, and returns the exit status.
 */
#ifndef GUARD_TROUBLE_H
#define GUARD_TROUBLE_H

/* For loader_start(), loader_enable() and loader_list(). */
int trouble_of_guard(int err);

/* For loader_open(). */
int trouble_of_enabled(int err);

/* For loader_reload(). */
int trouble_of_reload(int err);

/* For loader_disable(). */
int trouble_of_disable(int err);

#endif /* GUARD_TROUBLE_H */
