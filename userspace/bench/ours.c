// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs, by an implementation of ours.
 */
#include <string.h>
#include "bench.h"
#include "core/u8c.h"

static size_t ours_validate(const u8 *p, size_t n, const struct work *w)
{
	return w->impl->validate->valid_up_to(p, n, w->impl->validate);
}

static size_t ours_late_error(const u8 *p, size_t n, const struct work *w)
{
	struct utf8check_error e = { .offset = n };

	u8c_validate(w->impl, &u8c_rfc3629, p, n, &e);
	return e.offset;
}

static size_t ours_convert(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config configs[JOBS] = {
		[REPAIR_VALID ... REPAIR_ALL] = { .action = UTF8CHECK_ACTION_REPLACE },
		[UTF16_TO_UTF8] = { .from = UTF8CHECK_ENCODING_UTF16LE },
		[UTF8_TO_UTF16] = { .to = UTF8CHECK_ENCODING_UTF16LE },
		[UTF32_TO_UTF8] = { .from = UTF8CHECK_ENCODING_UTF32LE },
		[UTF8_TO_UTF32] = { .to = UTF8CHECK_ENCODING_UTF32LE },
	};
	size_t used = n, made = w->room, more;
	struct u8c_stream s;

	u8c_stream_init(&s, w->impl, &configs[w->job]);
	u8c_stream_push(&s, p, &used, w->out, &made);
	more = w->room - made;
	u8c_stream_finish(&s, w->out + made, &more);
	return made + more;
}

/* A stream without output.  Return: code points, and above 32 bits the errors. */
static u64 check_stream(const struct utf8check_config *config, const u8 *p,
			size_t n, const struct work *w)
{
	static struct u8c_verifier verifier;
	size_t used = n;
	struct u8c_stream s;

	u8c_stream_init(&s, w->impl, config);
	if (u8c_config_needs_work(config))
		u8c_stream_lend(&s, &verifier);
	u8c_stream_push(&s, p, &used, NULL, NULL);
	u8c_stream_finish(&s, NULL, NULL);
	return s.code_points + (s.errors << 32);
}

static size_t stream_nfc(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = {
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.form = UTF8CHECK_FORM_NFC,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};

	return check_stream(&config, p, n, w) >> 32 == 0;
}

static size_t stream_forbid(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = {
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.action = UTF8CHECK_ACTION_PASS,
		.forbid = 1ull << UTF8CHECK_REASON_CONTROL |
			  1ull << UTF8CHECK_REASON_BIDI_CONTROL |
			  1ull << UTF8CHECK_REASON_DEFAULT_IGNORABLE |
			  1ull << UTF8CHECK_REASON_NONCHARACTER |
			  1ull << UTF8CHECK_REASON_UNASSIGNED |
			  1ull << UTF8CHECK_REASON_PRIVATE_USE,
	};

	return check_stream(&config, p, n, w);
}

#define RECORDS 256

/* Takes the records that are kept.  Return: the sum of their offsets. */
static size_t sum_records(struct u8c_stream *s, const struct utf8check_error *list)
{
	size_t sum = 0;
	u32 i;

	for (i = 0; i < s->listed; i++)
		sum += list[i].offset;
	u8c_stream_forget(s, s->listed);
	return sum;
}

/* As check --max-errors=0 does it, but nothing is printed. */
static size_t stream_records(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = {
		.flags = UTF8CHECK_FLAG_NO_OUTPUT | UTF8CHECK_FLAG_POSITION,
		.action = UTF8CHECK_ACTION_PASS,
		.records = RECORDS,
	};
	static struct utf8check_error list[RECORDS];
	size_t done = 0, sum = 0, used;
	struct u8c_stream s;

	u8c_stream_init(&s, w->impl, &config);
	u8c_stream_lend_list(&s, list, RECORDS);
	while (done < n) {
		used = n - done;
		u8c_stream_push(&s, p + done, &used, NULL, NULL);
		done += used;
		sum += sum_records(&s, list);
	}
	while (u8c_stream_finish(&s, NULL, NULL) == U8C_LISTED)
		sum += sum_records(&s, list);
	return sum + sum_records(&s, list);
}

/* Return: in one number the classes, and whether it is good. */
static size_t ours_judge(const struct utf8check_policy *policy, bool path, const u8 *p,
			 size_t n, const struct work *w)
{
	struct utf8check_verdict v;
	const struct u8c_name_query q = {
		.impl = w->impl, .policy = policy, .path = path,
		.p = p, .n = n, .v = &v,
	};

	u8c_name(&q);
	return v.classes << 1 | v.ok;
}

static size_t ours_name(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_policy policy = { .refuse = U8C_REFUSE_NAME };

	return ours_judge(&policy, false, p, n, w);
}

static size_t ours_path(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_policy policy = { .refuse = U8C_REFUSE_PATH };

	return ours_judge(&policy, true, p, n, w);
}

static size_t ours_is_nfc(const u8 *p, size_t n, const struct work *w)
{
	size_t offset;

	return u8c_is_normalized(w->impl, UTF8CHECK_FORM_NFC, u8c_text(p, n), &offset, NULL);
}

static size_t ours_normalize(const u8 *p, size_t n, const struct work *w)
{
	struct u8c_sink s = u8c_sink(w->out, w->room);

	u8c_normalize(w->impl, w->form, u8c_text(p, n), &s, NULL);
	return s.made;
}

const struct command_jobs *command_jobs;

void ours_find(struct contender *c)
{
	static const job_fn fns[JOBS] = {
		[VALIDATE] = ours_validate,
		[LATE_ERROR] = ours_late_error,
		[REPAIR_VALID ... UTF8_TO_UTF32] = ours_convert,
		[IS_NFC] = ours_is_nfc,
		[NFC_TO_NFC ... NFKC_CASEFOLD] = ours_normalize,
		[STREAM_NFC] = stream_nfc,
		[STREAM_FORBID] = stream_forbid,
		[STREAM_RECORDS] = stream_records,
		[NAME] = ours_name,
		[PATH] = ours_path,
	};

	memcpy(c->run, fns, sizeof(fns));
	c->run[DETECT] = command_jobs->detect;
	c->run[STATS] = command_jobs->stats;
}
