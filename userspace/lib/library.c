// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The engine "library": the core, in this process.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "abi_form.h"
#include "version.h"

static int library_open(struct utf8check *engine)
{
	engine->impl = u8c_impl_find(getenv("UTF8CHECK_IMPL"));
	return engine->impl ? 0 : -ENOPROTOOPT;
}

static int version(struct utf8check_version *v)
{
	snprintf(v->release, sizeof(v->release), "%s", UTF8CHECK_RELEASE);
	snprintf(v->unicode, sizeof(v->unicode), "%s", UTF8CHECK_UNICODE);
	return 0;
}

static int library_validate(const struct u8c_impl *impl, struct utf8check_check *check)
{
	const u8 *p = u8c_bytes_at(check->buf);
	struct utf8check_config config = {
		.profile = check->profile,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};
	struct u8c_stream stream;
	size_t used = check->len;
	bool valid;

	u8c_stream_init(&stream, impl, &config);
	valid = !u8c_stream_push(&stream, p, &used, NULL, NULL) &&
		!u8c_stream_finish(&stream, NULL, NULL);
	check->code_points = u8c_stream_code_points(&stream);
	check->error = stream.first;
	return valid ? 0 : -EILSEQ;
}

static int library_judge(const struct u8c_impl *impl, bool path, struct utf8check_check_name *n)
{
	struct utf8check_policy policy;
	struct u8c_protect room;
	struct u8c_name_query q = {
		.impl = impl, .policy = &policy, .path = path, .p = u8c_bytes_at(n->buf), .n = n->len,
		.v = &n->verdict, .f = (void *)u8c_bytes_at(n->findings),
		.room = n->findings ? n->room : 0,
	};

	if (n->reserved || !utf8check_policy_to_core(&policy, path, &n->policy))
		return -EINVAL;
	if (n->protect_len) {
		if (!n->protect ||
		    !u8c_protect_init(&room, impl, u8c_text(u8c_bytes_at(n->protect), n->protect_len)))
			return -EINVAL;
		q.protect = &room;
		policy.refuse |= U8C_BIT(UTF8CHECK_CLASS_PROTECTED);
	}
	u8c_name(&q);
	return n->verdict.ok ? 0 : -EILSEQ;
}

static int library_call(struct utf8check *engine, unsigned long request, void *arg)
{
	switch (request) {
	case UTF8CHECK_IOC_VERSION:
		return version(arg);
	case UTF8CHECK_IOC_CHECK:
		return library_validate(engine->impl, arg);
	case UTF8CHECK_IOC_CHECK_NAME:
		return library_judge(engine->impl, false, arg);
	case UTF8CHECK_IOC_CHECK_PATH:
		return library_judge(engine->impl, true, arg);
	}
	return -ENOTTY;
}

static void library_stream_close(struct utf8check_stream *s)
{
	free(s->work);
	free(s->list);
}

static int library_stream_open(struct utf8check_stream *s,
			       const struct utf8check_config *config)
{
	if (!u8c_config_makes_sense(config))
		return -EINVAL;
	if (u8c_config_needs_work(config))
		s->work = malloc(sizeof(*s->work));
	if (config->records)
		s->list = malloc(config->records * sizeof(*s->list));
	if ((u8c_config_needs_work(config) && !s->work) || (config->records && !s->list)) {
		library_stream_close(s);
		return -ENOMEM;
	}
	u8c_stream_init(&s->core, s->engine->impl, config);
	u8c_stream_lend(&s->core, s->work, s->list, config->records);
	return 0;
}

static int library_decode(struct utf8check_stream *s, const u32 *table)
{
	if (s->core.config.action != UTF8CHECK_ACTION_REPLACE ||
	    s->core.config.from != UTF8CHECK_ENCODING_UTF8 || s->core.bytes_in || s->core.carried)
		return -EINVAL;
	for (size_t i = 0; i < 128; i++)
		if (table[i] > 0x10ffff || table[i] - 0xd800 < 0x800)
			return -EINVAL;
	memcpy(s->decode, table, sizeof(s->decode));
	u8c_stream_lend_decode(&s->core, s->decode);
	return 0;
}

static int library_push(struct utf8check_stream *s, const u8 *in,
			size_t *in_len, u8 *out, size_t *out_len)
{
	return u8c_result_errno(u8c_stream_push(&s->core, in, in_len, out, out ? out_len : NULL));
}

static int library_finish(struct utf8check_stream *s, u8 *out, size_t *out_len)
{
	s->finished = true;
	return u8c_result_errno(u8c_stream_finish(&s->core, out, out ? out_len : NULL));
}

static int library_report(struct utf8check_stream *s,
			  struct utf8check_report *report)
{
	struct utf8check_error *list = (void *)(uintptr_t)report->list;
	const u32 room = list ? report->room : 0, n = room < s->core.listed ? room : s->core.listed;

	utf8check_report_from_core(report, &s->core);
	if (s->finished)
		report->state |= UTF8CHECK_STATE_FINISHED;
	if (n) {
		memcpy(list, s->list, n * sizeof(*list));
		u8c_stream_forget(&s->core, n);
	}
	return 0;
}

static int library_reset(struct utf8check_stream *s)
{
	u8c_stream_reset(&s->core);
	return 0;
}

const struct engine_ops library_ops = {
	.name = "library",
	.open = library_open,
	.call = library_call,
	.stream_open = library_stream_open,
	.stream_close = library_stream_close,
	.decode = library_decode,
	.push = library_push,
	.finish = library_finish,
	.report = library_report,
	.reset = library_reset,
};
