/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What kept a guard from being started, read or ended: each call says what the negative
 * errno of a call of bpf/loader.h means, and returns the exit status.
 */
#ifndef GUARD_TROUBLE_H
#define GUARD_TROUBLE_H

/* Of loader_start(), loader_enable(), loader_list(). */
int trouble_of_guard(int err);

/* Of loader_open(). */
int trouble_of_enabled(int err);

/* Of loader_reload(). */
int trouble_of_reload(int err);

/* Of loader_disable(). */
int trouble_of_disable(int err);

#endif /* GUARD_TROUBLE_H */
