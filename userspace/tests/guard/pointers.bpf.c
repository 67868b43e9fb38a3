// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that gives one pointer to one call of the module.  The verifier reads
 * the constants before it reads the program, and sees that call alone.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "bpf_calls.h"
#include "bpf_pointers.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

struct mm_struct;

struct task_struct {
	struct mm_struct *mm;
} __attribute__((preserve_access_index));

/* From 6.2 on; with 0 it says that a number is the address of bytes (6.17). */
void *bpf_rdonly_cast(const void *p, __u32 type) __ksym __weak;

/*
 * Set by the loader: enum which; enum source of the text and of the policy; how many
 * bytes of each.
 */
const volatile __u32 which;
const volatile __u32 text_from;
const volatile __u32 policy_from;
const volatile __u32 size;

/* What the call returned. */
int result;

/*
 * Empty, so each value is missing.  Not an array: newer verifiers know which values of
 * an array are there.
 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct utf8check_policy);
} map SEC(".maps");

/* Too small for a record, so none is given. */
#define RECORD 8192

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} ring SEC(".maps");

static __always_inline int call(void *text, void *policy)
{
	const __u32 n = size;

	switch (which) {
	case VALIDATE:
		return utf8check_bpf_validate(text, n);
	case NAME:
		return utf8check_bpf_name(text, n, policy, n);
	case PATH:
		return utf8check_bpf_path(text, n, policy, n);
	case IS_NORMALIZED:
		return utf8check_bpf_is_normalized(text, n, UTF8CHECK_FORM_NFC);
	}
	return 0;
}

static __always_inline void *take(__u32 from, void *stack, void **record)
{
	__u32 key = 0;

	switch (from) {
	case FROM_STACK:
		return stack;
	case FROM_MAP:
	case FROM_MAP_UNCHECKED:
		return bpf_map_lookup_elem(&map, &key);
	case FROM_RING:
	case FROM_RING_UNCHECKED:
		*record = bpf_ringbuf_reserve(&ring, RECORD, 0);
		return *record;
	case FROM_KERNEL:
		return bpf_get_current_task_btf()->mm;
	case FROM_CAST:
		return bpf_rdonly_cast((void *)64, 0);
	}
	return NULL;
}

/* The barrier keeps the compiler from testing a pointer that shall not be tested. */
static __always_inline int is_missing(__u32 from, const void *p)
{
	if (from >= FROM_NOTHING)
		return 0;
	barrier_var(p);
	return !p;
}

SEC("syscall")
int make_call(void *context)
{
	struct utf8check_policy a = {}, b = {};
	void *record = NULL;
	void *text = take(text_from, &a, &record);
	void *policy = take(policy_from, &b, &record);

	if (!is_missing(text_from, text) && !is_missing(policy_from, policy))
		result = call(text, policy);
	if (record)
		bpf_ringbuf_discard(record, 0);
	return 0;
}
