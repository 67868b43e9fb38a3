/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A section in which the module may use the vector registers.  Only for impl.c.
 */
#ifndef UTF8CHECK_SECTION_H
#define UTF8CHECK_SECTION_H

#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "compat.h"

#ifdef CONFIG_X86_64
#define HAS_VECTORS
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/simd.h>
#elif defined(CONFIG_ARM64) && !defined(CONFIG_CPU_BIG_ENDIAN)
#define HAS_VECTORS
#include <asm/cpufeature.h>
#include <asm/neon.h>
#include <asm/simd.h>
#endif

#ifdef HAS_VECTORS
/**
 * struct section - one use of the vector registers
 *
 * @saved: where arm64 saves them while the section is interrupted.
 */
struct section {
#ifdef CONFIG_ARM64
	struct user_fpsimd_state saved;
#endif
};

static __always_inline void begin_section(struct section *s)
{
#ifdef CONFIG_ARM64
	kernel_neon_begin(&s->saved);
#else
	kernel_fpu_begin();
#endif
}

static __always_inline void end_section(struct section *s)
{
#ifdef CONFIG_ARM64
	kernel_neon_end(&s->saved);
#else
	kernel_fpu_end();
#endif
}

/*
 * A section may begin only in a task or a softirq that has preemption and interrupts
 * on, and no bottom halves disabled.  The kernel has one of these off wherever it saves or
 * loads a task's registers.  A tracer can call the module from there, and
 * may_use_simd() would allow it.  (In an NMI, may_use_simd() itself warns.)
 */
static inline bool may_begin(void)
{
	return !(preempt_count() & ~SOFTIRQ_OFFSET) && !irqs_disabled() &&
	       may_use_simd();
}
#endif

#endif /* UTF8CHECK_SECTION_H */
