/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What BPF programs (LSM, tracing, system call) may call while the module
 * utf8check is loaded; see utf8check(9).  To be included after bpf_helpers.h.
 *
 * A pointer and the length after it are checked by the verifier, which wants
 * memory that the program may write: its stack, a map's value, a record of a
 * ring buffer (not on Linux 6.1); not a constant, and nothing that may be NULL
 * (Linux 6.1 loads that, and the call returns -EINVAL).  More than 1 MiB is -E2BIG
 * (a name or a path: too-long).
 *
 * In an NMI, on the stack of an interrupt, and where less than three eighths of a task's
 * stack (6 of 16 KiB) are left, as after many tail calls, only utf8check_bpf_validate(),
 * and utf8check_bpf_name() of a plain name, give an answer; all else is -EOPNOTSUPP.
 */
#ifndef UTF8CHECK_BPF_H
#define UTF8CHECK_BPF_H

#include <linux/utf8check.h>

/* 0: well-formed UTF-8 (RFC 3629); -EILSEQ: not; -E2BIG. */
extern int utf8check_bpf_validate(const void *data, __u32 data__sz) __ksym;

/*
 * 0: a name of a file, or a path, that may pass; else the class (enum utf8check_class) of
 * highest precedence among those that are found and refused; -EINVAL for a bad policy, also one
 * of less than UTF8CHECK_POLICY_SIZE_VER0 bytes; -E2BIG for a newer one, of which the module
 * does not know what is not zero, and for more than UTF8CHECK_SIZE_MAX bytes.  A policy that is
 * all zero is the default policy.
 */
extern int utf8check_bpf_name(const void *name, __u32 name__sz,
			      const struct utf8check_policy *policy,
			      __u32 policy__sz) __ksym;
extern int utf8check_bpf_path(const void *path, __u32 path__sz,
			      const struct utf8check_policy *policy,
			      __u32 policy__sz) __ksym;

/* 1: the same as its form (enum utf8check_form, not NONE); 0: not; -EILSEQ; -EINVAL; -E2BIG. */
extern int utf8check_bpf_is_normalized(const void *data, __u32 data__sz,
				       __u32 form) __ksym;

#endif /* UTF8CHECK_BPF_H */
