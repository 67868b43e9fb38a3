/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Calls of the module on a map's value that somebody rewrites.
 */
#ifndef BPF_RACE_H
#define BPF_RACE_H

#include <linux/types.h>
#include <linux/utf8check.h>

#define RACE_TEXT 65536

/* The only value of a map. */
struct text {
	__u8 bytes[RACE_TEXT];
};

/**
 * struct ask - one call, and its answer
 *
 * @which: enum which (bpf_calls.h).
 * @form: for IS_NORMALIZED.
 * @length: of the text; RACE_TEXT for all of a map's value.
 * @result: the answer, set by the program.
 */
struct ask {
	__u32 which;
	__u32 form;
	__u32 length;
	int result;
};

#endif /* BPF_RACE_H */
