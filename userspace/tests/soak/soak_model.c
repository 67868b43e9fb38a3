// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What one writer put into a session and one reader got from it, compared with
 * the library: for the same bytes it makes the same output and the same report.
 */
#include "soak.h"
#include "utf8check.h"

enum { ROOM = 4096 };

static void append(struct soak_bytes *to, const void *p, size_t n)
{
	if (n > to->room - to->n) {
		to->room = 2 * (to->n + n);
		to->p = realloc(to->p, to->room);
		CHECK(to->p);
	}
	memcpy(to->p + to->n, p, n);
	to->n += n;
}

void soak_model_put(struct soak_model *m, const void *p, size_t n)
{
	append(&m->put, p, n);
}

void soak_model_got(struct soak_model *m, const void *p, size_t n)
{
	append(&m->got, p, n);
}

/* Return: where the output that follows @out begins. */
static size_t check_output(const struct soak_model *m, size_t at,
			   const unsigned char *out, size_t n)
{
	const unsigned char *got = m->got.p + at;
	size_t i;

	for (i = 0; i < n; i++)
		if (at + i == m->got.n || got[i] != out[i])
			fail_at(__FILE__, __LINE__,
				"output of %zu bytes for %zu differs from the library's at byte %zu",
				m->got.n, m->put.n, at + i);
	return at + n;
}

static void check_all_output(const struct soak_model *m,
			     struct utf8check_stream *s)
{
	size_t done = 0, at = 0, used, made;
	unsigned char out[ROOM];
	int err;

	do {
		used = m->put.n - done;
		made = sizeof(out);
		err = utf8check_stream_push(s, m->put.p + done, &used, out,
					    &made);
		CHECK(!err || err == -ENOSPC);
		done += used;
		at = check_output(m, at, out, made);
	} while (err);
	do {
		made = sizeof(out);
		err = utf8check_stream_finish(s, out, &made);
		CHECK(!err || err == -ENOSPC);
		at = check_output(m, at, out, made);
	} while (err);
	if (at != m->got.n)
		fail_at(__FILE__, __LINE__,
			"output of %zu bytes for %zu, the library makes %zu",
			m->got.n, m->put.n, at);
}

static void check_report(const struct soak_model *m,
			 const struct utf8check_report *r,
			 const struct utf8check_report *want)
{
	const unsigned char *a = (const void *)r, *b = (const void *)want;
	size_t i;

	for (i = 0; i < sizeof(*r); i++)
		if (a[i] != b[i])
			fail_at(__FILE__, __LINE__,
				"the report for %zu bytes differs from the library's at its byte %zu: %02x, not %02x",
				m->put.n, i, a[i], b[i]);
}

void soak_model_check(struct soak_model *m,
		      const struct utf8check_config *config,
		      const struct utf8check_report *r)
{
	struct utf8check_report want;
	struct utf8check_stream *s;
	struct utf8check *library;

	/* So that there is an address even if there are no bytes. */
	soak_model_put(m, "", 0);
	CHECK_EQ(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &library), 0);
	CHECK_EQ(utf8check_stream_open(library, config, 0, &s), 0);
	check_all_output(m, s);
	CHECK_EQ(utf8check_stream_report(s, &want), 0);
	check_report(m, r, &want);
	utf8check_stream_close(s);
	utf8check_close(library);
}

void soak_model_free(struct soak_model *m)
{
	free(m->put.p);
	free(m->got.p);
	memset(m, 0, sizeof(*m));
}
