// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs that are run by the module's events, or by functions of the module, and
 * call the module with bad texts and names, which would cause what ran them again.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "nest.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* How often a program ran, and how often for the first of two tasks, if that is set. */
__u64 runs;
__u64 runs_of_first;
__u32 first;

/* What the calls answered in the last NMI, and how many there were. */
__u64 interrupts;
struct answers of_nmi;

/* After how many tail calls on_error_deep() makes the calls, and what they answered. */
__u32 wanted;
__u32 depth;
struct answers of_deep;

/* Holds on_error_deep(). */
struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
} deeper SEC(".maps");

static int call_all(void)
{
	struct utf8check_policy policy = {};
	char bad[] = { 'a', 0xff };

	utf8check_bpf_validate(bad, sizeof(bad));
	utf8check_bpf_name(bad, sizeof(bad), &policy, sizeof(policy));
	utf8check_bpf_path(bad, sizeof(bad), &policy, sizeof(policy));
	utf8check_bpf_is_normalized(bad, sizeof(bad), UTF8CHECK_FORM_NFC);
	return 0;
}

static __always_inline void call_and_keep(struct answers *to)
{
	struct utf8check_policy policy = {};
	char bad[] = { 'a', 0xff };

	to->validate = utf8check_bpf_validate(bad, sizeof(bad));
	to->plain = utf8check_bpf_name(bad, 1, &policy, sizeof(policy));
	to->name = utf8check_bpf_name(bad, sizeof(bad), &policy, sizeof(policy));
	to->path = utf8check_bpf_path(bad, sizeof(bad), &policy, sizeof(policy));
	to->form = utf8check_bpf_is_normalized(bad, sizeof(bad), UTF8CHECK_FORM_NFC);
}

/* Not in the frame that each tail call leaves. */
static __noinline int call_deep(void)
{
	call_and_keep(&of_deep);
	return 0;
}

static int run(void)
{
	__sync_fetch_and_add(&runs, 1);
	if (first && bpf_get_current_pid_tgid() >> 32 == first)
		__sync_fetch_and_add(&runs_of_first, 1);
	return call_all();
}

/* Is run on request. */
SEC("syscall")
int on_request(void *context)
{
	return call_all();
}

SEC("?tp_btf/utf8check_name")
int on_name(void *context)
{
	return run();
}

SEC("?tp_btf/utf8check_error")
int on_error(void *context)
{
	return run();
}

/* By the event's number in tracefs, as perf's programs. */
SEC("?tp/utf8check/utf8check_name")
int on_name_by_number(void *context)
{
	return run();
}

/* The loader names the function. */
SEC("?fentry/utf8check_bpf_name")
int on_entry(void *context)
{
	return run();
}

SEC("?fexit/utf8check_bpf_name")
int on_exit(void *context)
{
	return run();
}

SEC("?kprobe/u8c_name_classes")
int on_probe(void *context)
{
	return run();
}

SEC("?tp_btf/nmi_handler")
int on_nmi(void *context)
{
	call_and_keep(&of_nmi);
	__sync_fetch_and_add(&interrupts, 1);
	return 0;
}

static __noinline int go_deeper(void *context)
{
	bpf_tail_call(context, &deeper, 0);
	return 0;
}

/* A frame is as long as the compiler and the verifier see it used. */
static __always_inline void use_up(volatile __u64 *frame)
{
	*frame = 0;
	asm volatile("" : : "r"(frame) : "memory");
}

static __noinline int pass_on(void *context)
{
	__u64 frame[8];

	use_up(frame);
	return go_deeper(context);
}

static __noinline int hand_on(void *context)
{
	__u64 frame[8];

	use_up(frame);
	return pass_on(context);
}

/*
 * Uses up the stack: where a function that is called makes a tail call, the frames of who
 * called it stay, of up to 255 bytes in all, and what each call saves.
 */
SEC("?tp_btf/utf8check_error")
int on_error_deep(void *context)
{
	__u64 frame[12];

	use_up(frame);
	if (depth++ < wanted)
		return hand_on(context);
	return call_deep();
}
