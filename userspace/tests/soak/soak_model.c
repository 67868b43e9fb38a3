// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What one writer put into a session and one reader got from it, compared with
 * the library: for the same bytes it makes the same output and the same report.
 */
#include "soak.h"

void soak_append(struct soak_bytes *to, const void *p, size_t n)
{
	if (n > to->room - to->n || !to->p) {
		to->room = 2 * (to->n + n) + 1;
		to->p = realloc(to->p, to->room);
		CHECK(to->p);
	}
	memcpy(to->p + to->n, p, n);
	to->n += n;
}

static struct soak_bytes output_of(struct utf8check_stream *s, const struct soak_bytes *in)
{
	struct soak_bytes all = {};
	unsigned char out[4096];
	size_t done = 0, used, made;
	int err;

	do {
		used = in->n - done;
		made = sizeof(out);
		err = utf8check_stream_push(s, in->p + done, &used, out, &made);
		CHECK(!err || err == -ENOSPC);
		done += used;
		soak_append(&all, out, made);
	} while (err);
	do {
		made = sizeof(out);
		err = utf8check_stream_finish(s, out, &made);
		CHECK(!err || err == -ENOSPC);
		soak_append(&all, out, made);
	} while (err);
	return all;
}

static void check_same(const char *what, const void *ours, const void *theirs, size_t n)
{
	const unsigned char *a = ours, *b = theirs;
	size_t i;

	for (i = 0; i < n; i++)
		if (a[i] != b[i])
			fail_at(__FILE__, __LINE__,
				"the %s differs from the library's at byte %zu: %02x, not %02x",
				what, i, a[i], b[i]);
}

static struct utf8check *library(void)
{
	struct utf8check *opened;

	CHECK_EQ(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &opened), 0);
	return opened;
}

void soak_model_check(struct soak_model *m, const struct utf8check_config *config,
		      const struct utf8check_report *r)
{
	struct utf8check *l = library();
	struct utf8check_report want;
	struct utf8check_stream *s;
	struct soak_bytes out;

	/* So that there is an address even if there are no bytes. */
	soak_append(&m->put, "", 0);
	CHECK_EQ(utf8check_stream_open(l, config, 0, &s), 0);
	out = output_of(s, &m->put);
	check_same("output", m->got.p, out.p, m->got.n < out.n ? m->got.n : out.n);
	CHECK_EQ(m->got.n, out.n);
	CHECK_EQ(utf8check_stream_report(s, &want), 0);
	check_same("report", r, &want, sizeof(want));
	free(out.p);
	utf8check_stream_close(s);
	utf8check_close(l);
}

void soak_model_check_syntax(const struct soak_model *m)
{
	struct utf8check *l = library();
	struct utf8check_error e;
	uint64_t points;

	if (utf8check_validate(l, m->got.p, m->got.n, UTF8CHECK_PROFILE_RFC3629, &points, &e))
		fail_at(__FILE__, __LINE__, "output is ill-formed at byte %llu",
			(unsigned long long)e.offset);
	utf8check_close(l);
}

void soak_model_free(struct soak_model *m)
{
	free(m->put.p);
	free(m->got.p);
	memset(m, 0, sizeof(*m));
}
