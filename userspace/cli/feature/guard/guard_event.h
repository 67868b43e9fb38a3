/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a guard has found, printed.
 */
#ifndef GUARD_GUARD_EVENT_H
#define GUARD_GUARD_EVENT_H

#include <stdbool.h>
#include "bpf/guard.h"

/* One line for people. */
void guard_event_print(const struct guard_event *e);

/* One JSON object on a line. */
void guard_event_print_json(const struct guard_event *e);

/* Say that @n more events were not reported. */
void guard_event_print_dropped(__u64 n, bool json);

#endif /* GUARD_GUARD_EVENT_H */
