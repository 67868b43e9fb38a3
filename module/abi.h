/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core's records in the ABI's: shared by the module and by the userspace
 * library, which both stand between the core and a caller.
 *
 * The compiler checks here that no ABI struct has a hole.
 */
#ifndef UTF8CHECK_ABI_H
#define UTF8CHECK_ABI_H

#include "core/name/name.h"
#include "core/name/protect.h"
#include "core/stream/stream.h"
#include "include/uapi/linux/utf8check.h"

static_assert(sizeof(struct utf8check_error) == 64, "error");
static_assert(sizeof(struct utf8check_config) == 32, "config");
static_assert(sizeof(struct utf8check_report) == 464, "report");
static_assert(sizeof(struct utf8check_check) == 104, "check");
static_assert(sizeof(struct utf8check_finding) == 16, "finding");
static_assert(sizeof(struct utf8check_policy) == 128, "policy");
static_assert(sizeof(struct utf8check_verdict) == 48, "verdict");
static_assert(sizeof(struct utf8check_check_name) == 224, "name");
static_assert(sizeof(struct utf8check_version) == 40, "version");
static_assert(offsetof(struct utf8check_policy, reserved) == UTF8CHECK_POLICY_SIZE_VER0, "policy");
static_assert(UTF8CHECK_PROTECT_MAX == U8C_PROTECT_MAX, "protected names");
static_assert(UTF8CHECK_PROTECT_LEN_MAX == U8C_PROTECT_TEXT, "protected names: bytes");
static_assert(U8C_REASONS <= 32, "the report has room for every reason");
static_assert(sizeof(((struct u8c_stream *)0)->carry) <= 255, "pending");

/* The errno of a result; there is no other map.  0 also after U8C_PAUSED, which is no error. */
static inline int u8c_result_errno(enum u8c_result result)
{
	switch (result) {
	case U8C_FULL:
		return -ENOSPC;
	case U8C_REJECTED:
		return -EILSEQ;
	case U8C_LISTED:
		return -ENOBUFS;
	default:
		return 0;
	}
}

/* @to may be NULL; @e is NULL where there is no error. */
static inline void utf8check_error_put(struct utf8check_error *to,
				       const struct utf8check_error *e)
{
	if (to && e)
		*to = *e;
	else if (to)
		memset(to, 0, sizeof(*to));
}

/*
 * @from may be NULL: the default policy, of paths or of names.  Return: false
 * when it refuses what is no class, or is not zero where it must be.
 */
static inline bool utf8check_policy_to_core(struct utf8check_policy *to, bool path,
					    const struct utf8check_policy *from)
{
	if (from && (from->reserved[0] || from->reserved[1] || from->reserved[2]))
		return false;
	if (!from || !from->refuse)
		return u8c_policy_find("default", path, to);
	*to = *from;
	return !(to->refuse >> U8C_CLASSES || to->refuse & U8C_BIT(UTF8CHECK_CLASS_OK));
}

/* Leaves @queued, @list, @room and UTF8CHECK_STATE_FINISHED 0: the core knows none of them. */
static inline void utf8check_report_from_core(struct utf8check_report *to,
					      const struct u8c_stream *s)
{
	memset(to, 0, sizeof(*to));
	to->size = sizeof(*to);
	to->state = s->rejected ? UTF8CHECK_STATE_REJECTED : 0;
	to->bytes_in = s->bytes_in;
	to->bytes_out = s->bytes_out;
	to->code_points = u8c_stream_code_points(s);
	to->errors = s->errors;
	to->pending = s->rejected ? 0 : s->carried;
	memcpy(to->by_length, s->by_length, sizeof(to->by_length));
	memcpy(to->by_reason, s->by_reason, sizeof(s->by_reason));
	to->first = s->first;
	to->line = s->position.line;
	to->column = s->position.column;
	to->records = s->listed;
}

#endif /* UTF8CHECK_ABI_H */
