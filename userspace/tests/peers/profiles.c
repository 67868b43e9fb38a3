// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The helper of tests/peers/profiles:
 *
 *   generate PROFILE ENCODING SEED COUNT STRINGS
 *   decode PROFILE STRINGS ANSWERS          the core's code points
 *   convert FROM TO SEED STRINGS ANSWERS    the core's stream, in pieces
 *   icu STRINGS ANSWERS                     ICU's CESU-8
 *   iconv FROM TO STRINGS ANSWERS           the C library
 */
#include <stdlib.h>
#include <string.h>
#include "profiles.h"

static struct u8c_chance chance;
static struct u8c_coding coding;
static struct utf8check_config config;

static u8 number_of(const char *name, const char *(*name_of)(unsigned int i))
{
	unsigned int i;

	for (i = 0; name_of(i); i++)
		if (!strcmp(name_of(i), name))
			return i;
	fprintf(stderr, "profiles: no '%s'\n", name);
	exit(2);
}

static void generate(u32 count, const char *path)
{
	FILE *f = open_file(path, "w");
	u8 p[STRING_MAX];

	while (count--) {
		size_t n = u8c_sample_coded_text(&chance, &coding, p,
						 24 + u8c_chance_below(&chance, 100));

		put_string(f, p, n);
	}
	close_file(f);
}

static void decode(const u8 *p, size_t n, struct answer *a)
{
	struct u8c_coding c = coding;
	struct utf8check_error e;
	size_t at = 0;

	a->offset = NO_ERROR;
	for (a->many = 0; at < n; a->many++) {
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

/* The room is enough for all: it is never full. */
static void convert(const u8 *p, size_t n, struct answer *a)
{
	enum u8c_result status = U8C_DONE;
	size_t used, made, at = 0, piece;
	struct u8c_stream s;

	a->many = 0;
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	for (; at < n && status == U8C_DONE; at += piece) {
		piece = 1 + u8c_chance_below(&chance, 40);
		piece = piece < n - at ? piece : n - at;
		used = piece;
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

static void convert_by_iconv(const u8 *p, size_t n, struct answer *a)
{
	size_t made = sizeof(a->bytes);

	a->offset = iconv_convert(p, n, a->bytes, &made);
	a->many = made;
}

static void judge(decoder_fn decoder, bool bytes, const char *strings,
		  const char *answers)
{
	FILE *in = open_file(strings, "r");
	FILE *out = open_file(answers, "w");
	static struct answer a;
	u8 p[STRING_MAX];
	size_t n;

	while (read_string(in, p, &n)) {
		decoder(p, n, &a);
		put32(out, a.offset);
		put32(out, a.many);
		if (bytes)
			fwrite(a.bytes, 1, a.many, out);
		else
			fwrite(a.points, sizeof(*a.points), a.many, out);
	}
	fclose(in);
	close_file(out);
}

static bool is(const char *command, char **argv, int argc, int wanted)
{
	return argc == wanted && !strcmp(argv[1], command);
}

int main(int argc, char **argv)
{
	if (is("generate", argv, argc, 7)) {
		coding.profile = number_of(argv[2], u8c_profile_name);
		coding.encoding = number_of(argv[3], u8c_encoding_name);
		chance.state = strtoull(argv[4], NULL, 0);
		generate(strtoul(argv[5], NULL, 0), argv[6]);
	} else if (is("decode", argv, argc, 5)) {
		coding.profile = number_of(argv[2], u8c_profile_name);
		judge(decode, false, argv[3], argv[4]);
	} else if (is("convert", argv, argc, 7)) {
		config.from = number_of(argv[2], u8c_encoding_name);
		config.to = number_of(argv[3], u8c_encoding_name);
		chance.state = strtoull(argv[4], NULL, 0);
		judge(convert, true, argv[5], argv[6]);
	} else if (is("icu", argv, argc, 4)) {
		judge(profiles_icu_start(), false, argv[2], argv[3]);
	} else if (is("iconv", argv, argc, 6)) {
		iconv_start(argv[2], argv[3]);
		judge(convert_by_iconv, true, argv[4], argv[5]);
	} else {
		fputs("profiles: see the head of profiles.c\n", stderr);
		return 2;
	}
	return 0;
}
