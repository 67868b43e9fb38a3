/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters and trace events.  The callers of the core, which know who asked, come
 * here with each result: all work is counted (counters.h), and errors and refused
 * names make a trace event (trace.h).
 *
 * Good text and good names are only counted.  Whether anybody traces is asked only
 * after an error, so a bad text costs no more than a test while nobody traces.  A
 * text makes one event, for its first error.  No event is made inside another one of
 * the same context (task, softirq, interrupt, NMI).
 *
 * Context of all calls: any, NMI too, as long as RCU is watching.  RCU does not
 * watch in the entry code and deep in the idle loop, and nobody judges text there.
 */
#ifndef UTF8CHECK_NOTICE_H
#define UTF8CHECK_NOTICE_H

#include <linux/errno.h>

#include "core/name/name.h"
#include "core/stream/stream.h"
#include "counters.h"
#include "include/uapi/linux/utf8check.h"

/**
 * enum utf8check_by - who asked for a judgement
 *
 * @UTF8CHECK_BY_SESSION: what was written to a session of /dev/utf8check.
 * @UTF8CHECK_BY_IOCTL: an ioctl that brought the bytes.
 * @UTF8CHECK_BY_API: other kernel code, by <linux/utf8check.h>.
 * @UTF8CHECK_BY_BPF: a BPF program.
 */
enum utf8check_by {
	UTF8CHECK_BY_SESSION,
	UTF8CHECK_BY_IOCTL,
	UTF8CHECK_BY_API,
	UTF8CHECK_BY_BPF
};

/**
 * struct utf8check_tally - how far a stream was before a call
 *
 * @bytes: its bytes_in.
 * @errors: its errors.
 */
struct utf8check_tally {
	u64 bytes;
	u64 errors;
};

static inline struct utf8check_tally utf8check_tally(const struct u8c_stream *s)
{
	return (struct utf8check_tally){ s->bytes_in, s->errors };
}

/* For bad texts and names only; the inline calls below call these. */
void utf8check_notice_errors(enum utf8check_by by, const struct u8c_stream *s,
			     u64 before);
void utf8check_notice_ill_formed(enum utf8check_by by, u8 profile,
				 const struct utf8check_error *e);
void utf8check_notice_refusal(enum utf8check_by by, const struct u8c_name_query *q);

/**
 * utf8check_notice_stream() - a stream has judged
 * @by: for whom
 * @s: the stream
 * @before: its tally before; all zero before the first byte
 */
static inline void utf8check_notice_stream(enum utf8check_by by,
					   const struct u8c_stream *s,
					   struct utf8check_tally before)
{
	utf8check_count(bytes, s->bytes_in - before.bytes);
	if (unlikely(s->errors != before.errors))
		utf8check_notice_errors(by, s, before.errors);
}

/**
 * utf8check_notice_validate() - a whole text was validated
 * @by: for whom
 * @profile: enum utf8check_profile
 * @len: its bytes
 * @e: the first error, NULL when there is none
 */
static inline void utf8check_notice_validate(enum utf8check_by by, u8 profile,
					     size_t len,
					     const struct utf8check_error *e)
{
	if (likely(!e))
		utf8check_count(bytes, len);
	else
		utf8check_notice_ill_formed(by, profile, e);
}

/**
 * utf8check_notice_form() - a whole text was judged under a form
 * @by: for whom
 * @len: its bytes
 * @result: -EILSEQ for a text with an error, -EINVAL when it was not judged
 * @e: the first error; only looked at for -EILSEQ
 */
static inline void utf8check_notice_form(enum utf8check_by by, size_t len,
					 int result,
					 const struct utf8check_error *e)
{
	if (unlikely(result == -EILSEQ))
		utf8check_notice_ill_formed(by, UTF8CHECK_PROFILE_RFC3629, e);
	else if (likely(result != -EINVAL))
		utf8check_count(bytes, len);
}

/**
 * utf8check_notice_name() - a name or path was judged
 * @by: for whom
 * @q: what was asked, and the verdict; without its bytes when they were too many
 *	to be looked at
 */
static inline void utf8check_notice_name(enum utf8check_by by,
					 const struct u8c_name_query *q)
{
	utf8check_count(names, 1);
	if (unlikely(!q->v->ok))
		utf8check_notice_refusal(by, q);
}

#endif /* UTF8CHECK_NOTICE_H */
