// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls for BPF programs, described in utf8check(9).
 *
 * The kernel finds them by the module's BTF, which kbuild makes from the debug
 * information with pahole and the BTF of the kernel.  Each program that uses one of
 * the calls holds a reference to the module.
 *
 * A program can run while the kernel saves or loads vector registers, so all calls use
 * u8c_impl_scalar.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/btf_ids.h>
#include <linux/module.h>
#include <linux/nospec.h>
#include <linux/preempt.h>
#include <linux/sched/task_stack.h>

#include "abi_form.h"
#include "bpf.h"
#include "compat.h"
#include "core/name/name.h"
#include "utf8check_private.h"

#define KNOWN_CLASSES (U8C_BIT(U8C_CLASSES) - 1 - U8C_BIT(UTF8CHECK_CLASS_OK))

/*
 * What has to be left of the stack: 6 of 16 KiB, and more where KASAN makes stacks and frames
 * larger.  A call uses less than 5, and a tracer of its event some too.
 */
#define STACK_LEFT (THREAD_SIZE / 8 * 3)

/*
 * Programs can have most of the stack: 33 tail calls of 256 bytes, each also with its frame.
 * A module cannot know where an interrupt's stack ends, so it uses none.
 */
static __always_inline bool has_stack(void)
{
	const unsigned long left = (unsigned long)__builtin_frame_address(0) -
				   (unsigned long)task_stack_page(current);

	return !in_nmi() && left >= STACK_LEFT && left < THREAD_SIZE;
}

/* The refused class of highest precedence: the lowest number. */
static int first_refused(const struct utf8check_verdict *v, u64 refuse)
{
	return v->ok ? 0 : __ffs64(v->classes & refuse);
}

/* A program may change @policy meanwhile: only the copy is looked at. */
static noinline int bpf_judge_in_full(bool path, const void *p, u32 n,
				      const struct utf8check_policy *policy)
{
	struct utf8check_policy given = {}, core;
	struct utf8check_verdict v;
	const struct u8c_name_query q = {
		.impl = &u8c_impl_scalar, .policy = &core, .path = path,
		.p = p, .n = n, .v = &v,
	};

	if (!has_stack())
		return -EOPNOTSUPP;
	memcpy(&given, policy, UTF8CHECK_POLICY_SIZE_VER0);
	U8C_ONCE(given.refuse);
	if (!utf8check_policy_to_core(&core, path, &given))
		return -EINVAL;
	u8c_name_classes(&q);
	utf8check_notice_name(UTF8CHECK_BY_BPF, &q);
	return first_refused(&v, core.refuse);
}

/*
 * Does a policy use members that this module does not know?  memchr_inv() is not used, as a
 * program can be attached to it.
 */
static noinline bool has_tail(const struct utf8check_policy *policy, u32 size)
{
	const u8 *p = (const u8 *)policy;
	u8 found = 0;

	for (u32 i = UTF8CHECK_POLICY_SIZE_VER0; i < size; i++)
		found |= p[i];
	return found;
}

/*
 * The rule of the ABI for a struct and its size.  A pointer can be NULL only on Linux 6.1,
 * whose verifier does not check that for memory.
 */
static int policy_error(const void *name, const struct utf8check_policy *policy, u32 size)
{
	u64 refuse;

	if (!name || !policy || size < UTF8CHECK_POLICY_SIZE_VER0)
		return -EINVAL;
	if (size != UTF8CHECK_POLICY_SIZE_VER0 &&
	    (size > UTF8CHECK_SIZE_MAX || has_tail(policy, size)))
		return -E2BIG;
	refuse = READ_ONCE(policy->refuse);
	return refuse & ~KNOWN_CLASSES ? -EINVAL : 0;
}

__bpf_kfunc_start_defs();

__bpf_kfunc int utf8check_bpf_validate(const void *data, u32 data__sz)
{
	struct utf8check_error e;
	int result;

	if (!data)
		return -EINVAL;
	if (data__sz > UTF8CHECK_BPF_MAX)
		return -E2BIG;
	result = u8c_validate(&u8c_impl_scalar, &u8c_rfc3629, data, data__sz, &e) ? 0 : -EILSEQ;
	utf8check_notice_text(UTF8CHECK_BY_BPF, UTF8CHECK_PROFILE_RFC3629, data__sz, result, &e);
	return result;
}

__bpf_kfunc int utf8check_bpf_name(const void *name, u32 name__sz,
				   const struct utf8check_policy *policy,
				   u32 policy__sz)
{
	int err = policy_error(name, policy, policy__sz);

	if (err)
		return err;
	/*
	 * This runs for each file that is created, so the policy is not copied.  A
	 * program may write to it meanwhile: no address depends on it.
	 */
	if (u8c_is_plain(name, name__sz, false, (const void *)policy)) {
		utf8check_count(names, 1);
		return 0;
	}
	return bpf_judge_in_full(false, name, name__sz, policy);
}

__bpf_kfunc int utf8check_bpf_path(const void *path, u32 path__sz,
				   const struct utf8check_policy *policy,
				   u32 policy__sz)
{
	int err = policy_error(path, policy, policy__sz);

	return err ?: bpf_judge_in_full(true, path, path__sz, policy);
}

__bpf_kfunc int utf8check_bpf_is_normalized(const void *data, u32 data__sz,
					    u32 form)
{
	struct utf8check_error found;
	int result;

	if (!has_stack())
		return -EOPNOTSUPP;
	if (!data || form == UTF8CHECK_FORM_NONE || form >= U8C_FORMS)
		return -EINVAL;
	if (data__sz > UTF8CHECK_BPF_MAX)
		return -E2BIG;
	form = array_index_nospec(form, U8C_FORMS);
	result = utf8check_form_ask(&u8c_impl_scalar, form, u8c_text(data, data__sz),
				    NULL, &found);
	utf8check_notice_text(UTF8CHECK_BY_BPF, UTF8CHECK_PROFILE_RFC3629, data__sz, result,
			      &found);
	return result;
}

__bpf_kfunc_end_defs();

BTF_KFUNCS_START(calls)
BTF_ID_FLAGS(func, utf8check_bpf_validate, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, utf8check_bpf_name, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, utf8check_bpf_path, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, utf8check_bpf_is_normalized, KF_TRUSTED_ARGS)
BTF_KFUNCS_END(calls)

static const struct btf_kfunc_id_set call_set = {
	.owner = THIS_MODULE,
	.set = &calls,
};

/* For the kernel, tracing includes LSM here; it must not be registered twice. */
static const enum bpf_prog_type types[] = {
	BPF_PROG_TYPE_TRACING,
	BPF_PROG_TYPE_SYSCALL,
};

void utf8check_bpf_init(void)
{
	int err = 0;

	if (!THIS_MODULE->btf_data_size) {
		pr_info("built without BTF (pahole, and the kernel's own): no calls for BPF programs\n");
		return;
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(types) && !err; i++)
		err = register_btf_kfunc_id_set(types[i], &call_set);
	if (err)
		pr_info("no calls for BPF programs: error %d\n", err);
}
