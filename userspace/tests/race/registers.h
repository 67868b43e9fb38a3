/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Calls of the module from the middle of the kernel's own work on a task's
 * vector registers, as a BPF program makes them.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <linux/types.h>
#include <linux/utf8check.h>

/* Many times the length up to which vectors are not used. */
#define REGISTERS_TEXT 8192

/**
 * struct inside - the call that is made there, and its results
 *
 * @task: the process in which calls are made; 0 for none.
 * @which: enum which (bpf_calls.h).
 * @form: for IS_NORMALIZED.
 * @length: of @text.
 * @expected: what each call returns.
 * @calls: made so far.
 * @wrong: calls with another result.
 * @policy: for NAME and PATH.
 * @text: the bytes.
 */
struct inside {
	__u32 task;
	__u32 which;
	__u32 form;
	__u32 length;
	int expected;
	__u32 calls;
	__u32 wrong;
	struct utf8check_policy policy;
	__u8 text[REGISTERS_TEXT];
};

#endif /* REGISTERS_H */
