/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One call of the module, as a BPF program makes it.
 */
#ifndef BPF_CALLS_H
#define BPF_CALLS_H

#include <linux/types.h>
#include <linux/utf8check.h>

/* TOO_LONG_*: of more than a call may look into. */
enum which {
	VALIDATE, NAME, PATH, IS_NORMALIZED, TOO_LONG_TEXT, TOO_LONG_FORM
};

/**
 * struct request - one call, and its answer
 *
 * @which: enum which.
 * @length: of @bytes.
 * @form: for IS_NORMALIZED.
 * @policy_size: for NAME and PATH: of @policy, as the program was compiled with it.
 * @result: the answer, set by the program.
 * @policy: for NAME and PATH.
 * @room: room for a policy of any size, at @policy.
 * @bytes: the bytes.
 */
struct request {
	__u32 which;
	__u32 length;
	__u32 form;
	__u32 policy_size;
	int result;
	union {
		struct utf8check_policy policy;
		__u8 room[UTF8CHECK_SIZE_MAX + 8];
	};
	__u8 bytes[1024];
};

#endif /* BPF_CALLS_H */
