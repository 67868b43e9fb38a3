// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of all that is judged; trace events of bad texts and names.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/string_helpers.h>

#include "utf8check_private.h"

DEFINE_PER_CPU(struct utf8check_counters, utf8check_counters);

/* Bytes of a name or path that an event holds: all of a name. */
#define NAME_BYTES 255u

/*
 * Escapes the part of a name that an event holds: printable ASCII stays, a backslash and every
 * other byte become \xHH.  Return: the bytes that this needs, even when @room is less, without
 * a NUL.  Without CONFIG_EVENT_TRACING nothing uses escape_name() and put_name().
 */
static size_t __maybe_unused escape_name(const u8 *p, size_t n, char *to, size_t room)
{
	n = p ? min_t(size_t, n, NAME_BYTES) : 0;
	return string_escape_mem((const char *)p, n, to, room,
				 ESCAPE_HEX | ESCAPE_NAP | ESCAPE_APPEND, "\\");
}

/* As escape_name(), with a NUL at the end; cut off if the name has changed meanwhile. */
static void __maybe_unused put_name(const u8 *p, size_t n, char *to, size_t room)
{
	const size_t made = escape_name(p, n, to, room - 1);

	to[min(made, room - 1)] = '\0';
}

#define CREATE_TRACE_POINTS
#include "trace.h"

/*
 * How many findings are searched for the place of the refused class: as many as
 * fit on the stack.  Most names have fewer.
 */
#define FINDINGS 24

/*
 * In which contexts of this processor an event is being made: task, softirq, interrupt, NMI.
 * A BPF program on an event may judge bad text; if that made an event too, N programs would
 * run each other, N deep.
 */
static DEFINE_PER_CPU(u8[4], events);

/*
 * Begin an event.  Preemption stays off until its end, so that only calls from inside the
 * event find it begun, not those of another task.
 *
 * Return: for end_event(); NULL for a call from inside an event, which makes none.
 */
static u8 *begin_event(void)
{
	u8 *event;

	preempt_disable_notrace();
	event = this_cpu_ptr(events) + interrupt_context_level();
	if (*event) {
		preempt_enable_notrace();
		return NULL;
	}
	*event = 1;
	barrier();
	return event;
}

static void end_event(u8 *event)
{
	barrier();
	*event = 0;
	preempt_enable_notrace();
}

static noinline void report_error(enum utf8check_by by, const struct utf8check_config *config,
				  const struct utf8check_error *e)
{
	u8 *event = begin_event();

	if (!event)
		return;
	trace_utf8check_error(by, config, e);
	end_event(event);
}

void utf8check_notice_errors(enum utf8check_by by, const struct u8c_stream *s,
			     u64 before)
{
	utf8check_count(errors, s->errors - before);
	if (!before && trace_utf8check_error_enabled()) {
		struct utf8check_config config = s->config;

		config.from = s->source.encoding;
		report_error(by, &config, &s->first);
	}
}

void utf8check_notice_ill_formed(enum utf8check_by by, u8 profile,
				 const struct utf8check_error *e)
{
	/* A whole text ends at its error. */
	utf8check_count(bytes, e->offset);
	utf8check_count(errors, 1);
	if (trace_utf8check_error_enabled()) {
		const struct utf8check_config config = {
			.size = sizeof(config), .profile = profile,
		};

		report_error(by, &config, e);
	}
}

/*
 * Where the first finding of a class begins; -1 when too many findings come before it.  The
 * name is judged once more for this, so that findings cost nothing without a tracer; with
 * general registers, because the caller may be a BPF program.
 */
static noinline s64 find_class(const struct u8c_name_query *q, u32 class)
{
	struct utf8check_finding f[FINDINGS];
	struct u8c_name_query again = *q;
	struct utf8check_verdict v;

	again.impl = &u8c_impl_scalar;
	again.v = &v;
	again.f = f;
	again.room = FINDINGS;
	u8c_name_classes(&again);
	for (unsigned int i = 0; i < FINDINGS && i < v.findings; i++)
		if (f[i].what == class)
			return f[i].offset;
	return -1;
}

static noinline void report_name(enum utf8check_by by, const struct u8c_name_query *q,
				 u64 refused)
{
	u32 class = __ffs64(refused);
	s64 offset = find_class(q, class);
	u8 *event = begin_event();

	if (!event)
		return;
	trace_utf8check_name(by, q->path, q->p, q->n, q->v->classes, class, offset);
	end_event(event);
}

void utf8check_notice_refusal(enum utf8check_by by, const struct u8c_name_query *q)
{
	u64 refused = q->v->classes & q->policy->refuse;

	utf8check_count(names_refused, 1);
	if (trace_utf8check_name_enabled() && refused)
		report_name(by, q, refused);
}

/*
 * The sum of the counter at @offset of the struct.  Processors that are offline count too: they
 * may have counted before.  Only root reads the sums: they are of all containers.
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
