// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs that are run by the module's events, or by functions of the module, and
 * call the module with bad texts and names, which would cause what ran them again.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* How often a program ran, and how often for the first of two tasks, if that is set. */
__u64 runs;
__u64 runs_of_first;
__u32 first;

/* What the calls answered in the last NMI, and how many there were. */
__u64 interrupts;
int nmi_validate, nmi_plain, nmi_name, nmi_path, nmi_form;

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
	struct utf8check_policy policy = {};
	char bad[] = { 'a', 0xff };

	nmi_validate = utf8check_bpf_validate(bad, sizeof(bad));
	nmi_plain = utf8check_bpf_name(bad, 1, &policy, sizeof(policy));
	nmi_name = utf8check_bpf_name(bad, sizeof(bad), &policy, sizeof(policy));
	nmi_path = utf8check_bpf_path(bad, sizeof(bad), &policy, sizeof(policy));
	nmi_form = utf8check_bpf_is_normalized(bad, sizeof(bad), UTF8CHECK_FORM_NFC);
	__sync_fetch_and_add(&interrupts, 1);
	return 0;
}
