// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters' sums, as files of the device in sysfs.  Only root reads them: they are of
 * all containers.
 */
#include <linux/cpumask.h>
#include <linux/device.h>

#include "utf8check_private.h"

DEFINE_PER_CPU(struct utf8check_counters, utf8check_counters);

/*
 * @offset is where the counter is in the struct.  Processors that are offline
 * count too: they may have counted before.
 */
static u64 counters_sum(size_t offset)
{
	u64 total = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		const void *share = per_cpu_ptr(&utf8check_counters, cpu);

		total += READ_ONCE(*(const u64 *)(share + offset));
	}
	return total;
}

#define COUNTER(what) \
static ssize_t what##_show(struct device *dev, struct device_attribute *attr, \
			   char *buf) \
{ \
	return sysfs_emit(buf, "%llu\n", \
			  counters_sum(offsetof(struct utf8check_counters, what))); \
} \
static DEVICE_ATTR(what, 0400, what##_show, NULL)

COUNTER(sessions);
COUNTER(bytes);
COUNTER(errors);
COUNTER(names);
COUNTER(names_refused);

static struct attribute *counters[] = {
	&dev_attr_sessions.attr,
	&dev_attr_bytes.attr,
	&dev_attr_errors.attr,
	&dev_attr_names.attr,
	&dev_attr_names_refused.attr,
	NULL
};

const struct attribute_group utf8check_counters_group = {
	.name = "statistics",
	.attrs = counters,
};
