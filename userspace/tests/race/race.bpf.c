// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that is run on request and makes one call of the module, on bytes
 * that somebody may be rewriting.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "guard/bpf_calls.h"
#include "bpf_race.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* Whole pages, so nothing follows the text of the first map. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct text);
} texts SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct utf8check_policy);
} policies SEC(".maps");

struct ask ask;

static int call(struct text *text, __u32 n, struct utf8check_policy *policy)
{
	switch (ask.which) {
	case VALIDATE:
		return utf8check_bpf_validate(text->bytes, n);
	case NAME:
		return utf8check_bpf_name(text->bytes, n, policy,
					  sizeof(*policy));
	case PATH:
		return utf8check_bpf_path(text->bytes, n, policy,
					  sizeof(*policy));
	case IS_NORMALIZED:
		return utf8check_bpf_is_normalized(text->bytes, n, ask.form);
	}
	return 0;
}

SEC("syscall")
int make_call(void *context)
{
	__u32 n = ask.length, key = 0;
	struct utf8check_policy *policy;
	struct text *text;

	text = bpf_map_lookup_elem(&texts, &key);
	policy = bpf_map_lookup_elem(&policies, &key);
	if (!text || !policy || n > sizeof(text->bytes))
		return 1;
	ask.result = call(text, n, policy);
	return 0;
}
