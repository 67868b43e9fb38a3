// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs that do nothing, where those of the guard are when a file is created: what the
 * kernel's own way to a program costs.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

SEC("fexit/do_filp_open")
int empty_opened(unsigned long long *ctx)
{
	return 0;
}

SEC("lsm/inode_create")
int empty_create(unsigned long long *ctx)
{
	return 0;
}
