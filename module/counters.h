/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of what the module has done since it was loaded.
 *
 * Each processor counts for itself without waiting, because names are judged in
 * any context, NMI too.  A reader of the file in sysfs adds the shares while the
 * processors go on counting, so the sum is exact only after all calls have ended.
 */
#ifndef UTF8CHECK_COUNTERS_H
#define UTF8CHECK_COUNTERS_H

#include <linux/percpu.h>
#include <linux/sysfs.h>
#include <linux/types.h>

/**
 * struct utf8check_counters - one processor's share
 *
 * A share may be negative (it wraps at 2^64): only the sum has a meaning.
 *
 * @sessions: opens of /dev/utf8check.
 * @bytes: of text judged, up to the first error where that ends a text.
 * @errors: ill-formed sequences, and whatever else the configuration forbids.
 * @names: names and paths judged.
 * @names_refused: those of them that were refused.
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
 * Any context.  x86-64 and arm64 have an instruction for this.  On processors
 * without one, interrupts are off meanwhile, and an NMI that counts at that moment
 * can be lost.
 */
#define utf8check_count(what, n) this_cpu_add(utf8check_counters.what, (n))

/* The sums, as files of the device in sysfs. */
extern const struct attribute_group utf8check_counters_group;

#endif /* UTF8CHECK_COUNTERS_H */
