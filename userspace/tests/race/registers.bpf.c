// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that is run where the kernel has just loaded a task's vector
 * registers and has not yet noted that.  Code that uses the registers there, and
 * goes by the note when it gives them back, destroys the values in them.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "guard/bpf_calls.h"
#include "registers.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

struct inside inside;

static int call(__u32 n)
{
	switch (inside.which) {
	case VALIDATE:
		return utf8check_bpf_validate(inside.text, n);
	case NAME:
		return utf8check_bpf_name(inside.text, n, &inside.policy,
					  sizeof(inside.policy));
	case PATH:
		return utf8check_bpf_path(inside.text, n, &inside.policy,
					  sizeof(inside.policy));
	case IS_NORMALIZED:
		return utf8check_bpf_is_normalized(inside.text, n,
						   inside.form);
	}
	return 0;
}

SEC("tp_btf/x86_fpu_regs_activated")
int activated(void *context)
{
	__u32 n = inside.length;

	if (bpf_get_current_pid_tgid() >> 32 != inside.task ||
	    n > sizeof(inside.text))
		return 0;
	inside.wrong += call(n) != inside.expected;
	inside.calls++;
	return 0;
}
