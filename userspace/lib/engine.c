// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The public calls.  They choose the engine, check the arguments that need no
 * engine for that, and call the engine.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "abi.h"

/* Found once, as asking the CPU may take microseconds.  A wrong UTF8CHECK_IMPL is as none. */
const struct u8c_impl *library_impl(void)
{
	static const struct u8c_impl *impl;
	const struct u8c_impl *i = __atomic_load_n(&impl, __ATOMIC_RELAXED);

	if (i)
		return i;
	i = u8c_impl_find(getenv("UTF8CHECK_IMPL"));
	if (!i)
		i = u8c_impl_find(NULL);
	__atomic_store_n(&impl, i, __ATOMIC_RELAXED);
	return i;
}

static int open_backend(const struct engine_ops *ops, struct utf8check **engine)
{
	struct utf8check *e = calloc(1, sizeof(*e));
	int err;

	if (!e)
		return -ENOMEM;
	e->ops = ops;
	err = ops->open(e);
	if (err)
		free(e);
	else
		*engine = e;
	return err;
}

API int utf8check_open(enum utf8check_engine which, struct utf8check **engine)
{
	switch (which) {
	case UTF8CHECK_ENGINE_DEVICE:
		return open_backend(&device_ops, engine);
	case UTF8CHECK_ENGINE_LIBRARY:
		return open_backend(&library_ops, engine);
	case UTF8CHECK_ENGINE_AUTO:
		if (!open_backend(&device_ops, engine))
			return 0;
		return open_backend(&library_ops, engine);
	}
	return -EINVAL;
}

API void utf8check_close(struct utf8check *engine)
{
	if (!engine)
		return;
	if (engine->ops->close)
		engine->ops->close(engine);
	free(engine);
}

API const char *utf8check_engine_name(const struct utf8check *engine)
{
	return engine->ops->name;
}

API int utf8check_version(struct utf8check *engine,
			  struct utf8check_version *version)
{
	memset(version, 0, sizeof(*version));
	version->size = sizeof(*version);
	return engine->ops->call(engine, UTF8CHECK_IOC_VERSION, version);
}

API int utf8check_validate(struct utf8check *engine, const void *buf,
			   size_t len, enum utf8check_profile profile,
			   uint64_t *code_points, struct utf8check_error *error)
{
	struct utf8check_check check = {
		.size = sizeof(check),
		.profile = profile,
		.buf = (uintptr_t)buf,
		.len = len,
	};
	int err;

	if ((unsigned int)profile >= U8C_PROFILES)
		return -EINVAL;
	err = engine->ops->call(engine, UTF8CHECK_IOC_CHECK, &check);
	if (code_points)
		*code_points = check.code_points;
	if (error)
		*error = check.error;
	return err;
}

/* Judges @n, made of the arguments of a call; @policy and @verdict may be NULL. */
static int judge_arguments(struct utf8check *engine, unsigned long request,
			   struct utf8check_check_name *n, const struct utf8check_policy *policy,
			   struct utf8check_verdict *verdict)
{
	int err;

	n->size = sizeof(*n);
	if (policy)
		n->policy = *policy;
	err = engine->ops->call(engine, request, n);
	if (verdict)
		*verdict = n->verdict;
	return err;
}

static struct utf8check_check_name name_query(const void *name, size_t len,
					      struct utf8check_finding *findings, size_t room)
{
	return (struct utf8check_check_name){
		.room = findings ? (room < UINT32_MAX ? room : UINT32_MAX) : 0,
		.buf = (uintptr_t)name,
		.len = len,
		.findings = (uintptr_t)findings,
	};
}

API int utf8check_name(struct utf8check *engine, const void *name, size_t len,
		       const struct utf8check_policy *policy,
		       struct utf8check_verdict *verdict,
		       struct utf8check_finding *findings, size_t room)
{
	struct utf8check_check_name n = name_query(name, len, findings, room);

	return judge_arguments(engine, UTF8CHECK_IOC_CHECK_NAME, &n, policy, verdict);
}

API int utf8check_path(struct utf8check *engine, const void *path, size_t len,
		       const struct utf8check_policy *policy,
		       struct utf8check_verdict *verdict,
		       struct utf8check_finding *findings, size_t room)
{
	struct utf8check_check_name n = name_query(path, len, findings, room);

	return judge_arguments(engine, UTF8CHECK_IOC_CHECK_PATH, &n, policy, verdict);
}

API int utf8check_policy_find(const char *name, int path,
			      struct utf8check_policy *policy)
{
	return u8c_policy_find(name, path, policy) ? 0 : -EINVAL;
}

int struct_take(void *to, size_t known, size_t least, const void *from)
{
	u32 size, all = known;

	memcpy(&size, from, sizeof(size));
	if (size < least)
		return -EINVAL;
	if (size > UTF8CHECK_SIZE_MAX)
		return -E2BIG;
	for (size_t i = known; i < size; i++)
		if (((const u8 *)from)[i])
			return -E2BIG;
	memset(to, 0, known);
	memcpy(to, from, size < known ? size : known);
	memcpy(to, &all, sizeof(all));
	return 0;
}

void struct_give(void *to, size_t known, const void *from)
{
	u32 size;

	memcpy(&size, to, sizeof(size));
	memcpy(to, from, size < known ? size : known);
	memcpy(to, &size, sizeof(size));
}

/* Judges a struct of the caller, whose version may be older or newer. */
static int judge_struct(struct utf8check *engine, unsigned long request,
			    struct utf8check_check_name *n)
{
	struct utf8check_check_name mine;
	int err = struct_take(&mine, sizeof(mine), UTF8CHECK_CHECK_NAME_SIZE_VER0, n);

	if (err)
		return err;
	err = engine->ops->call(engine, request, &mine);
	struct_give(n, sizeof(mine), &mine);
	return err;
}

API int utf8check_judge_name(struct utf8check *engine, struct utf8check_check_name *n)
{
	return judge_struct(engine, UTF8CHECK_IOC_CHECK_NAME, n);
}

API int utf8check_judge_path(struct utf8check *engine, struct utf8check_check_name *n)
{
	return judge_struct(engine, UTF8CHECK_IOC_CHECK_PATH, n);
}

static int take_config(struct utf8check_config *to,
		       const struct utf8check_config *from)
{
	const struct utf8check_config plain = { .size = sizeof(plain) };
	int err = struct_take(to, sizeof(*to), UTF8CHECK_CONFIG_SIZE_VER0,
			      from ? from : &plain);

	if (err)
		return err;
	return to->reserved ? -EINVAL : 0;
}

API int utf8check_config_check(const struct utf8check_config *config)
{
	struct utf8check_config c;
	int err = take_config(&c, config);

	if (err)
		return err;
	return u8c_config_makes_sense(&c) ? 0 : -EINVAL;
}

API int utf8check_protect_check(const void *names, size_t len)
{
	struct u8c_protect protect;

	return u8c_protect_init(&protect, library_impl(), u8c_text(names, len)) ? 0 : -EINVAL;
}

API int utf8check_stream_open(struct utf8check *engine,
			      const struct utf8check_config *config,
			      unsigned int flags,
			      struct utf8check_stream **stream)
{
	struct utf8check_config c;
	struct utf8check_stream *s;
	int err = take_config(&c, config);

	if (err)
		return err;
	if (flags & ~UTF8CHECK_CHECK_ONLY)
		return -EINVAL;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	if (flags & UTF8CHECK_CHECK_ONLY)
		c.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	s->engine = engine;
	s->check_only = c.flags & UTF8CHECK_FLAG_NO_OUTPUT;
	err = engine->ops->stream_open(s, &c);
	if (err)
		free(s);
	else
		*stream = s;
	return err;
}

API void utf8check_stream_close(struct utf8check_stream *stream)
{
	if (!stream)
		return;
	stream->engine->ops->stream_close(stream);
	free(stream);
}

API int utf8check_stream_decode(struct utf8check_stream *stream, const uint32_t *table)
{
	const struct engine_ops *ops = stream->engine->ops;

	return ops->decode ? ops->decode(stream, table) : -EOPNOTSUPP;
}

/* Is there room for output exactly if the stream makes output? */
static bool output_fits(const struct utf8check_stream *s, const void *out,
			const size_t *out_len)
{
	if (s->check_only)
		return !out;
	return out && out_len;
}

API int utf8check_stream_push(struct utf8check_stream *stream, const void *in,
			      size_t *in_len, void *out, size_t *out_len)
{
	if (!output_fits(stream, out, out_len))
		return -EINVAL;
	if (stream->finished)
		return -EPIPE;
	return stream->engine->ops->push(stream, in, in_len, out, out_len);
}

API int utf8check_stream_finish(struct utf8check_stream *stream, void *out,
				size_t *out_len)
{
	if (!output_fits(stream, out, out_len))
		return -EINVAL;
	return stream->engine->ops->finish(stream, out, out_len);
}

API int utf8check_stream_report(struct utf8check_stream *stream,
				struct utf8check_report *report)
{
	memset(report, 0, sizeof(*report));
	report->size = sizeof(*report);
	return stream->engine->ops->report(stream, report);
}

API int utf8check_stream_errors(struct utf8check_stream *stream,
				struct utf8check_error *list, size_t room,
				size_t *n)
{
	struct utf8check_report report = {
		.size = sizeof(report),
		.list = (uintptr_t)list,
		.room = room < UTF8CHECK_RECORDS_MAX ? room : UTF8CHECK_RECORDS_MAX,
	};
	const __u32 most = report.room;
	int err = stream->engine->ops->report(stream, &report);

	*n = report.records < most ? report.records : most;
	return err;
}

API int utf8check_stream_reset(struct utf8check_stream *stream)
{
	stream->finished = false;
	return stream->engine->ops->reset(stream);
}
