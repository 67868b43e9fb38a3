/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the module has done since it was loaded, in numbers.
 *
 * Each processor counts for itself and nobody waits: names are judged in any
 * context, NMI too.  Only a reader in sysfs adds them up, while they go on
 * counting; so what it reads is exact once all calls have returned.
 */
#ifndef UTF8CHECK_COUNTERS_H
#define UTF8CHECK_COUNTERS_H

#include <linux/percpu.h>
#include <linux/sysfs.h>
#include <linux/types.h>

/**
 * struct utf8check_counters - one processor's share
 *
 * A share can be less than nothing, as 2^64 less: only the sum has a meaning.
 *
 * @sessions: opens of /dev/utf8check.
 * @bytes: of text judged, up to the first error where that ends a text.
 * @errors: ill-formed sequences, and what else a text was told not to hold.
 * @names: names and paths judged.
 * @names_refused: of these, the ones refused.
 */
struct utf8check_counters {
	u64 sessions;
	u64 bytes;
	u64 errors;
	u64 names;
	u64 names_refused;
};

DECLARE_PER_CPU(struct utf8check_counters, utf8check_counters);

/*
 * Any context.  Where the processor has no instruction for it (of x86-64 and
 * arm64 each has) interrupts are off meanwhile, and what an NMI adds just then
 * can be lost.
 */
#define utf8check_count(what, n) this_cpu_add(utf8check_counters.what, (n))

/* The sums, as files of the device in sysfs. */
extern const struct attribute_group utf8check_counters_group;

#endif /* UTF8CHECK_COUNTERS_H */
