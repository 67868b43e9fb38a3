// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that is run on request and makes one call of the module.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "bpf_calls.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

struct request request;
__u8 too_long[(1 << 20) + 1];

SEC("syscall")
int call(void *context)
{
	__u32 n = request.length;
	__u32 size = request.policy_size;

	if (n > sizeof(request.bytes) || size > sizeof(request.room))
		return 1;
	switch (request.which) {
	case VALIDATE:
		request.result = utf8check_bpf_validate(request.bytes, n);
		break;
	case NAME:
		request.result = utf8check_bpf_name(request.bytes, n,
						    &request.policy, size);
		break;
	case PATH:
		request.result = utf8check_bpf_path(request.bytes, n,
						    &request.policy, size);
		break;
	case IS_NORMALIZED:
		request.result = utf8check_bpf_is_normalized(request.bytes, n,
							     request.form);
		break;
	case TOO_LONG_TEXT:
		request.result = utf8check_bpf_validate(too_long, sizeof(too_long));
		break;
	case TOO_LONG_FORM:
		request.result = utf8check_bpf_is_normalized(too_long, sizeof(too_long),
							     request.form);
		break;
	}
	return 0;
}
