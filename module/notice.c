// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters and trace events of bad texts and names.
 */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/string_helpers.h>

#include "abi.h"
#include "impl.h"
#include "notice.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/*
 * How many findings are searched for the place of the refused class: as many as
 * fit on the stack.  Most names have fewer.
 */
#define FINDINGS 24

static noinline void tell_first(enum utf8check_by by,
				const struct u8c_stream *s)
{
	struct utf8check_config config = s->config;

	config.from = s->source.encoding;
	trace_utf8check_error(by, &config, &s->first);
}

void utf8check_notice_errors(enum utf8check_by by, const struct u8c_stream *s,
			     u64 before)
{
	utf8check_count(errors, s->errors - before);
	if (!before && trace_utf8check_error_enabled())
		tell_first(by, s);
}

static noinline void tell(enum utf8check_by by, u8 profile,
			  const struct utf8check_error *e)
{
	const struct utf8check_config config = {
		.size = sizeof(config),
		.profile = profile,
	};

	trace_utf8check_error(by, &config, e);
}

void utf8check_notice_ill_formed(enum utf8check_by by, u8 profile,
				 const struct utf8check_error *e)
{
	/* A whole text ends at its error. */
	utf8check_count(bytes, e->offset);
	utf8check_count(errors, 1);
	if (trace_utf8check_error_enabled())
		tell(by, profile, e);
}

/*
 * Where the first finding of a class begins; -1 when too many findings come
 * before it.  The name is judged once more for this, so that nobody pays for
 * findings while nobody traces; with general registers, because the caller may be
 * a BPF program.
 */
static noinline s64 find(const struct u8c_name_query *q, u32 class)
{
	struct utf8check_finding f[FINDINGS];
	struct u8c_name_query again = *q;
	struct utf8check_verdict v;
	unsigned int i;

	again.impl = utf8check_impl_general;
	again.v = &v;
	again.f = f;
	again.room = FINDINGS;
	u8c_name_classes(&again);
	for (i = 0; i < FINDINGS && i < v.findings; i++)
		if (f[i].what == class)
			return f[i].offset;
	return -1;
}

void utf8check_notice_refusal(enum utf8check_by by, const struct u8c_name_query *q)
{
	u64 refused = q->v->classes & q->policy->refuse;
	u32 class;

	utf8check_count(names_refused, 1);
	if (!trace_utf8check_name_enabled() || !refused)
		return;
	class = __ffs64(refused);
	trace_utf8check_name(by, q->path, q->p, q->n, q->v->classes, class, find(q, class));
}
