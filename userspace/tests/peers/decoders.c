// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The helper of tests/peers/decoders:
 *
 *   generate PROFILE ENCODING SEED COUNT STRINGS
 *   decode PROFILE STRINGS ANSWERS               the core's code points
 *   convert FROM TO SEED STRINGS ANSWERS         the core's stream, in pieces
 *   library|device whole|split SEED STRINGS ANSWERS   an engine's first error and repair:
 *                                                of one buffer; of a stream in pieces, with
 *                                                little room for output at a time
 *   icu STRINGS ANSWERS                          ICU's CESU-8
 *   iconv FROM TO STRINGS ANSWERS                the C library
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <utf8check.h>
#include "decoders.h"

#define ROOM_MIN 16	/* the smallest room that a stream takes */

static struct u8c_chance chance;
static struct u8c_coding coding;
static struct utf8check_config config;
static struct utf8check *engine;
static struct utf8check_stream *rejecting, *replacing;
static iconv_t converter;

void trouble(const char *what)
{
	perror(what);
	exit(2);
}

/* --- files --- */

static FILE *open_file(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (!f)
		trouble(path);
	return f;
}

static void close_file(FILE *f)
{
	int bad = ferror(f);

	if (fclose(f) || bad)
		trouble("write");
}

static void put32(FILE *f, u32 value)
{
	const u8 bytes[4] = { value, value >> 8, value >> 16, value >> 24 };

	fwrite(bytes, 1, sizeof(bytes), f);
}

static bool read_string(FILE *f, u8 *p, size_t *n)
{
	u8 head[4];

	if (fread(head, 1, sizeof(head), f) != sizeof(head))
		return false;
	*n = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
	if (*n > STRING_MAX || fread(p, 1, *n, f) != *n) {
		errno = EIO;
		trouble("strings");
	}
	return true;
}

/*
 * Mostly text with errors of all kinds, one in 250 long enough for the loops that take
 * text in blocks and lanes; of UTF-8 also bytes at the limits of the ranges of Table 3-7.
 */
static size_t make_string(u8 *p)
{
	size_t n, i;

	if (coding.encoding || u8c_chance_below(&chance, 3)) {
		n = u8c_chance_below(&chance, 250) ? 24 + u8c_chance_below(&chance, 100) :
						     STRING_MAX;
		return u8c_sample_coded_text(&chance, &coding, p, n);
	}
	n = 1 + u8c_chance_below(&chance, 12);
	for (i = 0; i < n; i++)
		p[i] = u8c_edges[u8c_chance_below(&chance, U8C_EDGES)];
	return n;
}

/* Under FF perl has 13 bytes where the profile extended has 8. */
static void generate(u32 count, const char *path)
{
	FILE *f = open_file(path, "w");
	u8 p[STRING_MAX];

	while (count) {
		size_t n = make_string(p);

		if (coding.profile == UTF8CHECK_PROFILE_EXTENDED && memchr(p, 0xff, n))
			continue;
		put32(f, n);
		fwrite(p, 1, n, f);
		count--;
	}
	close_file(f);
}

/* --- decoders --- */

static void decode(const u8 *p, size_t n, struct answer *a)
{
	struct u8c_coding c = coding;
	struct utf8check_error e;
	size_t at = 0;

	for (; at < n; a->many++) {
		u64 *cp = &a->points[a->many];
		int length = u8c_decode(&c, u8c_text(p + at, n - at), true, cp, &e);

		if (length <= 0) {
			a->offset = at;
			return;
		}
		c.after_high = u8c_is_high_surrogate(*cp);
		at += length;
	}
}

/* How many of @left bytes go next: often one, sometimes none or all. */
static size_t random_piece(size_t left)
{
	switch (u8c_chance_below(&chance, 8)) {
	case 0:
		return left;
	case 1:
		return 0;
	case 2 ... 4:
		return left ? 1 : 0;
	default:
		return u8c_chance_below(&chance, left + 1);
	}
}

/* The room is enough for all: it is never full. */
static void convert(const u8 *p, size_t n, struct answer *a)
{
	enum u8c_result status = U8C_DONE;
	size_t used, made, at = 0;
	struct u8c_stream s;

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	for (; at < n && status == U8C_DONE; at += used) {
		used = random_piece(n - at);
		made = sizeof(a->bytes) - a->many;
		status = u8c_stream_push(&s, p + at, &used, a->bytes + a->many, &made);
		a->many += made;
	}
	if (status == U8C_DONE) {
		made = sizeof(a->bytes) - a->many;
		status = u8c_stream_finish(&s, a->bytes + a->many, &made);
		a->many += made;
	}
	a->offset = status == U8C_DONE ? NO_ERROR : s.first.offset;
}

static void must(int err, const char *what)
{
	if (!err)
		return;
	errno = -err;
	trouble(what);
}

/* One stream of each kind sees all strings, and is reset between two. */
static void start_engine(enum utf8check_engine which)
{
	struct utf8check_config c = { .size = sizeof(c) };

	must(utf8check_open(which, &engine), "engine");
	must(utf8check_stream_open(engine, &c, UTF8CHECK_CHECK_ONLY, &rejecting),
	     "rejecting stream");
	c.action = UTF8CHECK_ACTION_REPLACE;
	must(utf8check_stream_open(engine, &c, 0, &replacing), "replacing stream");
}

/* One call; without @p it is the last.  Return: the result of the call. */
static int push(const u8 *p, size_t *n, size_t room, struct answer *a)
{
	int err;

	if (a->many + room > sizeof(a->bytes))
		must(-E2BIG, "output");
	if (p)
		err = utf8check_stream_push(replacing, p, n, a->bytes + a->many, &room);
	else
		err = utf8check_stream_finish(replacing, a->bytes + a->many, &room);
	a->many += room;
	if (err != -ENOSPC)
		must(err, "push");
	return err;
}

static void replace(const u8 *p, size_t n, bool split, struct answer *a)
{
	size_t used, room = 3 * STRING_MAX;
	int err = 0;

	must(utf8check_stream_reset(replacing), "reset");
	while (n || err == -ENOSPC) {
		used = split ? random_piece(n) : n;
		if (split)
			room = ROOM_MIN + u8c_chance_below(&chance, 64);
		err = push(p, &used, room, a);
		p += used;
		n -= used;
	}
	while (push(NULL, NULL, room, a))
		;
}

static void repair_whole(const u8 *p, size_t n, struct answer *a)
{
	struct utf8check_error error;
	int err = utf8check_validate(engine, p, n, UTF8CHECK_PROFILE_RFC3629, NULL, &error);

	if (err == -EILSEQ)
		a->offset = error.offset;
	else
		must(err, "validate");
	replace(p, n, false, a);
}

static void repair_split(const u8 *p, size_t n, struct answer *a)
{
	struct utf8check_report report;
	size_t at = 0, used;
	int err = 0;

	must(utf8check_stream_reset(rejecting), "reset");
	for (; at < n && !err; at += used) {
		used = random_piece(n - at);
		err = utf8check_stream_push(rejecting, p + at, &used, NULL, NULL);
	}
	if (!err)
		err = utf8check_stream_finish(rejecting, NULL, NULL);
	if (err == -EILSEQ) {
		must(utf8check_stream_report(rejecting, &report), "report");
		a->offset = report.first.offset;
	} else {
		must(err, "stream");
	}
	replace(p, n, true, a);
}

static void by_iconv(const u8 *p, size_t n, struct answer *a)
{
	char *in = (char *)p, *to = (char *)a->bytes;
	size_t room = sizeof(a->bytes);

	iconv(converter, NULL, NULL, NULL, NULL);
	if (iconv(converter, &in, &n, &to, &room) == (size_t)-1) {
		if (errno != EILSEQ && errno != EINVAL)
			trouble("iconv");
		a->offset = in - (char *)p;
	}
	a->many = sizeof(a->bytes) - room;
}

/* Each string has exactly its bytes, so that a sanitizer sees a read after the end. */
static void judge(decoder_fn decoder, bool points, char **paths)
{
	FILE *in = open_file(paths[0], "r"), *out = open_file(paths[1], "w");
	static struct answer a;
	u8 p[STRING_MAX], *exact;
	size_t n;

	while (read_string(in, p, &n)) {
		exact = malloc(n ? n : 1);
		if (!exact)
			trouble("memory");
		memcpy(exact, p, n);
		a.offset = NO_ERROR;
		a.many = 0;
		decoder(exact, n, &a);
		free(exact);
		put32(out, a.offset);
		put32(out, a.many);
		if (points)
			fwrite(a.points, sizeof(*a.points), a.many, out);
		else
			fwrite(a.bytes, 1, a.many, out);
	}
	fclose(in);
	close_file(out);
}

/* --- commands --- */

static u8 number_of(const char *name, const char *(*name_of)(unsigned int i))
{
	unsigned int i;

	for (i = 0; name_of(i); i++)
		if (!strcmp(name_of(i), name))
			return i;
	fprintf(stderr, "decoders: no '%s'\n", name);
	exit(2);
}

static bool is(const char *command, char **argv, int argc, int wanted)
{
	return argc == wanted && !strcmp(argv[1], command);
}

int main(int argc, char **argv)
{
	const bool library = is("library", argv, argc, 6);

	if (is("generate", argv, argc, 7)) {
		coding.profile = number_of(argv[2], u8c_profile_name);
		coding.encoding = number_of(argv[3], u8c_encoding_name);
		chance.state = strtoull(argv[4], NULL, 0);
		generate(strtoul(argv[5], NULL, 0), argv[6]);
	} else if (is("decode", argv, argc, 5)) {
		coding.profile = number_of(argv[2], u8c_profile_name);
		judge(decode, true, argv + 3);
	} else if (is("convert", argv, argc, 7)) {
		config.from = number_of(argv[2], u8c_encoding_name);
		config.to = number_of(argv[3], u8c_encoding_name);
		chance.state = strtoull(argv[4], NULL, 0);
		judge(convert, false, argv + 5);
	} else if (library || is("device", argv, argc, 6)) {
		start_engine(library ? UTF8CHECK_ENGINE_LIBRARY : UTF8CHECK_ENGINE_DEVICE);
		chance.state = strtoull(argv[3], NULL, 0);
		judge(strcmp(argv[2], "whole") ? repair_split : repair_whole, false, argv + 4);
	} else if (is("icu", argv, argc, 4)) {
		judge(decoders_icu_start(), true, argv + 2);
	} else if (is("iconv", argv, argc, 6)) {
		converter = iconv_open(argv[3], argv[2]);
		if (converter == (iconv_t)-1)
			trouble("iconv_open");
		judge(by_iconv, false, argv + 4);
	} else {
		fputs("decoders: see the head of decoders.c\n", stderr);
		return 2;
	}
	return 0;
}
