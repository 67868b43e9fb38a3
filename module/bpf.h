/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls for BPF programs (kfuncs), which may be LSM, tracing and system call
 * programs, where the module was built with BTF.  A program declares the calls as
 * userspace/bpf/utf8check_bpf.h does.
 *
 * Memory is given as a pointer and a length, which the verifier checks: a
 * program's stack, a map's value that the program may write, a record of a ring
 * buffer (not on Linux 6.1).  A program whose pointer may be NULL is refused at
 * load, even where the length is 0; on Linux 6.1 it is loaded, and the call returns
 * -EINVAL for NULL.  The bytes may change while a call reads them.  No call allocates,
 * sleeps, takes a lock, uses vector registers or depends on its context.  Nothing ends
 * a call early, so the length of a text is bounded: UTF8CHECK_BPF_MAX.
 *
 * "Task" as a context means: on the stack of a task of which three eighths are left (6 of 16
 * KiB), with or without a lock or interrupts.  Elsewhere the call returns -EOPNOTSUPP, as a
 * module cannot find the end of the stack of an interrupt or NMI.
 */
#ifndef UTF8CHECK_MODULE_BPF_H
#define UTF8CHECK_MODULE_BPF_H

#include <linux/types.h>
#include <linux/utf8check.h>

#define UTF8CHECK_BPF_MAX (1U << 20)	/* bytes of a text; some milliseconds */

/**
 * utf8check_bpf_validate() - is a buffer well-formed UTF-8 (RFC 3629)?
 * @data: the bytes
 * @data__sz: how many
 *
 * Context: Any, NMI too.
 * Return: 0 when it is; -EILSEQ when it is not; -E2BIG.
 */
int utf8check_bpf_validate(const void *data, u32 data__sz);

/**
 * utf8check_bpf_name() - judge the name of one directory entry
 * @name: the bytes, without a terminating NUL
 * @name__sz: how many
 * @policy: what is refused; all zero for the default, as utf8check_verify_name() has
 *	it
 * @policy__sz: sizeof(struct utf8check_policy) of the program; what it lacks is zero
 *
 * Context: Task; any for plain names.
 * Return: 0 when it may pass; else the class (enum utf8check_class, from 1) of
 * highest precedence among those that are found and refused; -EINVAL when
 * @policy refuses a number that is no class, or @policy__sz is less than
 * UTF8CHECK_POLICY_SIZE_VER0; -E2BIG when what this module does not know of @policy
 * is not zero, or @policy__sz is more than UTF8CHECK_SIZE_MAX.
 */
int utf8check_bpf_name(const void *name, u32 name__sz,
		       const struct utf8check_policy *policy, u32 policy__sz);

/**
 * utf8check_bpf_path() - judge a path
 * @path: the bytes, without a terminating NUL
 * @path__sz: how many
 * @policy: as utf8check_bpf_name(), of paths
 * @policy__sz: sizeof(struct utf8check_policy) of the program; what it lacks is zero
 *
 * Context: Task.
 * Return: as utf8check_bpf_name().
 */
int utf8check_bpf_path(const void *path, u32 path__sz,
		       const struct utf8check_policy *policy, u32 policy__sz);

/**
 * utf8check_bpf_is_normalized() - is a text the same as its form?
 * @data: the bytes
 * @data__sz: how many
 * @form: enum utf8check_form, not UTF8CHECK_FORM_NONE
 *
 * Context: Task.
 * Return: 1 when it is; 0 when it is not; -EILSEQ when it is ill-formed; -EINVAL for an
 * unknown form; -E2BIG.
 */
int utf8check_bpf_is_normalized(const void *data, u32 data__sz, u32 form);

#ifdef CONFIG_DEBUG_INFO_BTF_MODULES
/*
 * Offer the calls to programs for as long as the module is loaded.  Where that is
 * not possible, say so once: the rest of the module works without them.
 */
void utf8check_bpf_init(void);
#else
static inline void utf8check_bpf_init(void) { }
#endif

#endif /* UTF8CHECK_MODULE_BPF_H */
