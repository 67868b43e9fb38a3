/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls for BPF programs (kfuncs), where the module was built with BTF.  utf8check(9) describes
 * them; a program declares them as userspace/bpf/utf8check_bpf.h does.
 *
 * The bytes may change while a call reads them.  No call allocates, sleeps, takes a lock, uses
 * vector registers or depends on its context.  Nothing ends a call early, so the length of a
 * text is bounded: UTF8CHECK_BPF_MAX.
 */
#ifndef UTF8CHECK_MODULE_BPF_H
#define UTF8CHECK_MODULE_BPF_H

#include <linux/types.h>
#include <linux/utf8check.h>

#define UTF8CHECK_BPF_MAX (1U << 20)	/* bytes of a text; some milliseconds */

int utf8check_bpf_validate(const void *data, u32 data__sz);
int utf8check_bpf_name(const void *name, u32 name__sz,
		       const struct utf8check_policy *policy, u32 policy__sz);
int utf8check_bpf_path(const void *path, u32 path__sz,
		       const struct utf8check_policy *policy, u32 policy__sz);
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
